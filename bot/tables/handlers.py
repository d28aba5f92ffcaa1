"""Handlers of the commands about one table, by the names in the catalogue: each refuses, or returns a change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from inspect import iscoroutinefunction
from typing import Protocol, TypeAlias

from bot.commands import Refusal, Request
from bot.messages import Person
from bot.messages.lookalikes import told_apart
from bot.tables import hands, next_deal, stopping
from bot.tables.hindrances import rested
from bot.tables.store import TableStore
from bot.tables.turn_clock import TurnClock
from engine.table import seating
from engine.table.changes import Change, Notice, noted
from engine.table.rules import TableRules
from engine.table.state import TableState

STARTED = Notice("did-start")


class TableContext(Protocol):
    """A table as its handlers see it."""

    store: TableStore
    clock: TurnClock

    @property
    def state(self) -> TableState: ...


TableHandler: TypeAlias = Callable[[TableContext, Request], Awaitable[Change]]


async def decide_in_advance(table: TableContext, request: Request) -> Change:
    """Decide before one's turn comes."""
    return hands.decide(table.state, request.who.id, request.word("action"), request.question)


async def start(table: TableContext, request: Request) -> Change:
    """Deal the next hand now, unless somebody else cuts it; the sender sits out no longer.

    Only the cutter ends a pause early: others could choose the moment, and so who sits there.
    """
    store, state, player = table.store, table.state, request.who.id
    next_deal.check_between_hands(state)
    if (until := store.quiet_until) is not None:
        raise Refusal("quiet-hours", until=store.moment(until))
    chair, before = state.chair_of(player), Change(state)
    if chair is not None and chair.out:
        before = seating.sit_back(state, player, store.least_stack)
        state = before.state
        if next_deal.cutter(state, store.rules) is not None:
            # With more seats there is a pause for a cut.
            return before
    before = rested(before, await store.services.hindrances.before_deal(state))
    state = before.state
    ready = next_deal.check_start(state, store.least_stack)
    if chair is not None and all(each.computer for each in ready):
        # Computer players never play among themselves.
        raise Refusal("rebuy-first", least=store.least_stack)
    cutter = next_deal.cutter(state, store.rules)
    if cutter is not None and cutter.player != player:
        raise Refusal("cutter-first", name=cutter.name)
    # A repetition finds its key in the journal, with a sit-back or without.
    return replace(before.then(noted(state, player, "start")), answer=None, done=STARTED, deals=True)


async def join(table: TableContext, request: Request) -> Change:
    store, who = table.store, request.who
    until = table.state.kept_out_until(who.id, store.now)
    if until is not None and table.state.chair_of(who.id) is None:
        raise Refusal("kept-out", until=store.moment(until))
    in_wallet = await store.available_chips(who.id)
    return seated(table.state, who, request.amount("buy-in"), store.table_rules, in_wallet)


def seated(state: TableState, who: Person, amount: int | None, rules: TableRules, in_wallet: int) -> Change:
    """Give a person a chair, under a name like nobody else's there."""
    name = told_apart(who.name, seating.names_beside(state, who.id))
    return seating.join(state, who.id, name, amount, rules, in_wallet)


async def leave(table: TableContext, request: Request) -> Change:
    return seating.leave(table.state, request.who.id, ends_on_leave=table.store.rules.ends_on_leave)


async def sit_out(table: TableContext, request: Request) -> Change:
    return seating.sit_out(table.state, request.who.id)


async def sit_back(table: TableContext, request: Request) -> Change:
    return seating.sit_back(table.state, request.who.id, table.store.least_stack)


async def rebuy(table: TableContext, request: Request) -> Change:
    store, player = table.store, request.who.id
    in_wallet = await store.available_chips(player)
    return seating.rebuy(table.state, player, request.amount("amount"), store.table_rules, in_wallet)


async def add_computer(table: TableContext, request: Request) -> Change:
    store = table.store
    computer, chips = await store.services.computers.newcomer(table.state, store.table_rules)
    change = seated(table.state, computer, None, store.table_rules, chips)
    return replace(change, answer=None, done=Notice("did-add", {"name": computer.name}))


async def remove_computer(table: TableContext, request: Request) -> Change:
    return seating.remove_computer(table.state)


async def hand_over(table: TableContext, request: Request) -> Change:
    return seating.hand_over(table.state, request.who.id, request.word("player"))


async def close(table: TableContext, request: Request) -> Change:
    """Close the table, at once or after the running hand."""
    return seating.close_soon(table.state, request.who.id)


async def stop(table: TableContext, request: Request) -> Change:
    """Call off the running hand and close the table."""
    return stopping.stop(table.state, request.who.id, request.word("reason") or "-", request.who.name)


HANDLERS: dict[str, TableHandler] = {
    name: each for name, each in tuple(globals().items()) if iscoroutinefunction(each) and each.__module__ == __name__
}
"""Every handler but :func:`bot.tables.hands.play`, by the name in its declaration; those of features join them."""


def add(handler: TableHandler) -> None:
    """Add a feature's handler; raise ``ValueError`` for a taken name."""
    name: str = handler.__name__
    if name in HANDLERS:
        raise ValueError(f"there are two handlers {name!r}")
    HANDLERS[name] = handler
