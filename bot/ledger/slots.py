"""Slots: where keys lie so that they can be destroyed.

A database that overwrites what it deletes still leaves copies behind whenever it moves rows about in its pages, as it
does when one of them grows or goes. A slot is therefore never moved: it lies in a table of its own to whose end rows
are only added, it is always as long as any other, and what lies in it is overwritten where it stands.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

ROOM: Final = 128
"""How many bytes of keys a slot has room for: those of four packs."""


def filled(keys: bytes) -> bytes:
    """What a slot with these keys holds: how many bytes they are, the keys, and zeros up to its end.

    Raises:
        ValueError: there is not enough room for them.
    """
    if len(keys) > ROOM:
        raise ValueError(f"a slot has room for {ROOM} bytes of keys, not for {len(keys)}")
    return bytes([len(keys)]) + keys.ljust(ROOM, b"\0")


class Slot(TypeDecorator[bytes]):
    """A column of slots, which takes and gives the keys in them."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes:
        return filled(value or b"")

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes:
        content = bytes(value or b"\0")
        return content[1 : 1 + content[0]]
