"""Key slots: rows of fixed length that hold keys, so that the keys can be destroyed.

A database that overwrites what it deletes still leaves copies behind whenever it moves rows within its pages, as it
does when one of them grows or is deleted. A slot is therefore never moved: slots have a table of their own, to whose
end rows are only added, all slots have the same length, and their content is overwritten in place.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

CAPACITY: Final = 128
"""How many bytes of keys a slot holds: those of four packs."""


def slot_content(keys: bytes) -> bytes:
    """The content of a slot with these keys: their length in bytes, the keys, and zeros up to the end.

    Raise ``ValueError`` if they are too long.
    """
    if len(keys) > CAPACITY:
        raise ValueError(f"a slot holds {CAPACITY} bytes of keys, not {len(keys)}")
    return bytes([len(keys)]) + keys.ljust(CAPACITY, b"\0")


class KeySlot(TypeDecorator[bytes]):
    """A column of slots, which is written and read as the keys in them."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes:
        return slot_content(value or b"")

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes:
        content = bytes(value or b"\0")
        return content[1 : 1 + content[0]]
