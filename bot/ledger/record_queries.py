"""Reading the records of hands, most of which are stored packed."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from bot.ledger import schema
from bot.ledger.record_pieces import stored_records
from engine.fairness.packed_records import frame_numbers, unpack

_frame = schema.record_frame.c
_FRAMES: Final = select(_frame.number, _frame.frame).where(_frame.number.in_(bindparam("_numbers", expanding=True)))


def record_of(connection: Connection, row: Any) -> str:
    """Return the record of a hand; empty if it has none, or none any more.

    Args:
        connection: within the transaction.
        row: a row of ``hand``, with ``record`` of its ``deal``.
    """
    packed = stored_records(connection, (row.id,)).get(row.id, b"")
    return unpack(packed, frames_of(connection, packed)) if packed else row.record or ""


def frames_of(connection: Connection, *packed: bytes) -> dict[int, str]:
    """The texts that these packed records share with others, by number."""
    numbers = {number for each in packed for number in frame_numbers(each)}
    found = connection.execute(_FRAMES, {"_numbers": list(numbers)})
    return {number: frame for number, frame in found}  # noqa: C416
