"""Reading the records of hands, most of which are stored packed."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.ledger import schema
from engine.fairness.packed_records import frame_numbers, unpack

_frame = schema.record_frame.c


def unpacked(connection: Connection, packed: bytes) -> str:
    """The record that was packed."""
    query = select(_frame.number, _frame.frame).where(_frame.number.in_(frame_numbers(packed)))
    return unpack(packed, {number: frame for number, frame in connection.execute(query)})  # noqa: C416
