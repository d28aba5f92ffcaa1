"""Numbers and texts as bytes for hashing (SD1, "Bytes").

``u8``, ``u16``, ``u32`` and ``u64`` are big-endian, ``lp`` is a text of up to 65,535 bytes after its length; all raise
``OverflowError`` for what does not fit. A tag keeps the uses of one hash apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

DIGEST_BYTES = 32

BLOCK_BYTES = 64
"""SHA-256 goes through what it hashes in blocks of this length."""

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)

_INNER, _OUTER = (bytes(byte ^ mark for byte in range(256)) for mark in (0x36, 0x5C))


def digest(*parts: bytes) -> bytes:
    """SHA-256 of all parts, one after the other: 32 bytes."""
    return sha256(b"".join(parts)).digest()


class Keyed:
    """HMAC-SHA-256 of many messages under one key, which is hashed only once (RFC 2104).

    Raise ``ValueError`` if the key is longer than a block.
    """

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        if len(key) > BLOCK_BYTES:
            raise ValueError(f"a key has at most {BLOCK_BYTES} bytes")
        block = key.ljust(BLOCK_BYTES, b"\0")
        self._inner, self._outer = sha256(block.translate(_INNER)), sha256(block.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """Return the HMAC of a message: 32 bytes."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def u8(number: int) -> bytes:
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def lp(content: bytes) -> bytes:
    return u16(len(content)) + content


@cache
def tag(name: str) -> bytes:
    """Return the prefix of one use of a hash."""
    return lp(b"sealed-deck/2/" + name.encode())


def canonical(value: Any) -> str:
    """A value as canonical JSON (RFC 8785), of which there is one spelling only.

    Only texts, whole numbers that every language can hold exactly, lists, ``None`` and mappings with ASCII keys are
    ever written, so the order of keys and the form of numbers need no more care than this.
    """
    return _CANONICAL.encode(value)


def canonical_parts(value: Any) -> Iterator[bytes]:
    """The same bit by bit, so that what somebody else wrote is never in memory several times.

    Raise ``UnicodeEncodeError`` if a text has half of a surrogate pair, which is no character.
    """
    return (part.encode() for part in _CANONICAL.iterencode(value))
