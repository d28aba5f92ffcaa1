"""Streams whose draws or words are given, and the faults in shuffling that the tests have to notice."""

from __future__ import annotations

from collections.abc import Iterable

from engine.fairness import KEY_BYTES, Stream, streams


class Draws(Stream):
    """A stream whose draws are given."""

    def __init__(self, draws: Iterable[int]) -> None:
        self._draws = iter(draws)

    def below(self, limit: int) -> int:
        drawn = next(self._draws)
        assert drawn < limit
        return drawn


def fed(words: Iterable[int], kind: type[Stream] = Stream) -> Stream:
    """A stream whose words are given, and read in the way of its kind; it ends with ``StopIteration``."""
    stream = kind(bytes(KEY_BYTES), "fed")
    stream._words = iter(words)
    return stream


# Faults.


class EightBitModulo(Stream):
    """The last byte of a word, modulo the limit: the first few numbers come a little too often."""

    def below(self, limit: int) -> int:
        return next(self._words) % (1 << 8) % limit


class SixteenBitModulo(Stream):
    """The same with two bytes, of which no statistics of a reasonable size take notice."""

    def below(self, limit: int) -> int:
        return next(self._words) % (1 << 16) % limit


class OneWordTooMany(Stream):
    """Keeps the first of the words that have to be skipped."""

    def below(self, limit: int) -> int:
        while (word := next(self._words)) > streams.WORDS // limit * limit:
            pass
        return word % limit


def naive_swap(stream: Stream, count: int) -> tuple[int, ...]:
    """Swap each card with any other: some orders come more often than others."""
    order = list(range(count))
    for one in range(count):
        other = stream.below(count)
        order[one], order[other] = order[other], order[one]
    return tuple(order)


def sattolo(stream: Stream, count: int) -> tuple[int, ...]:
    """Draw below ``last`` instead of ``last + 1``: no card ever stays where it was."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = stream.below(last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def last_swap_skipped(stream: Stream, count: int) -> tuple[int, ...]:
    """Stop one swap too early."""
    order = list(range(count))
    for last in range(count - 1, 1, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def cut(stream: Stream, count: int) -> tuple[int, ...]:
    """Only cut the pack: every card comes everywhere, but always after the same one."""
    top = stream.below(count)
    return (*range(top, count), *range(top))
