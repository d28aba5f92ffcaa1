"""Packed records in pieces, because a row of two to four kilobytes leaves most of the rest of its page empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from bot.ledger import schema

PIECE_BYTES: Final = 320
"""How many bytes a piece has: twelve of them fill a page of 4096 bytes to the end."""

PIECES: Final = 1 << 10
"""How many pieces a record can have: they are numbered from this times the number of their hand on."""

_piece = schema.record_piece.c


def store_record(connection: Connection, hand: int, content: bytes) -> None:
    """Store the packed record of a hand instead of the one that there was.

    Args:
        connection: within the transaction.
        hand: its number among all hands.
        content: the packed record; without any there is none afterwards.

    Raises:
        ValueError: it is longer than any record can be.
    """
    if len(content) > PIECE_BYTES * PIECES:
        raise ValueError("a packed record is too long to be stored")
    connection.execute(delete(schema.record_piece).where(_of(hand)))
    rows = [
        {"id": hand * PIECES + number, "piece": content[start : start + PIECE_BYTES]}
        for number, start in enumerate(range(0, len(content), PIECE_BYTES))
    ]
    if rows:
        connection.execute(insert(schema.record_piece), rows)


def stored_records(connection: Connection, hands: Iterable[int]) -> dict[int, bytes]:
    """The packed records of those hands that have one, by number.

    Args:
        connection: within the transaction.
        hands: their numbers, of which there may be gaps, but not wide ones.
    """
    wanted = set(hands)
    if not wanted:
        return {}
    query = select(_piece.id, _piece.piece).where(_of(min(wanted), max(wanted))).order_by(_piece.id)
    found: dict[int, list[bytes]] = {}
    for number, piece in connection.execute(query):
        if (hand := number // PIECES) in wanted:
            found.setdefault(hand, []).append(bytes(piece))
    return {hand: b"".join(pieces) for hand, pieces in found.items()}


def drop_records(connection: Connection, hands: Iterable[int]) -> None:
    """Remove the packed records of hands."""
    for hand in hands:
        connection.execute(delete(schema.record_piece).where(_of(hand)))


def _of(first: int, last: int | None = None) -> Any:
    """Which pieces are those of a hand, or of hands from one to another."""
    return _piece.id.between(first * PIECES, (first if last is None else last) * PIECES + PIECES - 1)
