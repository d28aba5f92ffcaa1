"""Adding and removing computer players."""

from __future__ import annotations

from dataclasses import replace

from bot.commands import CommandSpec, Refusal, Request, Scope, Who, handles
from bot.tables import seating
from bot.tables.changes import Change
from bot.tables.handlers import TableContext
from bot.tables.state import Notice, TableState


@handles(
    CommandSpec(
        name="add computer",
        section="table",
        discord="table add-computer",
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        in_private=True,
    )
)
async def add_computer(table: TableContext, request: Request) -> Change:
    """Let a computer player sit down."""
    store = table.store
    computer, chips = await store.services.computers.newcomer(table.state, store.table_rules)
    change = seating.join(table.state, computer, None, store.table_rules, chips)
    return replace(change, answer=None, done=Notice("did-add", {"name": computer.name}), newcomer=computer)


@handles(
    CommandSpec(
        name="remove computer",
        section="table",
        discord="table remove-computer",
        who=Who.HOST,
        scope=Scope.TABLE,
        as_group=True,
        changes_seats=True,
        in_private=True,
    )
)
async def remove_computer(table: TableContext, request: Request) -> Change:
    """Remove the computer player that sat down last."""
    return without_computer(table.state)


def without_computer(state: TableState) -> Change:
    computers = [chair for chair in state.seated if chair.computer and not chair.removed]
    if not computers:
        raise Refusal("no-computer-here")
    change = seating.remove(state, computers[-1].player, seating.told_removed(computers[-1]))
    return replace(change, done=Notice("did-remove", {"name": computers[-1].name}))
