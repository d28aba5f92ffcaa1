"""Pausing a table and resuming it.

No hand begins while a table is paused. One that is being played goes on to its end, or stands still: then no clock runs
and nobody may act, and what was left of the time for its question is left when the table is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.commands import Refusal
from bot.messages import PlayerId
from bot.tables.changes import Change, journaled, saved
from bot.tables.hands import SYSTEM
from bot.tables.seating import last_hand
from bot.tables.state import Notice, Pause, TableState

LONGEST_PAUSE = timedelta(days=1)
"""After how long a pause is over by itself, so that nobody's chips lie on a table for ever."""

LEAST_SECONDS = 5.0
"""How many seconds are left at least for a question that stood still, so that nobody's turn lapses by resuming."""


@dataclass(frozen=True, slots=True)
class QuestionTime:
    """The time of the question that a hand asks now."""

    seconds: float
    """How many are left of the usual time."""

    bank_used: Mapping[PlayerId, float]
    """How many seconds of their time bank those have used for it whose usual time is over."""


def pause(state: TableState, by: PlayerId, name: str, time: QuestionTime | None, now: datetime) -> Change:
    """Let no further hand begin; with the time of the question that stands, let the running hand stand still as well.

    Args:
        state: the table.
        by: the id of who pauses it.
        name: their name.
        time: what is left for the question of the running hand if that is to stand still; ``None`` if it goes on.
        now: the date and time, in UTC.

    Raises:
        Refusal: it is paused already, or no hand follows in any case.
    """
    hand = state.playing
    stops = time is not None and hand is not None
    if state.paused is not None and (state.paused.stands_still or not stops):
        raise Refusal("paused-already", name=state.paused.by)
    if state.closing and not stops:
        raise Refusal("table-closing")
    paused, after = Pause(name, now + LONGEST_PAUSE), state
    notice = Notice("paused", {"name": name})
    if hand is not None:
        notice = Notice("pauses-after-hand", {"name": name})
    if time is not None and hand is not None:
        paused = replace(paused, stands_still=True, turn=hand.turn, seconds=max(time.seconds, LEAST_SECONDS))
        for player, used in time.bank_used.items():
            chair = after.chair_of(player)
            if chair is not None:
                after = after.change(player, bank=max(0.0, chair.bank - used))
        notice = Notice("paused-at-once", {"name": name})
    after = replace(after, paused=paused, resumed=None)
    line = journaled(after, by, "pause now" if stops else "pause")
    return Change(after, (line, saved(after)), (notice,), Notice("you-paused-at-once" if stops else "you-paused"))


def resume(state: TableState, by: PlayerId, name: str) -> Change:
    """Let hands follow one another again, and one that stands still go on.

    Raises:
        Refusal: it is not paused.
    """
    if state.paused is None:
        raise Refusal("not-paused")
    after = state.going_on
    line = journaled(after, by, "resume")
    return Change(after, (line, saved(after)), (Notice("resumed", {"name": name}),), Notice("you-resumed"))


def over(state: TableState) -> Change:
    """End a pause that has lasted as long as one may: the table closes, after the hand that stands still.

    That hand is not called off, or whoever pauses could get a stake back by waiting.
    """
    # Not the word with which the journal of a hand tells that a window was closed.
    line = journaled(state, SYSTEM, "pause over")
    change = last_hand(state.going_on)
    writes, notices = (line, *(change.writes or (saved(change.state),))), (Notice("pause-over"), *change.notices)
    return replace(change, writes=writes, notices=notices, answer=None)
