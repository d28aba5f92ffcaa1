"""The log of fingerprints: one append-only list of everything sealed, closed, called off and reversed.

Its leaves make a tree of hashes (RFC 6962); size and root are its *head*. To the holder of a head it can be proved that
an entry stands in the log (inclusion) and that a later head only adds to it (consistency), so groups that compare heads
learn if both saw the same history. Entries are random bytes and hashes without guessable contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from engine.fairness.encoding import digest, tag, u8, u32
from engine.fairness.merkle import parent

EMPTY_ROOT = sha256().digest()

NodeAt: TypeAlias = Callable[[int, int], bytes]
"""Gives the hash of a complete subtree by its level, 0 for a leaf, and its position among those of that level."""


class EntryKind(IntEnum):
    SEALED = 1
    """Packs were sealed for it; the value is their fingerprint."""

    SEALED_ANEW = 2
    """Other packs took the place of those sealed before; the value is the new fingerprint."""

    CLOSED = 3
    """Seats and words were closed; the value is the hash of the closing."""

    CALLED_OFF = 4
    """It was called off while it was played; the value is the hash of the reason."""

    REVERSED = 5
    """It was declared void after it was over; the value is the hash of the reason."""


class Entry(NamedTuple):
    kind: EntryKind
    table: bytes
    """The sixteen bytes that are the table's alone."""

    hand: int

    attempt: int
    """Earlier sealings for the hand."""

    value: bytes
    """32 bytes: what is logged, or its hash."""

    @property
    def leaf(self) -> bytes:
        return digest(b"\x00", tag("log"), u8(self.kind), self.table, u32(self.hand), u8(self.attempt), self.value)


class Head(NamedTuple):
    size: int

    root: bytes


@dataclass(frozen=True, slots=True)
class LogTail:
    """The state needed for appending to the log."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()
    """The roots of the complete subtrees that it is made of, the largest first: one for each bit of its size."""

    def appended(self, leaf: bytes) -> tuple[LogTail, tuple[bytes, ...]]:
        """The log with one more leaf, and the complete subtrees that there are because of it, the leaf first."""
        peaks, made = list(self.peaks), [leaf]
        full = self.size
        while full & 1:
            made.append(parent(peaks.pop(), made[-1]))
            full >>= 1
        return LogTail(self.size + 1, (*peaks, made[-1])), tuple(made)

    @property
    def head(self) -> Head:
        if not self.peaks:
            return Head(0, EMPTY_ROOT)
        root = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            root = parent(peak, root)
        return Head(self.size, root)


def stored_at(level: int, position: int) -> int:
    """The number of a complete subtree in the order in which appending makes them, from 0.

    Each stands after the two that it is made of, so that storing them only ever adds at the end.
    """
    last = ((position + 1) << level) - 1
    return 2 * last - last.bit_count() + level


def tail(size: int, node: NodeAt) -> LogTail:
    peaks, begin = [], 0
    for level in reversed(range(size.bit_length())):
        if size >> level & 1:
            peaks.append(node(level, begin >> level))
            begin += 1 << level
    return LogTail(size, tuple(peaks))


def inclusion_path(index: int, size: int, node: NodeAt) -> tuple[bytes, ...]:
    """Return the path from an entry to the root, the nearest first (RFC 6962, section 2.1.1); raise ``ValueError``."""
    if not 0 <= index < size:
        raise ValueError("the log has no such entry")
    beside, low, high = [], 0, size
    while high - low > 1:
        middle = low + _left_part(high - low)
        if index < middle:
            beside.append((middle, high))
            high = middle
        else:
            beside.append((low, middle))
            low = middle
    return tuple([_root_of_range(*each, node) for each in reversed(beside)])


def consistency_path(earlier: int, size: int, node: NodeAt) -> tuple[bytes, ...]:
    """Prove that a log begins with that of an earlier size (RFC 6962, section 2.1.2); raise ``ValueError``."""
    if not 0 < earlier <= size:
        raise ValueError("the log never had that size")
    beside, low, high = [], 0, size
    while high != earlier:
        middle = low + _left_part(high - low)
        if earlier <= middle:
            beside.append((middle, high))
            high = middle
        else:
            beside.append((low, middle))
            low = middle
    if low:
        beside.append((low, high))
    return tuple([_root_of_range(*each, node) for each in reversed(beside)])


def is_consistent(earlier: Head, later: Head, path: Sequence[bytes]) -> bool:
    """True if a path shows that the later log only adds to the earlier one (RFC 9162, section 2.1.4.2)."""
    if not 0 < earlier.size <= later.size:
        return False
    if earlier.size == later.size:
        return not path and earlier.root == later.root
    hashes = list(path)
    if earlier.size & (earlier.size - 1) == 0:
        hashes.insert(0, earlier.root)
    if not hashes:
        return False
    first, second = earlier.size - 1, later.size - 1
    while first & 1:
        first, second = first >> 1, second >> 1
    first_root = second_root = hashes[0]
    for each in hashes[1:]:
        if not second:
            return False
        if first & 1 or first == second:
            first_root, second_root = parent(each, first_root), parent(each, second_root)
            while first and not first & 1:
                first, second = first >> 1, second >> 1
        else:
            second_root = parent(second_root, each)
        first, second = first >> 1, second >> 1
    return not second and (first_root, second_root) == (earlier.root, later.root)


class Subtree(NamedTuple):
    """A complete subtree; appending never changes its hash."""

    level: int
    position: int
    root: bytes


def complete_subtrees(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> Iterator[Subtree]:
    """Return the complete subtrees whose hashes follow from an entry and its path.

    Two logs with different hashes of one subtree are two histories, whatever their sizes.
    """
    beside, node, level = iter(path), leaf, 0
    while True:
        if (index + 1) << level <= size:
            yield Subtree(level, index, node)
        if size <= 1 << level:
            return
        if (index ^ 1) << level < size:
            other = next(beside)
            if ((index ^ 1) + 1) << level <= size:
                yield Subtree(level, index ^ 1, other)
            node = parent(other, node) if index & 1 else parent(node, other)
        level, index = level + 1, index >> 1


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry of the log with what proves that it stands there."""

    index: int
    """Its place in the log, from 0."""

    entry: Entry
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class EarlierHead:
    """A head that the log once had, with what proves that nothing was changed since."""

    head: Head
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class LogProof:
    """All that the log says of one hand, proved against one head."""

    head: Head
    entries: tuple[LoggedEntry, ...]
    """In the order of the log."""

    earlier: tuple[EarlierHead, ...] = ()
    """Heads that were posted before, the oldest first."""


def _left_part(count: int) -> int:
    return 1 << ((count - 1).bit_length() - 1)


def _root_of_range(low: int, high: int, node: NodeAt) -> bytes:
    """The root over the leaves from ``low`` to below ``high``, which are one part of the tree of some size."""
    count = high - low
    if count & (count - 1) == 0:
        level = count.bit_length() - 1
        return node(level, low >> level)
    middle = low + _left_part(count)
    return parent(_root_of_range(low, middle, node), _root_of_range(middle, high, node))
