"""Which special hand a round is remembered for is read from its events alone."""

from __future__ import annotations

import pytest

from engine.kookiew import special_hands as kookiew
from engine.kookiew.cards import hand
from engine.kookiew.events import BankCounted, BankerShowed, BankPassed, Settled
from engine.kookiew.ranking import ranking
from engine.kookiew.rules import KooKiewRules
from engine.qiuqiu import special_hands as qiuqiu
from engine.qiuqiu.events import Awarded, Showed, Uncontested
from engine.qiuqiu.rules import SPECIALS
from engine.qiuqiu.tiles import TILES
from engine.quandui import special_hands as quandui
from engine.quandui.cards import card
from engine.quandui.events import HandDrawn, Won
from engine.special_hand import SpecialHand

PAIR, SEVEN = hand("white-horse", "white-horse"), hand("yellow-general", "red-cannon")
SUO, BEN, HONG = card("3 suo"), card("1 ben"), card("da hong")


def showed(seat: int, label: str) -> Showed:
    return Showed(seat, TILES[:4], (TILES[:4],), label)


def won(*seats: int, pot: int = 0, part: str = "whole") -> Awarded:
    return Awarded(pot, part, 30, tuple((seat, 30 // len(seats)) for seat in seats), 0, 0)


def settled(seat: int, label: str, net: int, *, owed: int = 0) -> Settled:
    cards = PAIR if label == "pair" else SEVEN
    decided = ranking(KooKiewRules()).decide(cards, SEVEN)
    return Settled(seat, cards, label, net > 0, 20, 20, net, owed, 0, decided)


@pytest.mark.parametrize("label", SPECIALS)
def test_a_special_hand_that_wins_a_pot(label: str) -> None:
    assert qiuqiu.special_hand((showed(0, "9-9"), showed(1, label), won(1))) == SpecialHand(label, (1,))


def test_only_a_hand_that_won_counts() -> None:
    beaten = (showed(0, "murni_kecil"), showed(1, "empat_balak"), won(1))
    assert qiuqiu.special_hand(beaten) == SpecialHand("empat_balak", (1,))
    assert qiuqiu.special_hand((showed(0, "murni_kecil"), showed(1, "9-9"), won(1))) is None
    assert qiuqiu.special_hand((showed(0, "seri"), won(0))) is None
    assert qiuqiu.special_hand((Uncontested(0, 30),)) is None
    assert qiuqiu.special_hand(()) is None


def test_equal_special_hands_are_told_together_and_the_best_pot_first() -> None:
    shared = (showed(0, "murni_besar"), showed(1, "murni_besar"), showed(2, "9-9"), won(1, 0))
    assert qiuqiu.special_hand(shared) == SpecialHand("murni_besar", (1, 0))
    side = (showed(0, "enam_dewa"), showed(1, "empat_balak"), won(0), won(1, pot=1))
    assert qiuqiu.special_hand(side) == SpecialHand("enam_dewa", (0,))
    half = (showed(0, "9-9"), showed(1, "empat_balak"), won(0, part="high"), won(1, part="low"))
    assert qiuqiu.special_hand(half) == SpecialHand("empat_balak", (1,))


def test_quan_dui_has_no_ka() -> None:
    whole = Won(1, ((SUO, SUO),) * 8, 2, 40, None, None, None, False, ())
    assert quandui.special_hand((whole,)) == SpecialHand("quan-dui", (1,))
    assert quandui.special_hand((whole._replace(pairs=((SUO, SUO),) * 7 + ((BEN, HONG),)),)) is None
    assert quandui.special_hand((HandDrawn("stock"),)) is None


def test_a_pair_breaks_the_bank_where_nothing_or_too_little_is_left_or_chips_are_owed() -> None:
    shown, pair = BankerShowed(2, SEVEN, "7"), settled(0, "pair", 20)
    broken = SpecialHand("broken-bank", (0,))

    assert kookiew.special_hand((shown, pair, BankCounted(2, 20, 0))) == broken
    assert kookiew.special_hand((shown, pair, BankCounted(2, 21, 1), BankPassed(2, 0, "too-small"))) == broken
    assert kookiew.special_hand((shown, pair._replace(owed=5), BankCounted(2, 60, 40))) == broken
    assert kookiew.special_hand((shown, pair, BankCounted(2, 60, 40), BankPassed(2, 0, "in-turn"))) is None
    assert kookiew.special_hand((shown, pair._replace(owed=1), BankCounted(2, 60, 40))) == broken
    assert kookiew.special_hand((shown, settled(0, "pair", 1), BankCounted(2, 1, 0))) == broken
    assert kookiew.special_hand((shown, pair, BankCounted(2, 60, 40))) is None
    assert kookiew.special_hand((shown, pair, BankCounted(2, 21, 1))) is None


def test_a_bank_that_no_pair_broke_is_not_celebrated() -> None:
    empty = BankCounted(2, 20, 0)
    assert kookiew.special_hand((settled(0, "7", 20), empty)) is None
    assert kookiew.special_hand((settled(0, "pair", -20), settled(1, "7", 40), empty)) is None
    assert kookiew.special_hand((settled(0, "pair", 0, owed=20), settled(1, "7", 20), empty)) is None
    assert kookiew.special_hand((settled(0, "pair", 10), settled(1, "pair", 30), empty)) == SpecialHand(
        "broken-bank", (1, 0)
    )
