"""Faults that make chips, lose them, or give them to the wrong people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from bot.groups import wallets
from bot.ledger import STACK, Posting, Transfer, mint
from bot.messages import PlayerId
from bot.tables import hands, stopping, stored
from engine import pots as engine_pots
from engine.kookiew import round as kookiew
from engine.kookiew import settlement
from engine.pots import Pot
from engine.qiuqiu import round as qiuqiu
from engine.quandui import claims
from engine.quandui import round as quandui
from engine.table import seating
from engine.table.changes import Change
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.planted_faults.planted_fault import Patch, Planted

planted = Planted()
CHIPS, SETTLED, ONCE = "chips conserved", "hands settled by the rules", "each update once"


@planted(1, CHIPS, 2)
def double_payout(patch: Patch) -> None:
    """The winner of a hand is paid once more, out of nothing."""
    posting = hands.posting

    def twice(state: TableState, hand: AnyHand) -> Posting:
        once = posting(state, hand)
        winner, won = max(once.entries, key=lambda entry: entry[1])
        if not won:
            return once
        others = tuple(entry for entry in once.entries if entry[0] != winner)
        return replace(once, entries=(*others, (winner, 2 * won), (mint(winner.group), -won)))

    patch.setattr(hands, "posting", twice)


@planted(1, CHIPS, 2)
def payout_lost(patch: Patch) -> None:
    """Nothing of a hand is posted."""
    posting = hands.posting
    patch.setattr(hands, "posting", lambda state, hand: replace(posting(state, hand), entries=()))


@planted(1, CHIPS, 6)
def void_keeps_stakes(patch: Patch) -> None:
    """A hand that is called off gives no stake back."""
    called_off = stopping.called_off

    def kept(state: TableState, *args: Any, **named: Any) -> Change:
        change = called_off(state, *args, **named)
        return replace(
            change, state=_with_stacks_of(state, change.state, [each.player for each in change.state.seated])
        )

    patch.setattr(stopping, "called_off", kept)


@planted(1, CHIPS, 6)
def void_skips_a_refund(patch: Patch) -> None:
    """A hand that is called off gives all stakes back but one."""
    called_off = stopping.called_off

    def skipped(state: TableState, *args: Any, **named: Any) -> Change:
        change = called_off(state, *args, **named)
        back = [
            each.player
            for each in change.state.seated
            if (before := state.chair_of(each.player)) is not None and before.stack != each.stack
        ]
        return replace(change, state=_with_stacks_of(state, change.state, back[-1:]))

    patch.setattr(stopping, "called_off", skipped)


def _with_stacks_of(before: TableState, after: TableState, players: Sequence[PlayerId]) -> TableState:
    """A table at which some players have the chips that they had before."""
    for player in players:
        chair = before.chair_of(player)
        if chair is not None:
            after = after.change(player, stack=chair.stack)
    return after


def _chips_stay(patch: Patch, fits: Callable[[TableState], bool]) -> None:
    """Nobody takes chips home from a table that fits."""
    transfers = stored.transfers

    def kept(before: TableState, after: TableState) -> list[Transfer]:
        return [each for each in transfers(before, after) if each.source.kind != STACK or not fits(after)]

    patch.setattr(stored, "transfers", kept)


@planted(1, CHIPS, 3)
def leaver_goes_home_without_chips(patch: Patch) -> None:
    """Whoever gets up leaves their chips behind."""
    _chips_stay(patch, lambda state: True)


@planted(1, CHIPS, 40)
def leaver_in_a_pause_goes_home_without_chips(patch: Patch) -> None:
    """Whoever gets up while the table is paused between two hands leaves their chips behind."""
    _chips_stay(patch, lambda state: state.paused is not None and state.hands_played > 0)


@planted(1, CHIPS, 40)
def leaver_of_a_practice_lobby_keeps_chips_at_the_table(patch: Patch) -> None:
    """The chips of whoever gets up before the first hand of a practice table stay there."""
    _chips_stay(patch, lambda state: state.practice and not state.hands_played)


@planted(1, CHIPS, 40)
def rebuy_in_a_pause_counts_twice(patch: Patch) -> None:
    """A rebuy while the table is paused puts twice as many chips there as it takes from the wallet."""
    rebuy = seating.rebuy

    def twice(state: TableState, player: PlayerId, *more: Any) -> Change:
        change = rebuy(state, player, *more)
        before, after = state.chair_of(player), change.state.chair_of(player)
        if state.paused is None or before is None or after is None:
            return change
        return replace(change, state=change.state.change(player, stack=2 * after.stack - before.stack))

    patch.setattr(seating, "rebuy", twice)


@planted(1, CHIPS, 40, game="koo-kiew")
def closing_while_stakes_are_asked_loses_a_stack(patch: Patch) -> None:
    """When a table is to close while stakes are asked, the first player's chips are gone."""
    last_hand = seating.last_hand

    def lost(state: TableState) -> Change:
        change, hand = last_hand(state), state.playing
        if hand is None or state.closing or getattr(hand.round, "stage", "") != "staking":
            return change
        return replace(change, state=change.state.change(change.state.seated[0].player, stack=0))

    patch.setattr(seating, "last_hand", lost)
    patch.setattr(stopping, "last_hand", lost)


@planted(1, CHIPS, 40, game="quan-dui")
def calling_off_in_a_claim_window_posts_too_much(patch: Patch) -> None:
    """Calling off a hand while a discard can be claimed posts one entry too many."""
    void = stopping.void

    def more(state: TableState, *args: Any) -> Change:
        change, hand = void(state, *args), state.playing
        if hand is None or not hand.round.window:
            return change
        extra = ((stored.stack(state, hand.players[0]), 1), (mint(state.place.group), -1))
        writes = (
            replace(each, entries=(*each.entries[1:], *extra)) if isinstance(each, Posting) else each
            for each in change.writes
        )
        return replace(change, writes=tuple(writes))

    patch.setattr(stopping, "void", more)


@planted(1, CHIPS, 2)
def buy_in_taken_twice(patch: Patch) -> None:
    """A buy-in takes twice as many chips from the wallet as come to the table."""
    transfers = stored.transfers

    def twice(before: TableState, after: TableState) -> list[Transfer]:
        once = transfers(before, after)
        return [replace(each, amount=each.amount * 2) if each.target.kind == STACK else each for each in once]

    patch.setattr(stored, "transfers", twice)


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


@planted(1, "no unexpected errors in the log", 20, game="koo-kiew")
def reserve_of_the_bank_not_taken(patch: Patch) -> None:
    """The bank covers more than it has (KK-12)."""
    settle = settlement.settle
    patch.setattr(kookiew, "settle", lambda solvency, bank, bets, *more: settle("unlimited", bank, bets, *more))


@planted(1, SETTLED, 60, game="quan-dui")
def claims_in_the_wrong_order(patch: Patch) -> None:
    """Of two alike who claim a discard, the one gets it who would have been in turn later (QD-8)."""
    decide = claims.decide
    patch.setattr(quandui, "decide", lambda order, answers, rightful: decide(tuple(reversed(order)), answers, rightful))
