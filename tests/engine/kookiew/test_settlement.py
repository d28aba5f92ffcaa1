"""The bank and the stakes: the vectors, and what holds for any bank."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kookiew.ranking import ranking
from engine.kookiew.rules import USUAL
from engine.kookiew.settlement import Bet, cover, settle
from tests.cases import for_every
from tests.engine.kookiew.vector_rules import hand_of
from tests.engine.vectors import vectors

BETS = st.lists(st.builds(Bet, stake=st.integers(0, 200), pays=st.sampled_from([0, 1, 1, 3])), max_size=12)
BANK = st.integers(0, 2_000)


@for_every(vectors("koo_kiew")["settlements"])
def test_vectors(case: dict[str, object]) -> None:
    order, players = ranking(USUAL), case["players"]
    banker = case["banker"]
    assert isinstance(players, list)
    assert isinstance(banker, list)
    beats = [order.beats(hand_of(each["hand"]), hand_of(banker)) for each in players]
    assert beats == [each["beats_banker"] for each in players]

    bets = [Bet(each["stake"], int(wins)) for each, wins in zip(players, beats, strict=True)]
    nets = settle(str(case["mode"]), int(str(case["bank"])), bets)

    assert list(nets) == [each["net"] for each in players]
    assert -sum(nets) == case["banker_net"]


@pytest.mark.parametrize("solvency", ["cover", "collect"])
@given(bank=BANK, bets=BETS)
def test_a_bank_never_pays_more_than_it_has(solvency: str, bank: int, bets: list[Bet]) -> None:
    nets = settle(solvency, bank, bets, most_pays=3)

    assert bank - sum(nets) >= 0
    for (stake, pays), net in zip(bets, nets, strict=True):
        assert 0 <= net <= stake * pays if pays else -stake <= net <= 0


@given(bank=BANK, stakes=st.lists(st.integers(1, 200), max_size=12))
def test_the_bank_covers_in_order_and_without_a_gap(bank: int, stakes: list[int]) -> None:
    """KK-12: full stakes first, then at most one in part, then none."""
    covered = cover(bank, stakes, most_pays=3)
    assert settle("cover", bank, [Bet(stake, 1) for stake in stakes], most_pays=3) == covered
    full = next((place for place, stake in enumerate(stakes) if covered[place] < stake), len(stakes))

    assert sum(covered) == min(bank // 3, sum(stakes))
    assert not any(covered[full + 1 :])


def test_cover_is_set_aside_before_anything_is_known() -> None:
    """KK-12: a stake that will be lost takes cover from those behind it."""
    assert settle("cover", 30, [Bet(20, 0), Bet(20, 1), Bet(5, 1)]) == (-20, 10, 0)


def test_collecting_comes_before_paying() -> None:
    """KK-12: what the last player loses pays the first."""
    assert settle("collect", 0, [Bet(30, 1), Bet(5, 1), Bet(20, 0)]) == (20, 0, -20)


def test_an_unlimited_bank_settles_everything() -> None:
    """KK-12."""
    assert settle("unlimited", 0, [Bet(30, 3), Bet(20, 0)]) == (90, -20)


def test_a_pair_is_set_aside_for_at_its_full_payout() -> None:
    """KK-11: a bank of 30 covers a stake of 10 where a pair is paid three times."""
    assert settle("cover", 30, [Bet(10, 3), Bet(1, 1)], most_pays=3) == (30, 0)
