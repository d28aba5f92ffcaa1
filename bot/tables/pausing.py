"""Pausing a table and resuming it.

No hand begins while a table is paused. One that is being played goes on to its end, or stands still for some minutes:
then no clock runs and nobody may act, and what was left of the time for its question is left when it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.commands import Refusal
from bot.commands.durations import UNITS
from bot.messages import PlayerId
from bot.tables.changes import Change, journaled, saved
from bot.tables.hands import SYSTEM
from bot.tables.seating import last_hand
from bot.tables.state import Notice, Pause, TableState

LONGEST_PAUSE = timedelta(days=1)
"""After how long a pause is over by itself, so that nobody's chips lie on a table for ever."""

HAND_WAITS = timedelta(minutes=5)
"""For how long a hand stands still at most, and only once: everybody's stakes lie in it."""

LEAST_SECONDS = 5.0
"""The least seconds for a question that stood still, so that nobody's turn lapses by resuming."""


@dataclass(frozen=True, slots=True)
class QuestionTime:
    """The time of the question that a hand asks now."""

    seconds: float
    """The seconds that are left of the usual time."""

    bank_used: Mapping[PlayerId, float]
    """The seconds of their time bank that players have used for it, once their usual time is over."""


def pause(state: TableState, by: PlayerId, name: str, time: QuestionTime | None, now: datetime) -> Change:
    """Let no further hand begin; with the time of the question that stands, let the running hand stand still as well.

    Args:
        by: the id of who pauses it.
        name: their name.
        time: what is left for the question of the running hand if that is to stand still; ``None`` if it goes on.

    Raises:
        Refusal: it is paused already, no hand follows in any case, or the running one has stood still before.
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


def ask_to_resume(state: TableState, by: PlayerId, name: str) -> Change:
    """Resume the table as soon as most of those who sit there want it.

    Raises:
        Refusal: it is not paused.
    """
    after = state.change(by, goes_on=True)
    count, needed = sum(chair.goes_on for chair in after.people), len(after.people) // 2 + 1
    if state.paused is None or count >= needed:
        return resume(state, by, name)
    wants = Notice("wants-to-go-on", {"name": name, "count": count, "needed": needed})
    line = journaled(after, by, "resume")
    return Change(after, (line,), (wants,), Notice("you-want-to-go-on", {"count": count, "needed": needed}))


def over(state: TableState) -> Change:
    """End a pause that has lasted as long as one may: a hand that stands still goes on, or else the table closes.

    That hand is not called off, or whoever pauses could get a stake back by waiting; none follows before the table is
    resumed.
    """
    # Not the word with which the journal of a hand tells that a window was closed.
    line, paused = journaled(state, SYSTEM, "pause over"), state.paused
    if state.stands_still and paused is not None:
        later = None if state.closing else Pause(paused.by, paused.ends - HAND_WAITS + LONGEST_PAUSE, paused.player)
        after = replace(state.going_on, paused=later)
        notice = Notice("closes-after-hand" if state.closing else "hand-goes-on")
        return Change(after, (line, saved(after)), (notice,))
    change = last_hand(replace(state, paused=None))
    writes, notices = (line, *(change.writes or (saved(change.state),))), (Notice("pause-over"), *change.notices)
    return replace(change, writes=writes, notices=notices, answer=None)
