"""A stream of words from a secret key, and an exactly uniform shuffle: HMAC-SHA-256 in counter mode, with rejection."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator

from engine.fairness.encoding import Keyed, lp, tag, u32

KEY_BYTES = 32

WORDS = 1 << 32

_WORDS_OF_A_BLOCK = struct.Struct(">8I")


class Stream:
    """An endless sequence of uniform 32-bit words drawn from a key; ``label`` keeps the uses of one key apart."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = _words(key, label.encode("ascii"))

    def __repr__(self) -> str:
        return "<Stream>"

    def below(self, limit: int) -> int:
        """Draw a number from 0 to ``limit - 1``, every one equally likely: words that would favour some are skipped.

        Raise ``ValueError`` if there is no number below the limit, or there are more of them than words.
        """
        if not 1 <= limit <= WORDS:
            raise ValueError(f"a draw is below a limit from 1 to {WORDS}")
        if limit == 1:
            return 0
        fair = WORDS // limit * limit
        while (word := next(self._words)) >= fair:
            pass
        return word % limit


def _words(key: bytes, label: bytes) -> Iterator[int]:
    keyed, prefix = Keyed(key), tag("stream") + lp(label)
    for counter in itertools.count():
        yield from _WORDS_OF_A_BLOCK.unpack(keyed.digest(prefix + u32(counter)))


def shuffle(stream: Stream, count: int) -> tuple[int, ...]:
    """Put the numbers 0 … count-1 in an order in which every permutation is equally likely (Fisher and Yates)."""
    order, below = list(range(count)), stream.below
    for last in range(count - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
