"""Closing: who sits where, the words that players added, and what chance outside of Kiu adds to them.

Nobody who knows the sealed packs knows these, and whoever gives them does not know the packs: together they pick one
pack and re-order it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from engine.fairness.encoding import digest, lp, tag, u8

WORD_BYTES = 64
"""The most bytes of a word that a player adds; the fewest are one."""


class BeaconKind(IntEnum):
    """Where the chance of a beacon comes from."""

    NONE = 0
    """No platform's: the words alone re-order the packs."""

    DISCORD = 1
    """The number that Discord gave to the closing message, in decimal digits."""

    TELEGRAM = 2
    """The dice that Telegram threw after the closing message, a byte each."""


class Beacon(NamedTuple):
    """What a platform adds by chance after the words are closed."""

    kind: BeaconKind = BeaconKind.NONE
    value: bytes = b""


NO_BEACON = Beacon()


@dataclass(frozen=True, slots=True)
class Closing:
    """Seats and words as they stood when the deal was closed.

    Raises:
        ValueError: a word is empty or too long, or comes from a seat that nobody has.
    """

    seats: Mapping[int, str]
    """Who sits where, by the number of the chair from 0: ``discord:123``."""

    words: Mapping[int, bytes] = field(default_factory=dict)
    """The words by seat, as the bytes that were posted."""

    def __post_init__(self) -> None:
        if not all(1 <= len(word) <= WORD_BYTES for word in self.words.values()):
            raise ValueError(f"a word has 1 to {WORD_BYTES} bytes")
        if not self.words.keys() <= self.seats.keys():
            raise ValueError("words come from those who are dealt in")

    def seed(self, commitment: bytes, beacon: Beacon) -> bytes:
        """The seed that everybody can compute once the deal is closed: it picks the pack and re-orders it."""
        return digest(
            tag("seed"),
            commitment,
            seats_hash(self.seats),
            u8(len(self.words)),
            *[u8(seat) + lp(word) for seat, word in sorted(self.words.items())],
            u8(beacon.kind),
            lp(beacon.value),
        )


def seats_hash(seats: Mapping[int, str]) -> bytes:
    """The hash of who sits where."""
    parts = [u8(seat) + lp(player.encode()) for seat, player in sorted(seats.items())]
    return digest(tag("seats"), u8(len(seats)), *parts)
