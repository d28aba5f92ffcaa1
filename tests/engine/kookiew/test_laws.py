"""The laws that hold for every game hold for Koo Kiew at full tables as well."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.house_rules import GameRules
from engine.kookiew.game import KooKiew
from tests.engine.laws import any_start, check_hand, house_rules
from tests.thoroughness import examples


class AtFullTables(KooKiew):
    """Koo Kiew for as many as there are cards for."""

    fewest = 56


@given(rules=house_rules(KooKiew()), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(5))
def test_laws_hold_for_56(rules: GameRules, seed: int) -> None:
    """KK-13: with 56 hands, the banker's among them, the whole pack is dealt."""
    rng = Random(seed)
    check_hand(any_start(AtFullTables(), rules, rng), rng)
