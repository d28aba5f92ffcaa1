"""Where chance comes from: a stream of words out of a secret key, and an exactly uniform shuffle.

The same key always gives the same pack, so a round can be dealt again from what was stored.
The construction is that of the sealed deal, SD1: HMAC-SHA-256 in counter mode, read as 32-bit words, with rejection.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator

KEY_BYTES = 32


class Stream:
    """An endless sequence of uniform 32-bit words drawn from a key; ``label`` keeps the uses of one key apart."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = _words(key, label.encode("ascii"))

    def __repr__(self) -> str:
        return "<Stream>"

    def below(self, limit: int) -> int:
        """Draw a number from 0 to ``limit - 1``, every one equally likely: words that would favour some are skipped."""
        if limit == 1:
            return 0
        fair = (1 << 32) // limit * limit
        while (word := next(self._words)) >= fair:
            pass
        return word % limit


def _words(key: bytes, label: bytes) -> Iterator[int]:
    prefix = _length_prefixed(b"sealed-deck/1/stream") + _length_prefixed(label)
    counter = 0
    while True:
        block = hmac.digest(key, prefix + counter.to_bytes(4, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _length_prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def shuffle(stream: Stream, count: int) -> tuple[int, ...]:
    """Put the numbers 0 … count-1 in an order in which every permutation is equally likely (Fisher and Yates)."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def shuffled_pack(key: bytes, cards: int) -> tuple[int, ...]:
    """The order in which a pack of ``cards`` lies when it is shuffled from ``key``."""
    return shuffle(Stream(key, "deck"), cards)
