"""What becomes of each write in the tables of the database, as far as nobody is told of it in any other way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.ledger import (
    CardShown,
    ErasureAsked,
    HandClosed,
    HandVoided,
    JournalLine,
    Ledger,
    LimitsErased,
    LimitsSaved,
    MessageForgotten,
    MessageSaved,
    PackDisclosed,
    PacksSealed,
    SealBroken,
    queries,
)
from bot.ledger.key_slots import slot_content
from bot.ledger.times import microseconds
from bot.ledger.writes import shown_of, table_number
from engine.fairness import pairwise_id
from engine.fairness.records import Outcome, record, with_picked_pack, with_reversal
from tests.engine.fairness.example_deals import SEATS, TABLE, dealt, so_far

from .conftest import KEYS, hand_opened

DEAL = dealt(seats={chair: pairwise_id(TABLE, player) for chair, player in SEATS.items()})
RECORD = record(so_far(DEAL), Outcome({0: 30, 1: -10, 5: -20}))
"""A record that can be packed, as those of all hands can that Kiu deals."""

PLAIN = '{"commit":"c0"}'
"""One that cannot."""


async def rows(ledger: Ledger, query: str) -> list[tuple[Any, ...]]:
    """All rows of a query, as they are stored."""

    def read(connection: Connection) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in connection.exec_driver_sql(query)]

    return await ledger.read(read)


async def record_of(ledger: Ledger, hand: int) -> str:
    row = await ledger.read(queries.hand, hand)
    assert row is not None
    return row.record


# --- numbers -------------------------------------------------------------------------------------------------------


def test_moments_are_counted_from_1970_on() -> None:
    assert microseconds(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert microseconds(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=1, microseconds=2)) == 1_000_002
    assert microseconds(datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)) == 10**15


@pytest.mark.parametrize(
    ("table", "number"), [("1", 1), ("z", 35), ("10", 36), ("1a", 46), ("zzzzzzzzzz", 36**10 - 1), ("9" * 11, None)]
)
def test_the_id_of_a_table_spells_its_number(table: str, number: int | None) -> None:
    assert table_number(table) == (int(table, 36) if number is None else number)
    assert table_number(table) < 1 << 63, "it has room in a row"


@pytest.mark.parametrize("table", ["", "t-1", "-1", " 1", "1_0", "٣", "kö", "zzzzzzzzzzzz"])
def test_an_id_that_was_never_handed_out_spells_none(table: str) -> None:
    assert table_number(table) == 0


async def test_cards_shown_after_a_hand_are_in_a_journal_of_the_hand(ledger: Ledger) -> None:
    shown = [CardShown(1, place, "ann", f'{{"card":{place}}}') for place in (3, 0)]
    await ledger.commit((hand_opened(1), hand_opened(2), JournalLine("t", 3, 1, "ann", "raise 30"), *shown))
    await ledger.commit((CardShown(2, 3, "ann", "{}"),))

    assert await rows(ledger, "SELECT DISTINCT table_id FROM journal WHERE hand = 1 ORDER BY 1") == [
        (shown_of(1),),
        ("t",),
    ]
    assert sorted(await ledger.read(queries.cards_shown, 1), key=lambda each: each.place) == shown[::-1]
    assert [each.text for each in await ledger.read(queries.journal, 1)] == ["raise 30"]


async def test_lines_of_hands_that_run_at_once_share_pages(ledger: Ledger) -> None:
    for number in range(3):
        hands = [hand_opened(200 * number + table, f"t{table}", number=number) for table in range(1, 201)]
        await ledger.commit(tuple(hands))
        before = ledger.storage().log
        for seq in range(9 * number, 9 * number + 9):
            await ledger.commit(tuple(JournalLine(each.table, seq, each.hand, "ann", "bet 10") for each in hands))
    assert ledger.storage().log - before < 1_000_000


# --- what is sealed ------------------------------------------------------------------------------------------------


async def test_the_keys_of_a_table_are_kept_until_its_seal_is_broken(ledger: Ledger) -> None:
    slot = "SELECT kept, content FROM key_slot WHERE table_id = 't'"
    await ledger.commit((PacksSealed("t", 1, 0, KEYS), PacksSealed("u", 1, 0, KEYS)))
    assert await rows(ledger, slot) == [(1, slot_content(KEYS))]
    await ledger.commit((SealBroken("t"),))

    assert await rows(ledger, slot) == [(0, bytes(129))]
    assert await ledger.read(queries.seal, "t") is None
    kept = await ledger.read(queries.seal, "u")
    assert kept is not None
    assert kept.keys == KEYS


# --- what is over --------------------------------------------------------------------------------------------------


async def test_a_record_comes_out_as_it_went_in(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1),))
    await ledger.commit((HandClosed(1, (1, -1), record=RECORD, record_hash="4a5b", key=KEYS[:32]),))
    assert await record_of(ledger, 1) == RECORD
    disclosed = with_picked_pack(RECORD, DEAL.picked_pack.key)
    await ledger.commit((PackDisclosed(1, disclosed),))
    assert await record_of(ledger, 1) == disclosed
    reversed_ = with_reversal(disclosed, "wrong rules")
    await ledger.commit((HandVoided(1, "wrong rules", reversed_),))
    assert await record_of(ledger, 1) == reversed_
    assert await rows(ledger, "SELECT sealed, record_hash FROM deal") == [("", "4a5b")]


async def test_a_hand_without_a_record_has_none_when_it_is_declared_void(ledger: Ledger) -> None:
    await ledger.commit((hand_opened(1), HandClosed(1, (1, -1))))
    await ledger.commit((HandVoided(1, "wrong rules"),))
    row = await ledger.read(queries.hand, 1)

    assert row is not None
    assert (row.voided, row.record, row.keys) == ("wrong rules", "", KEYS)


# --- what is forgotten ---------------------------------------------------------------------------------------------


async def test_limits_are_kept_until_they_are_erased(ledger: Ledger) -> None:
    await ledger.commit((LimitsSaved("ann", '{"loss":1}'), LimitsSaved("bo", '{"loss":2}')))
    await ledger.commit((LimitsSaved("ann", '{"loss":3}'),))
    kept = await rows(ledger, "SELECT player, limits FROM player_limit ORDER BY player")
    assert kept == [("ann", '{"loss":3}'), ("bo", '{"loss":2}')]
    await ledger.commit((LimitsErased("ann"),))

    assert await rows(ledger, "SELECT player FROM player_limit") == [("bo",)]


async def test_a_message_that_is_forgotten_is_no_longer_edited(ledger: Ledger) -> None:
    await ledger.commit((MessageSaved("1", "hand", "m1"), MessageSaved("1", "table", "m2")))
    await ledger.commit((MessageForgotten("1", "hand"), MessageForgotten("2", "table")))

    assert await ledger.read(queries.messages, "1") == {"table": "m2"}


async def test_who_asks_to_be_forgotten_is_noted_until_that_is_done(ledger: Ledger) -> None:
    await ledger.commit((ErasureAsked("ann"), ErasureAsked("bo")))

    assert [each.player for each in await ledger.read(queries.erasures)] == ["ann", "bo"]
