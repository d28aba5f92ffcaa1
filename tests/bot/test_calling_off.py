"""Calling off a hand: every stake goes back, as if it had never been dealt; decided from the table alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.ledger import HandClosed, LogAppended, Posting, ResultsAnnounced, stack, wallet
from bot.tables import stopping
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import hash_of
from engine.table.changes import Change, Notice
from engine.table.state import TableState
from tests.bot.plain_tables import told, transfers
from tests.bot.scenario import GROUP
from tests.engine.table.tables import PAUSED, chair, in_play, lines, table_of

SARI, BUDI, WATI, BOSS = "test:sari", "test:budi", "test:wati", "test:boss"
WHY = "cards were seen"


def table(**fields: Any) -> TableState:
    """Sari has bet 20 and Budi called, so that 30, 30 and 10 chips are in the pot; then Wati is asked."""
    before = {"streak": 2, "voids": 4, "next_dealer_chair": 1, **fields}
    return in_play(chair("Sari"), chair("Budi"), chair("Wati"), script="Sari bet 20 · Budi call", **before)


def home(player: str, amount: int) -> tuple[Any, Any, int]:
    """Chips from a player's stack to their wallet."""
    return stack(GROUP, "T1", player), wallet(GROUP, player), amount


def posted(change: Change) -> Posting:
    """How the hand stands in statements."""
    (found,) = [each for each in change.writes if isinstance(each, Posting)]
    assert found.entries == tuple((stack(GROUP, "T1", player), 0) for player in (SARI, BUDI, WATI)), "no chips move"
    return found


def closed_hand(change: Change) -> HandClosed:
    """The end of the hand, as it is stored."""
    (closed,) = [each for each in change.writes if isinstance(each, HandClosed)]
    return closed


def stacks(state: TableState) -> dict[str, int]:
    return {each.player: each.stack for each in state.seated}


def test_every_stake_goes_back_as_if_the_hand_had_never_been_dealt() -> None:
    """The same player deals again, and odd chips of earlier hands wait on."""
    change = stopping.void(table(), BOSS, WHY, "Boss")

    assert transfers(change) == []
    assert stacks(change.state) == {SARI: 110, BUDI: 110, WATI: 110}
    assert lines(change) == [(BOSS, "void")]
    after = change.state
    assert (after.hand, after.carried, after.next_dealer_chair, after.streak, after.voids) == (None, 0, 0, 1, 5)
    assert not after.closed
    assert change.notices == (
        Notice("hand-voided", {"hand": "7", "reason": WHY, "known": "yes", "by": "Boss", "voids": 5, "hands": 3}),
    )
    said = posted(change)
    assert (said.reason, said.hand, said.actor, said.note, said.ranked) == ("called-off", 7, BOSS, WHY, True)


def test_the_record_of_a_hand_that_was_called_off_opens_no_pack() -> None:
    """Nobody has won or lost anything, and the next hand is sealed with the hash of this record."""
    before = table()
    assert before.hand is not None
    change = stopping.void(before, BOSS, WHY, "Boss")
    closed = closed_hand(change)
    fields = json.loads(closed.record)

    assert (closed.hand, closed.settlement, closed.voided) == (7, (0, 0, 0), WHY)
    assert closed.key == before.hand.deal.picked_pack.key, "so that players can prove their own cards"
    assert fields["outcome"] == {"net": {"0": 0, "1": 0, "2": 0}, "voided": WHY}
    assert fields["disclosed"] is None
    assert closed.record_hash == hash_of(closed.record).hex() == change.state.chain
    assert not closed.wallets, "it counts in no statistics"
    assert [each for each in change.writes if isinstance(each, LogAppended)] == [
        LogAppended(HandEntries.of(before.hand.deal.seal).called_off(WHY))
    ]


