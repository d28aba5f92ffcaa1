"""Packed records in pieces: what is stored comes out again, and only the records that were asked for."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from bot.ledger import Ledger
from bot.ledger.record_pieces import PIECE_BYTES, PIECES, drop_records, store_record, stored_records


@pytest.mark.parametrize("size", [1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, PIECE_BYTES * PIECES])
async def test_a_record_comes_out_as_it_went_in(ledger: Ledger, size: int) -> None:
    content = bytes(number % 251 for number in range(size))

    def stored(connection: Connection) -> dict[int, bytes]:
        for hand, each in ((6, b"six"), (7, content), (8, b"eight")):
            store_record(connection, hand, each)
        return stored_records(connection, (5, 6, 7))

    assert await ledger._writer.read(stored) == {6: b"six", 7: content}


async def test_another_record_takes_the_place_of_all_pieces_of_the_one_before(ledger: Ledger) -> None:
    def replaced(connection: Connection) -> list[dict[int, bytes]]:
        found = []
        store_record(connection, 6, b"six" * PIECE_BYTES)
        for content in (b"long" * PIECE_BYTES, b"short", b""):
            store_record(connection, 7, content)
            found.append(stored_records(connection, (7,)))
        drop_records(connection, (7,))
        return [*found, stored_records(connection, ()), stored_records(connection, (6,))]

    assert await ledger._writer.read(replaced) == [
        {7: b"long" * PIECE_BYTES},
        {7: b"short"},
        {},
        {},
        {6: b"six" * PIECE_BYTES},
    ]


async def test_a_record_that_would_reach_into_the_next_hand_is_refused(ledger: Ledger) -> None:
    def too_long(connection: Connection) -> None:
        store_record(connection, 7, bytes(PIECE_BYTES * PIECES + 1))

    with pytest.raises(Exception, match="too long to be stored"):
        await ledger._writer.read(too_long)
