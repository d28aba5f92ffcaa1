from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, Scope, Who, handles
from bot.commands.durations import UNITS, duration_of, in_units
from bot.messages import PlayerId
from bot.tables.handlers import TableContext
from engine.table import seating
from engine.table.changes import Change, Notice, noted
from engine.table.state import KeptOut, TableState

KEPT_OUT = timedelta(minutes=10)
"""The shortest time that a removed player may not sit down again."""

LONGEST_KEPT_OUT = timedelta(days=1)
"""The longest such time; admins ban for longer."""


@handles(
    CommandSpec(
        name="kick",
        section="table",
        user_menu=True,
        parameters=(Parameter("player", Kind.PERSON), Parameter("time", Kind.DURATION, optional=True)),
        who=Who.HOST,
        scope=Scope.TABLE,
        changes_seats=True,
    )
)
async def kick(table: TableContext, request: Request) -> Change:
    wanted = request.word("player")
    if table.state.chair_of(wanted) is None and (name := request.picked_name(wanted)):
        raise Refusal("does-not-sit-here", name=name)
    time = request.word("time")
    length = duration_of(time) if time else KEPT_OUT
    store = table.store
    return removed(table.state, wanted, length, store.now, store.moment(store.now + length))


@handles(
    CommandSpec(
        name="readmit", section="table", parameters=(Parameter("player", Kind.PERSON),), who=Who.HOST, scope=Scope.TABLE
    )
)
async def readmit(table: TableContext, request: Request) -> Change:
    return readmitted(table.state, request.who.id, request.word("player"), table.store.now)


def removed(state: TableState, name: str, length: timedelta, now: datetime, until: str) -> Change:
    """Let the host remove somebody, named as for :func:`engine.table.seating.chair_named`.

    Refused if nobody is called that, they were removed already, or the time is out of bounds. ``until`` is its end in
    words.
    """
    if not KEPT_OUT <= length <= LONGEST_KEPT_OUT:
        least, most = KEPT_OUT // UNITS["m"], LONGEST_KEPT_OUT // UNITS["h"]
        raise Refusal("kept-out-too-long", least=least, most=most)
    chair = seating.chair_named(state, name)
    if chair.computer:
        change = seating.remove(state, chair.player, seating.told_removed(chair))
    else:
        count, unit = in_units(length)
        told = seating.Told(
            Notice("was-removed", {"name": chair.name, "amount": chair.stack, "count": count, "unit": unit}),
            Notice("was-removed-after-hand", {"name": chair.name, "count": count, "unit": unit}),
            Notice("you-are-kept-out", {"until": until}),
            Notice("you-are-kept-out-after-hand", {"until": until}),
        )
        others = tuple(each for each in state.kept_out if each.player != chair.player and each.until > now)
        kept_out = (*others, KeptOut(chair.player, chair.name, now + length))
        change = seating.remove(replace(state, kept_out=kept_out), chair.player, told)
    sits = change.state.chair_of(chair.player) is not None
    return replace(change, answer=Notice("you-kicked-after-hand" if sits else "you-kicked", {"name": chair.name}))


def readmitted(state: TableState, actor: PlayerId, name: str, now: datetime) -> Change:
    """Refuse it if nobody of that name is kept out."""
    wanted = name.strip().removeprefix("@").casefold()
    found = [
        each
        for each in state.kept_out
        if each.until > now and wanted in (each.name.casefold(), each.player.casefold(), f"<{each.player}>".casefold())
    ]
    if len(found) != 1:
        raise Refusal("not-kept-out", name=name[:40])
    kept_out = tuple(each for each in state.kept_out if each != found[0] and each.until > now)
    after, named = replace(state, kept_out=kept_out), {"name": found[0].name}
    return noted(after, actor, "readmit", Notice("readmitted", named), answer=Notice("you-readmitted", named))
