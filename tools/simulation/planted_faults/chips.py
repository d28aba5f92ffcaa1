"""Faults that make chips, lose them, or give them to the wrong people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from bot.groups import wallets
from bot.ledger import Account, Transfer, mint
from bot.tables import changes, hands, seating, voiding
from bot.tables.changes import Change
from engine import pots as engine_pots
from engine.kookiew import round as kookiew
from engine.kookiew import settlement
from engine.pots import Pot
from engine.qiuqiu import round as qiuqiu
from engine.quandui import claims
from engine.quandui import round as quandui
from tools.simulation.planted_faults.planted_fault import Patch, Planted

planted = Planted()
CHIPS, SETTLED, ONCE = "chips conserved", "hands settled by the rules", "each update once"


@planted(1, CHIPS, 2)
def double_payout(patch: Patch) -> None:
    """The winner of a hand is paid once more, out of nothing."""
    won = hands._won

    def twice(in_pot: Account, mine: Account, amount: int, hand: int) -> list[Transfer]:
        paid = won(in_pot, mine, amount, hand)
        return [*paid, *(replace(each, source=mint(in_pot.group)) for each in paid)]

    patch.setattr(hands, "_won", twice)


@planted(1, CHIPS, 2)
def payout_lost(patch: Patch) -> None:
    """What was won stays in the pot."""
    patch.setattr(hands, "_won", lambda in_pot, mine, amount, hand: [])


@planted(1, CHIPS, 6)
def void_keeps_stakes(patch: Patch) -> None:
    """A hand that is called off gives no stake back."""
    called_off = voiding.called_off

    def kept(*args: Any, **named: Any) -> Change:
        change = called_off(*args, **named)
        left = tuple(write for write in change.writes if not isinstance(write, Transfer) or write.reason != "void")
        return replace(change, writes=left)

    patch.setattr(voiding, "called_off", kept)


@planted(1, CHIPS, 6)
def void_skips_a_refund(patch: Patch) -> None:
    """A hand that is called off gives all stakes back but one."""
    called_off = voiding.called_off

    def skipped(*args: Any, **named: Any) -> Change:
        change = called_off(*args, **named)
        back = [write for write in change.writes if isinstance(write, Transfer) and write.reason == "void"]
        return replace(change, writes=tuple(write for write in change.writes if write not in back[-1:]))

    patch.setattr(voiding, "called_off", skipped)


@planted(1, CHIPS, 3)
def leaver_goes_home_without_chips(patch: Patch) -> None:
    """Whoever gets up leaves their chips behind."""
    patch.setattr(seating, "got_up", lambda state, player, amount: ())


@planted(1, CHIPS, 2)
def buy_in_taken_twice(patch: Patch) -> None:
    """A buy-in takes twice as many chips from the wallet as come to the table."""
    sat_down = changes.sat_down

    def twice(*args: Any) -> Transfer:
        once = sat_down(*args)
        return replace(once, amount=once.amount * 2)

    patch.setattr(seating, "sat_down", twice)


@planted(1, ONCE, 12)
def daily_chips_twice(patch: Patch) -> None:
    """The chips of a day are given whenever they are asked for."""
    numbers = iter(range(10**6))

    def never_the_same(group: str, player: str, day: date) -> str:
        return f"daily:{group}:{player}:{next(numbers)}"

    patch.setattr(wallets, "daily_key", never_the_same)
    top_up = wallets.Wallets._fill_up

    async def more(here: Any, group: str, player: str, floor: int, receipt: Any = ()) -> int:
        wealth = await here.wealth(group, player)
        return await top_up(here, group, player, max(floor, wealth.total + 1), receipt)

    patch.setattr(wallets.Wallets, "_fill_up", more)


@planted(1, SETTLED, 25, game="qiuqiu")
def side_pot_to_the_wrong_one(patch: Patch) -> None:
    """Whoever is all-in for little wins side pots that they have not paid for (QQ-25)."""
    pots = engine_pots.pots

    def for_all(contributed: Sequence[int], folded: Any, *more: Any) -> tuple[Pot, ...]:
        live = tuple(seat for seat in range(len(contributed)) if seat not in folded)
        return tuple(Pot(each.amount, live) for each in pots(contributed, folded, *more))

    patch.setattr(qiuqiu, "pots", for_all)


@planted(1, "no unexpected errors in the log", 3, game="koo-kiew")
def reserve_of_the_bank_not_taken(patch: Patch) -> None:
    """The bank covers more than it has (KK-12)."""
    settle = settlement.settle
    patch.setattr(kookiew, "settle", lambda solvency, bank, bets, *more: settle("unlimited", bank, bets, *more))


@planted(1, SETTLED, 60, game="quan-dui")
def claims_in_the_wrong_order(patch: Patch) -> None:
    """Of two alike who claim a discard, the one gets it who would have been in turn later (QD-8)."""
    decide = claims.decide
    patch.setattr(quandui, "decide", lambda order, answers, rightful: decide(tuple(reversed(order)), answers, rightful))
