"""Pausing and resuming a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.commands import Refusal, Request, Who, handles, table_command
from bot.commands.durations import UNITS
from bot.messages import PlayerId
from bot.tables.handlers import TableContext
from bot.tables.stopping import HAND_WAITS, LONGEST_PAUSE, QuestionTime
from bot.tables.table import hosts
from engine.table.changes import Change, Notice, noted
from engine.table.state import Pause, TableState

LEAST_SECONDS = 5.0
"""The least seconds for a resumed question, so that resuming lets no turn lapse."""


@handles(table_command(name="pause", parts=("now",), who=Who.HOST))
async def pause(table: TableContext, request: Request) -> Change:
    """Let no further hand begin."""
    return with_pause(table.state, request.who.id, request.who.name, None, table.store.now)


@handles(table_command(name="pause now", part=True, who=Who.HOST))
async def pause_now(table: TableContext, request: Request) -> Change:
    """Let the running hand stand still, too."""
    return with_pause(table.state, request.who.id, request.who.name, table.clock.question_time, table.store.now)


@handles(table_command(name="resume", who=Who.HOST))
async def resume(table: TableContext, request: Request) -> Change:
    """Resume at once, or when most players want it."""
    wanted = resumed if hosts(table.state, request.who) else asked_to_resume
    return wanted(table.state, request.who.id, request.who.name)


def with_pause(state: TableState, by: PlayerId, name: str, time: QuestionTime | None, now: datetime) -> Change:
    """Let no further hand begin, and with ``time`` let the running one stand still.

    Refused if it is paused already, no hand would follow, or the running one has stood still before.
    """
    hand = state.playing
    stops = time is not None and hand is not None
    if state.paused is not None and (state.paused.stands_still or not stops):
        raise Refusal("paused-already", name=state.paused.by)
    if state.closing and not stops:
        raise Refusal("table-closing")
    if stops and hand is not None and hand.id == state.stood_still:
        raise Refusal("stood-still-already")
    chairs = tuple(chair and replace(chair, goes_on=False) for chair in state.chairs)
    paused, after = Pause(name, now + LONGEST_PAUSE, by), replace(state, chairs=chairs)
    notice = Notice("paused", {"name": name})
    if hand is not None:
        notice = Notice("pauses-after-hand", {"name": name})
    if time is not None and hand is not None:
        seconds, ends = max(time.seconds, LEAST_SECONDS), now + HAND_WAITS
        paused = replace(paused, ends=ends, stands_still=True, turn=hand.turn, seconds=seconds)
        after = replace(after, stood_still=hand.id)
        for player, used in time.bank_used.items():
            chair = after.chair_of(player)
            if chair is not None:
                after = after.change(player, bank=max(0.0, chair.bank - used))
        notice = Notice("paused-at-once", {"name": name, "minutes": HAND_WAITS // UNITS["m"]})
    after = replace(after, paused=paused, resumed=None)
    answer = Notice("you-paused-at-once" if stops else "you-paused")
    return noted(after, by, "pause now" if stops else "pause", notice, answer=answer)


def resumed(state: TableState, by: PlayerId, name: str) -> Change:
    """Refuse unless the table is paused."""
    if state.paused is None:
        raise Refusal("not-paused")
    return noted(state.going_on, by, "resume", Notice("resumed", {"name": name}), answer=Notice("you-resumed"))


def asked_to_resume(state: TableState, by: PlayerId, name: str) -> Change:
    """Count the wish; refuse it unless the table is paused."""
    after = state.change(by, goes_on=True)
    count, needed = sum(chair.goes_on for chair in after.people), len(after.people) // 2 + 1
    if state.paused is None or count >= needed:
        return resumed(state, by, name)
    wants = Notice("wants-to-go-on", {"name": name, "count": count, "needed": needed})
    answer = Notice("you-want-to-go-on", {"count": count, "needed": needed})
    return noted(after, by, "resume", wants, answer=answer)