def test_who_sits_there_no_more_gets_nothing_to_a_chair() -> None:
    """A hand whose deal cannot be read is called off without a record, and a reason if none is given."""
    state = table(streak=0)
    state = replace(state, chairs=(None, *state.chairs[1:]))
    change = stopping.called_off(state, 7, None, {SARI: 110, BUDI: 80, WATI: 110}, 3)
    closed = closed_hand(change)

    assert transfers(change) == []
    assert stacks(change.state) == {BUDI: 80, WATI: 110}
    assert (posted(change).actor, posted(change).note) == ("", "could not be resumed")
    assert (change.state.carried, change.state.streak) == (3, 0)
    assert (closed.record, closed.voided, closed.settlement) == ("", "could not be resumed", (0, 0, 0))
    assert change.state.chain == state.chain
    assert not any(isinstance(each, LogAppended) for each in change.writes)
    assert change.notices == (
        Notice("hand-voided", {"hand": "7", "reason": "-", "known": "no", "by": "", "voids": 5, "hands": 3}),
    )


def test_whoever_waits_for_the_end_of_the_hand_to_leave_gets_up_with_their_stake() -> None:
    change = stopping.void(table().change(BUDI, leaving=True), BOSS, WHY)

    assert transfers(change) == [home(BUDI, 110)]
    assert stacks(change.state) == {SARI: 110, WATI: 110}
    assert not change.state.closed


@pytest.mark.parametrize(("leaving", "closes"), [("goes_on", False), ("ends", True)])
def test_a_session_that_ends_when_somebody_leaves_ends_with_the_hand_called_off(leaving: str, closes: bool) -> None:
    """QQ-28, by the rules that the hand is played under."""
    state = table().change(BUDI, leaving=True)
    assert state.hand is not None
    rules = replace(state.hand.rules, leaving=leaving)  # type: ignore[call-arg]

    assert stopping.void(replace(state, hand=replace(state.hand, rules=rules)), BOSS, WHY).state.closed is closes


@pytest.mark.parametrize("paused", [None, PAUSED])
def test_a_table_that_is_stopped_gives_every_chip_back(paused: Any) -> None:
    change = stopping.stop(table(paused=paused), BOSS, WHY, "Boss")

    assert change.state.closed
    assert change.state.paused is None
    assert transfers(change) == [home(player, 110) for player in (SARI, BUDI, WATI)]
    assert lines(change) == [(BOSS, "void")]
    assert change.answer == Notice("you-stopped")


def test_a_table_that_is_stopped_between_hands_is_closed() -> None:
    change = stopping.stop(table_of(chair("Sari"), chair("Budi")), BOSS, WHY, "Boss")

    assert change.state.closed
    assert transfers(change) == [home(SARI, 100), home(BUDI, 100)]


def test_a_table_whose_place_is_gone_calls_off_its_hand_for_nobody() -> None:
    change = stopping.end(table(), "the channel is gone")

    assert change.state.closed
    assert lines(change) == [("", "void")]
    assert closed_hand(change).voided == "the channel is gone"


def test_a_result_that_nobody_can_be_shown_counts_as_announced() -> None:
    over = in_play(chair("Sari"), chair("Budi"), script="Sari bet 20 · Budi fold")
    assert over.playing is None
    change = stopping.end(over, "the channel is gone")

    assert change.state.closed
    assert lines(change) == [("", "close")]
    assert ResultsAnnounced(over.id) in change.writes
    assert ResultsAnnounced(over.id) in stopping.end(table(), "gone").writes, "those of the hands before it"


def test_a_table_of_which_the_latest_is_lost_is_closed_and_says_so() -> None:
    """Its last result was shown long ago, and is not shown again."""
    change = stopping.end_lost(table(), "yesterday at noon")

    assert change.state.closed
    assert change.state.hand is None
    assert closed_hand(change).voided == "restored from a backup"
    assert told(change)[:2] == ["restored", "hand-voided"]
    assert change.notices[0].fields == {"until": "yesterday at noon"}
    over = stopping.end_lost(in_play(chair("Sari"), chair("Budi"), script="Sari bet 20 · Budi fold"), "noon")
    assert (over.state.closed, over.state.hand, told(over)[0]) == (True, None, "restored")
