"""Bounds of a record, held before it is parsed.

Anybody can hand anybody a file to verify. A small one must not become large in memory or take long, so its bytes, its
marks of JSON (each can make a value) and the bytes of each text (one letter can widen all others) are counted.
"""

from __future__ import annotations

MOST_BYTES = 1 << 18
"""About twice a record that opens all cards of the largest pack."""

QUOTES_ALWAYS, BYTES_PER_QUOTE = 2048, 20
MARKS_ALWAYS, BYTES_PER_MARK = 4096, 40
"""A record has 2,048 quotation marks at most, and one more for every 20 of its bytes; and 4,096 of all other marks of
JSON, and one more for every 40 bytes."""

MARKS = b"\\[{,:"

MOST_TEXT_BYTES = (1 << 16) - 1
"""Of a text, whose length is hashed in 16 bits."""

MOST_CARDS = 512

MOST_PACKS = 16
"""In a worked record; those of Kiu have four."""

MOST_PATH = 16
"""Of an opening: a tree over 65,536 cards is as high."""


def within_bounds(content: bytes) -> bool:
    """True if a file may be parsed as a record."""
    if len(content) > MOST_BYTES:
        return False
    size, quotes, marks = len(content), content.count(b'"'), sum(map(content.count, MARKS))
    if (quotes - QUOTES_ALWAYS) * BYTES_PER_QUOTE > size or (marks - MARKS_ALWAYS) * BYTES_PER_MARK > size:
        return False
    return max(map(len, content.replace(b'\\"', b"  ").split(b'"'))) <= MOST_TEXT_BYTES
