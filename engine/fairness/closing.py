"""Closing: the seats, the players' words, and chance from outside.

Nobody who knows the sealed packs knows these, nor the other way round; together they pick one pack and re-order it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from typing import Any, NamedTuple

from engine.fairness.encoding import DIGEST_BYTES, digest, lp, tag, u8

WORD_BYTES = 64
"""The fewest are one."""

REVEAL_BYTES = 32
"""Bytes of chance that a player pledges and reveals."""

PAIRWISE_BYTES = 16


class BeaconKind(IntEnum):
    """A source of chance outside Kiu."""

    DISCORD = 1
    """The number that Discord gave to the closing message, in decimal digits."""

    TELEGRAM = 2
    """The dice that Telegram threw after the closing message, a byte each."""


PLATFORMS = frozenset({BeaconKind.DISCORD, BeaconKind.TELEGRAM})
"""The beacons that a chat platform adds."""


class Beacon(NamedTuple):
    """Chance from outside, added after the deal is closed."""

    kind: BeaconKind
    value: bytes


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance that nobody could foresee at the closing: reveals and beacons, in the order of their kinds."""

    beacons: tuple[Beacon, ...] = ()
    """The beacons, ascending by kind; none where nobody added one."""

    reveals: Mapping[int, bytes] = field(default_factory=dict)
    """The chance that players had pledged, by chair; a pledge without its reveal is missing."""

    def __post_init__(self) -> None:
        if any(len(reveal) != REVEAL_BYTES for reveal in self.reveals.values()):
            raise ValueError(f"a reveal has {REVEAL_BYTES} bytes")
        if any(one.kind >= other.kind for one, other in pairwise(self.beacons)):
            raise ValueError("there is one beacon of a kind, and they are in the order of kinds")

    @property
    def has_platform(self) -> bool:
        """True if a chat platform has added a beacon."""
        return any(beacon.kind in PLATFORMS for beacon in self.beacons)

    @property
    def fields(self) -> dict[str, Any]:
        beacons = [{"kind": int(each.kind), "value": each.value.hex()} for each in self.beacons]
        return {"reveals": _in_hex(self.reveals), "beacons": beacons}

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Chance:
        beacons = [Beacon(BeaconKind(each["kind"]), bytes.fromhex(each["value"])) for each in fields["beacons"]]
        return cls(tuple(beacons), _from_hex(fields["reveals"]))


@dataclass(frozen=True, slots=True)
class Closing:
    """Seats, words and pledges as they stood when the deal was closed; all of it is public.

    Raise ``ValueError`` if a word is empty or too long, a pledge has another length, or one of them comes from a seat
    that nobody has.
    """

    seats: Mapping[int, str]
    """The pairwise id (:func:`pairwise_id`) at each chair, from 0."""

    words: Mapping[int, bytes] = field(default_factory=dict)
    """The words by seat, as the bytes that were posted."""

    pledges: Mapping[int, bytes] = field(default_factory=dict)
    """The hashes that players gave of their own chance, by chair: what :func:`pledge` makes of it."""

    def __post_init__(self) -> None:
        if not all(1 <= len(word) <= WORD_BYTES for word in self.words.values()):
            raise ValueError(f"a word has 1 to {WORD_BYTES} bytes")
        if any(len(each) != DIGEST_BYTES for each in self.pledges.values()):
            raise ValueError(f"a pledge has {DIGEST_BYTES} bytes")
        if not (self.words.keys() | self.pledges.keys()) <= self.seats.keys():
            raise ValueError("words and pledges come from those who are dealt in")

    @property
    def fields(self) -> dict[str, Any]:
        seats = {str(seat): player for seat, player in self.seats.items()}
        return {"seats": seats, "contributions": _in_hex(self.words), "pledges": _in_hex(self.pledges)}

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Closing:
        seats = {int(seat): player for seat, player in fields["seats"].items()}
        return cls(seats, _from_hex(fields["contributions"]), _from_hex(fields["pledges"]))

    def seed(self, commitment: bytes, chance: Chance) -> bytes:
        """The seed that everybody can compute once all chance is known: it picks the pack and re-orders it.

        Raise ``ValueError`` if a reveal is not what its chair has pledged.
        """
        if any(pledge(reveal) != self.pledges.get(seat) for seat, reveal in chance.reveals.items()):
            raise ValueError("a reveal is not what its seat has pledged")
        words = [u8(seat) + lp(word) for seat, word in sorted(self.words.items())]
        pledges = [
            u8(seat) + pledged + lp(chance.reveals.get(seat, b"")) for seat, pledged in sorted(self.pledges.items())
        ]
        return digest(
            tag("seed"),
            commitment,
            seats_hash(self.seats),
            u8(len(words)),
            *words,
            u8(len(pledges)),
            *pledges,
            u8(0),  # no round of a public beacon
            u8(len(chance.beacons)),
            *[u8(kind) + lp(value) for kind, value in chance.beacons],
        )


def pledges_hash(pledges: Mapping[int, bytes]) -> bytes:
    """The one fingerprint of all pledges, which is posted when the deal is closed."""
    return digest(tag("pledges"), u8(len(pledges)), *[u8(seat) + each for seat, each in sorted(pledges.items())])


def pledge(reveal: bytes) -> bytes:
    """The hash by which a player is bound to chance of their own before the deal is closed."""
    return digest(tag("pledge"), reveal)


def pairwise_id(table: bytes, player: str) -> str:
    """Name a player in the records of one table, and nowhere else.

    It follows from the table and the player, so the dealer cannot choose it, and an acquaintance of the player can tell
    their seat. A record holds no account, so forgetting a player changes none.
    """
    return digest(tag("player"), table, lp(player.encode()))[:PAIRWISE_BYTES].hex()


def seats_hash(seats: Mapping[int, str]) -> bytes:
    parts = [u8(seat) + lp(player.encode()) for seat, player in sorted(seats.items())]
    return digest(tag("seats"), u8(len(seats)), *parts)


def _in_hex(by_seat: Mapping[int, bytes]) -> dict[str, str]:
    return {str(seat): content.hex() for seat, content in by_seat.items()}


def _from_hex(fields: Mapping[str, str]) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(content) for seat, content in fields.items()}
