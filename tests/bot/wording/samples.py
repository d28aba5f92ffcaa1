"""Every kind of event of every game, in all its forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kookiew import events as kookiew
from engine.kookiew.cards import hand
from engine.kookiew.ranking import Comparison
from engine.qiuqiu import events as qiuqiu
from engine.qiuqiu.tiles import hand as tiles
from engine.quandui import events as quandui
from engine.quandui.cards import card
from engine.quandui.claims import DUI, WIN, Later

WON, LOST = hand("yellow-general", "red-cannon"), hand("white-horse", "white-horse")

NINE_FIVE, SMALL = tiles("6-4", "6-3", "5-5", "4-1"), tiles("0-0", "1-0", "1-1", "2-0")

STEPS = ("pair", "points", "colour", "piece", "second_colour", "nothing")
DECIDED = {step: Comparison(step, True, ("7", "4"), WON[0], LOST[0]) for step in STEPS}  # type: ignore[arg-type]
LOSES = {step: Comparison(step, False, ("pair", "pair"), LOST[0], WON[0]) for step in STEPS}  # type: ignore[arg-type]

THREE_SUO, DA_HONG = card("3 suo"), card("da hong")
PAIRS = ((THREE_SUO, THREE_SUO),) * 7 + ((card("1 ben"), DA_HONG),)

QIUQIU: dict[type, tuple[Any, ...]] = {
    qiuqiu.Anted: (qiuqiu.Anted(0, 10, False), qiuqiu.Anted(1, 7, True)),
    qiuqiu.Carried: (qiuqiu.Carried(1),),
    qiuqiu.Dealt: (qiuqiu.Dealt(3), qiuqiu.Dealt(1)),
    qiuqiu.Checked: (qiuqiu.Checked(0),),
    qiuqiu.Bet: (qiuqiu.Bet(0, 20, False), qiuqiu.Bet(0, 20, True)),
    qiuqiu.Called: (qiuqiu.Called(1, 20, False), qiuqiu.Called(1, 15, True)),
    qiuqiu.Raised: (qiuqiu.Raised(0, 60, False), qiuqiu.Raised(0, 90, True)),
    qiuqiu.Folded: (qiuqiu.Folded(1, False), qiuqiu.Folded(1, True)),
    qiuqiu.Returned: (qiuqiu.Returned(0, 40),),
    qiuqiu.Showed: (
        qiuqiu.Showed(0, NINE_FIVE, (NINE_FIVE[:2], NINE_FIVE[2:]), "9-5"),
        qiuqiu.Showed(1, SMALL, (SMALL,), "murni_kecil"),
    ),
    qiuqiu.Awarded: (
        qiuqiu.Awarded(0, "whole", 30, ((0, 30),), 0, 0),
        qiuqiu.Awarded(1, "high", 31, ((0, 16), (1, 15)), 1, 0),
        qiuqiu.Awarded(1, "low", 31, ((0, 15), (1, 15)), 1, 1),
    ),
    qiuqiu.Uncontested: (qiuqiu.Uncontested(0, 30),),
}

KOO_KIEW: dict[type, tuple[Any, ...]] = {
    kookiew.BidSealed: (kookiew.BidSealed(0, False), kookiew.BidSealed(1, True)),
    kookiew.BidsOpened: (kookiew.BidsOpened(()), kookiew.BidsOpened(((1, 90), (0, 80)))),
    kookiew.BankTaken: (kookiew.BankTaken(1, 500),),
    kookiew.Dealt: (kookiew.Dealt(2),),
    kookiew.Staked: (kookiew.Staked(0, 20),),
    kookiew.SatOut: (kookiew.SatOut(0, False), kookiew.SatOut(1, True)),
    kookiew.StakesClosed: (kookiew.StakesClosed(0, 0), kookiew.StakesClosed(1, 20), kookiew.StakesClosed(3, 60)),
    kookiew.CoveredInPart: tuple(
        kookiew.CoveredInPart(0, stake, covered, cover)
        for stake, covered, cover in ((50, 30, 90), (2, 1, 1), (50, 0, 70))
    ),
    kookiew.BankerShowed: (kookiew.BankerShowed(1, LOST, "pair"),),
    kookiew.Settled: (
        kookiew.Settled(0, WON, "7", True, 20, 20, 20, 0, 0, DECIDED["points"]),
        kookiew.Settled(0, WON, "7", True, 20, 20, 0, 0, 20, DECIDED["colour"]),
        kookiew.Settled(0, WON, "7", True, 20, 20, 5, 0, 15, DECIDED["second_colour"]),
        kookiew.Settled(0, WON, "7", True, 20, 20, 5, 15, 0, DECIDED["piece"]),
        kookiew.Settled(0, LOST, "pair", False, 20, 20, -20, 0, 0, LOSES["colour"]),
        kookiew.Settled(0, LOST, "pair", False, 20, 15, -15, 0, 0, LOSES["nothing"]),
        kookiew.Settled(0, WON, "7", False, 20, 20, -20, 0, 0, LOSES["pair"]._replace(labels=("7", "pair"))),
        kookiew.Settled(0, WON, "7", True, 20, 0, 0, 0, 0, DECIDED["points"]),
        kookiew.Settled(0, WON, "1", True, 0, 0, 0, 0, 0, DECIDED["points"]),
    ),
    kookiew.BankCounted: (kookiew.BankCounted(1, 500, 480),),
    kookiew.BankPassed: tuple(
        kookiew.BankPassed(1, 0, why) for why in ("given-up", "left", "too-small", "in-turn")
    ),
}  # fmt: skip

QUAN_DUI: dict[type, tuple[Any, ...]] = {
    quandui.Staked: (quandui.Staked(20),),
    quandui.Dealt: (quandui.Dealt(1, 58),),
    quandui.Drew: (quandui.Drew(0, 57),),
    quandui.PickedUp: (quandui.PickedUp(0, THREE_SUO, False), quandui.PickedUp(1, THREE_SUO, True)),
    quandui.Claimed: (quandui.Claimed(0, DA_HONG, 1),),
    quandui.Discarded: (quandui.Discarded(1, DA_HONG),),
    quandui.Left: (quandui.Left(1),),
    quandui.Won: (
        quandui.Won(0, PAIRS, 1, 10, None, None, None, False, ()),
        quandui.Won(1, PAIRS, 1, 10, DA_HONG, 0, PAIRS[-1], True, ()),
        quandui.Won(0, PAIRS[:1] * 8, 2, 20, THREE_SUO, 1, PAIRS[0], False, (Later(1, DUI, "win_first"),)),
        quandui.Won(0, PAIRS[:1] * 8, 2, 20, THREE_SUO, 1, PAIRS[0], False, (Later(1, WIN, "nearer"),)),
    ),
    quandui.HandDrawn: (quandui.HandDrawn("stock"), quandui.HandDrawn("endless")),
}  # fmt: skip

SAMPLES: Mapping[str, Mapping[type, tuple[Any, ...]]] = {"qiuqiu": QIUQIU, "koo-kiew": KOO_KIEW, "quan-dui": QUAN_DUI}
