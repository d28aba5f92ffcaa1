"""How the sealed deal writes numbers and texts as bytes before it hashes them.

``u8``, ``u16`` and ``u32`` are big-endian, ``lp`` is a text of up to 65,535 bytes after its length, and a tag keeps
the uses of one hash apart (SD1, "Bytes").
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

DIGEST_BYTES = 32


def digest(*parts: bytes) -> bytes:
    """SHA-256 of all parts, one after the other: 32 bytes."""
    return hashlib.sha256(b"".join(parts)).digest()


def u8(number: int) -> bytes:
    """One byte.

    Raises:
        OverflowError: the number is not from 0 to 255.
    """
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes.

    Raises:
        OverflowError: the number is not from 0 to 65,535.
    """
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes.

    Raises:
        OverflowError: the number is not from 0 to 4,294,967,295.
    """
    return number.to_bytes(4, "big")


def lp(content: bytes) -> bytes:
    """The content after its length.

    Raises:
        OverflowError: it is longer than 65,535 bytes.
    """
    return u16(len(content)) + content


@cache
def tag(name: str) -> bytes:
    """What keeps one use of a hash apart from all others."""
    return lp(b"sealed-deck/1/" + name.encode("ascii"))


def canonical(value: Any) -> str:
    """A value as canonical JSON (RFC 8785), of which there is one spelling only.

    Only texts, whole numbers that every language can hold exactly, lists, ``None`` and mappings with ASCII keys are
    ever written, so the order of keys and the form of numbers need no more care than this.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
