"""Slots of fixed length, overwritten in place, so that keys can be destroyed.

They never move, since a database leaves copies of rows that it moves.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

CAPACITY: Final = 128
"""Bytes of keys in a slot, for four packs."""


def slot_content(keys: bytes) -> bytes:
    """Return length, keys and padding zeros; raise ``ValueError`` if too long."""
    if len(keys) > CAPACITY:
        raise ValueError(f"a slot holds {CAPACITY} bytes of keys, not {len(keys)}")
    return bytes([len(keys)]) + keys.ljust(CAPACITY, b"\0")


class KeySlot(TypeDecorator[bytes]):
    """A column of slots, read as keys."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes:
        content = bytes(value or b"\0")
        return content[1 : 1 + content[0]]
