from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.ledger import HandClosed, LogAppended, Posting, ResultsAnnounced, WriteSet, hand_number
from bot.tables.hands import closed_with_record, closing_if_left, empty_chairs, ranked
from bot.tables.stored import stack
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import Dealt
from engine.table.changes import Change, Notice, noted
from engine.table.players import SYSTEM, PlayerId
from engine.table.seating import close, close_soon, last_hand
from engine.table.state import Pause, TableState

LONGEST_PAUSE = timedelta(days=1)
"""The longest pause, so that nobody's chips lie on a table for ever."""

HAND_WAITS = timedelta(minutes=5)
"""The longest that a hand stands still, once: everybody's stakes lie in it."""


@dataclass(frozen=True, slots=True)
class QuestionTime:
    seconds: float

    bank_used: Mapping[PlayerId, float]


def over(state: TableState) -> Change:
    """End the longest pause: a hand that stands still goes on, or else the table closes.

    That hand is not called off, or a pause could win a stake back; none follows before the table is resumed.
    """
    # Another word than the journal's for a closed window.
    said, paused = "pause over", state.paused
    if state.stands_still and paused is not None:
        later = None if state.closing else Pause(paused.by, paused.ends - HAND_WAITS + LONGEST_PAUSE, paused.player)
        notice = Notice("closes-after-hand" if state.closing else "hand-goes-on")
        return noted(replace(state.going_on, paused=later), SYSTEM, said, notice)
    resumed = replace(state, paused=None)
    return noted(resumed, SYSTEM, said, Notice("pause-over")).then(last_hand(resumed))


LOST = "restored from a backup"
"""The public reason to call off a hand after a backup was restored."""


def void(state: TableState, actor: PlayerId, reason: str, by: str = "") -> Change:
    """Call off the running hand and return every stake; the reason and name are public."""
    hand = state.playing
    assert hand is not None
    stacks = dict(zip(hand.players, hand.stacks, strict=True))
    now = closing_if_left(state, hand.rules)
    change = called_off(now, hand.id, hand.dealt, stacks, hand.round.carried_in, actor, reason, by)
    return noted(state, actor, "void").then(change)


def stop(state: TableState, actor: PlayerId, reason: str, by: str) -> Change:
    """Close a table at once for an admin: the running hand is called off, and stacks go back."""
    if state.playing is None:
        return close_soon(state, actor)
    return replace(void(replace(state, closing=True), actor, reason, by), answer=Notice("you-stopped"))


def end(state: TableState, reason: str) -> Change:
    """Close a table at once whose place or latest state is lost, with stacks back.

    Untold results count as announced, so that no later run tries to.
    """
    if state.playing is not None:
        change = void(replace(state, closing=True), SYSTEM, reason)
    else:
        change = noted(state, SYSTEM, "close").then(close(state))
    return replace(change, writes=(*change.writes, ResultsAnnounced(state.id)))


def end_lost(state: TableState, until: str) -> Change:
    """Close a table after a restored backup lost what its people saw; it is complete ``until`` then."""
    change = end(state, LOST)
    # Its last result was shown long ago.
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
    """End the running hand with every stake back; the reason and name are public.

    ``stacks`` go by seat, from before the hand; ``dealt`` is ``None`` if it cannot be read any more.
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
    # No chips move; it stands in the players' statements.
    entries = () if state.practice else tuple((stack(state, player), 0) for player in stacks)
    posted = Posting("called-off", entries, hand, actor, why, ranked(state, tuple(stacks)))
    after = empty_chairs(after)
    fields: dict[str, str | int] = {
        "hand": hand_number(hand),
        "reason": reason or "-",
        "known": "yes" if by else "no",
        "by": by,
        "voids": after.voids,
        "hands": state.hands_played,
    }
    return Change(after, (closed, posted, *logged), (Notice("hand-voided", fields),))
