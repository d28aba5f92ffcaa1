"""Stopping: pausing a table and resuming it, calling off a hand, and closing at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.commands import Refusal
from bot.commands.durations import UNITS
from bot.ledger import HandClosed, LogAppended, Posting, ResultsAnnounced, WriteSet, hand_number
from bot.messages import PlayerId
from bot.tables.changes import Change, journaled, saved, stack
from bot.tables.hands import SYSTEM, closed_with_record, closing_if_left, empty_chairs, ranked
from bot.tables.seating import close, close_soon, last_hand
from bot.tables.state import Notice, Pause, TableState
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import Dealt

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


LOST = "restored from a backup"
"""Why a hand is called off of which the latest is lost, for everybody to read."""


def void(state: TableState, actor: PlayerId, reason: str, by: str = "") -> Change:
    """Call off the running hand: every stake goes back to the one who staked it.

    Args:
        state: the table.
        actor: who calls it off; nobody if the bot has to.
        reason: why, for everybody to read.
        by: their name, for everybody to read.
    """
    hand = state.playing
    assert hand is not None
    stacks = dict(zip(hand.players, hand.stacks, strict=True))
    line, now = journaled(state, actor, "void"), closing_if_left(state, hand.rules)
    change = called_off(now, hand.id, hand.dealt, stacks, hand.round.carried_in, actor, reason, by)
    return replace(change, writes=(line, *change.writes))


def stop(state: TableState, actor: PlayerId, reason: str, by: str) -> Change:
    """Close a table at once: a running hand is called off, and every stack goes back to where it came from.

    Args:
        state: the table.
        actor: the admin who stops it.
        reason: why a running hand is called off, for everybody to read.
        by: the admin's name, for everybody to read.
    """
    if state.playing is None:
        return close_soon(state, actor)
    return replace(void(replace(state, closing=True), actor, reason, by), answer=Notice("you-stopped"))


def end(state: TableState, reason: str) -> Change:
    """Close a table at once: a running hand is called off, and every stack goes back to where it came from.

    So ends one whose place is gone, or of which the latest is lost. Results that were not announced count as
    announced, so that no later run tries to.
    """
    if state.playing is not None:
        change = void(replace(state, closing=True), SYSTEM, reason)
        return replace(change, writes=(*change.writes, ResultsAnnounced(state.id)))
    line = journaled(state, SYSTEM, "close")
    change = close(state)
    return replace(change, writes=(line, ResultsAnnounced(state.id), *change.writes))


def end_lost(state: TableState, until: str) -> Change:
    """Close a table whose people have seen more than is known of it, because a backup was restored.

    Args:
        state: the table as the backup has it.
        until: up to which moment it knows everything, in words.
    """
    change = end(state, LOST)
    # Its last result was shown long ago; now its people are told what has become of the table.
    return replace(
        change, state=replace(change.state, hand=None), notices=(Notice("restored", {"until": until}), *change.notices)
    )


def called_off(
    state: TableState,
    hand: int,
    dealt: Dealt | None,
    stacks: Mapping[PlayerId, int],
    carried: int,
    actor: PlayerId = "",
    reason: str = "",
    by: str = "",
) -> Change:
    """The table without its running hand, the stakes of which go back.

    Args:
        state: the table.
        hand: the number of the hand.
        dealt: how it was dealt, and what lay open; ``None`` if that cannot be read any more.
        stacks: the chips that each player who was dealt in had before it, in the order of the seats.
        carried: odd chips of earlier hands, which wait on.
        actor: the admin who calls it off; nobody if the bot has to.
        reason: why, for everybody to read.
        by: the admin's name; empty if the bot has to.
    """
    # As if it had never been dealt: the same player deals again.
    after = replace(
        state,
        hand=None,
        carried=carried,
        next_dealer_chair=state.dealer_chair,
        streak=max(state.streak - 1, 0),
        voids=state.voids + 1,
    )
    for player, chips in stacks.items():
        if after.chair_of(player) is not None:
            after = after.change(player, stack=chips)
    why, nothing = reason or "could not be resumed", (0,) * len(stacks)
    logged: WriteSet = ()
    if dealt is None:
        closed = HandClosed(hand, nothing, why)
    else:
        logged = (LogAppended(HandEntries.of(dealt.deal.seal).called_off(why)),)
        closed = closed_with_record(hand, dealt, dict.fromkeys(dealt.deal.closing.seats, 0), nothing, why)
        after = replace(after, chain=closed.record_hash)
    # No chips move: it only stands in the statements of those who were dealt in.
    entries = () if state.practice else tuple((stack(state, player), 0) for player in stacks)
    posted = Posting("called-off", entries, hand, actor, why, ranked(state, tuple(stacks)))
    after, rows = empty_chairs(after)
    fields: dict[str, str | int] = {
        "hand": hand_number(hand),
        "reason": reason or "-",
        "known": "yes" if by else "no",
        "by": by,
        "voids": after.voids,
        "hands": state.hands_played,
    }
    return Change(after, (closed, posted, *logged, *rows, saved(after)), (Notice("hand-voided", fields),))
