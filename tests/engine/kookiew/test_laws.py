"""The laws that hold for every game hold for Koo Kiew, at small tables and at full ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.house_rules import HouseRules
from engine.kookiew.game import KooKiew
from engine.kookiew.rules import PRESETS
from engine.play import Seat
from tests.engine.laws import SECRETS, Played, Secrets, Start, any_start, check_hand, house_rules

HANDS = 12
"""How many hands are played under each set of house rules; hypothesis draws a hundred sets."""


class AtSmallTables(KooKiew):
    """Koo Kiew for a handful of players, so that many hands are soon played."""

    most = 5


class AtFullTables(KooKiew):
    """Koo Kiew for as many as there are cards for."""

    fewest = 56


def nothing(start: Start, path: Sequence[Played], observer: Seat | None) -> set[int]:
    """The cards that anybody sees before all are turned."""
    return set()


@pytest.fixture(scope="module", autouse=True)
def told_what_is_secret() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SECRETS, KooKiew.name, Secrets(lambda now: bool(now.view(None).shown), nothing))
        yield


@given(rules=house_rules(KooKiew()), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=100)
def test_laws_hold_under_random_play(rules: HouseRules, seed: int) -> None:
    rng = Random(seed)
    for _ in range(HANDS):
        check_hand(any_start(AtSmallTables(), rules, rng), rng)


@given(rules=house_rules(KooKiew()), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_laws_hold_for_56(rules: HouseRules, seed: int) -> None:
    rng = Random(seed)
    check_hand(any_start(AtFullTables(), rules, rng), rng)


@pytest.mark.parametrize("preset", PRESETS)
def test_laws_hold_for_every_preset(preset: str) -> None:
    rng = Random(preset)
    for _ in range(20):
        check_hand(any_start(AtSmallTables(), PRESETS[preset], rng), rng)
