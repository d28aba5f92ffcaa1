"""Calling off a hand: nothing was posted of it, so every stake is back, and everybody is told who did it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.ledger import HandClosed, LogAppended, Posting, ResultsAnnounced, WriteSet, hand_number
from bot.messages import PlayerId
from bot.tables.changes import Change, journaled, saved, stack
from bot.tables.hands import SYSTEM, closed_with_record, closing_if_left, empty_chairs, ranked
from bot.tables.seating import close, close_soon
from bot.tables.state import Notice, TableState
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import Dealt

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
