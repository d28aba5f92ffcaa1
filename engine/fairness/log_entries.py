"""Entries of a hand in the log of fingerprints.

A fingerprint is logged as it is. Seats, words and reasons could be guessed from a plain hash, so they are hashed with
the roots of the sealed packs, which only the record of the hand tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.fairness.closing import Closing, seats_hash
from engine.fairness.encoding import digest, lp, tag, u8
from engine.fairness.sealing import Seal
from engine.fairness.transparency_log import Entry, EntryKind


@dataclass(frozen=True, slots=True)
class HandEntries:
    """The entries of one hand, as far as they can be made from its packs."""

    table: bytes
    """The sixteen bytes that are the table's alone."""

    hand: int
    """The number of the hand at its table."""

    attempt: int
    """Earlier sealings for this hand."""

    commitment: bytes
    """The fingerprint of the packs."""

    roots: Sequence[bytes]
    """The roots of all trees of the packs: those of their cards, then those of the places."""

    @classmethod
    def of(cls, seal: Seal) -> HandEntries:
        """The entries of the hand that packs are sealed for."""
        context = seal.context
        roots = (*seal.roots, *seal.place_roots)
        return cls(context.table, context.hand, context.attempt, seal.commitment, roots)

    @classmethod
    def of_record(cls, fields: Mapping[str, Any]) -> HandEntries:
        return cls(
            bytes.fromhex(fields["table"]),
            fields["hand"],
            fields["attempt"],
            bytes.fromhex(fields["commit"]),
            [bytes.fromhex(root) for root in (*fields["roots"], *fields["place_roots"])],
        )

    @property
    def sealed(self) -> Entry:
        """That these packs were sealed."""
        return self._entry(EntryKind.SEALED_ANEW if self.attempt else EntryKind.SEALED, self.commitment)

    def closed(self, closing: Closing) -> Entry:
        """That seats, words and pledges were closed."""
        words = [u8(seat) + lp(word) for seat, word in sorted(closing.words.items())]
        pledges = [u8(seat) + pledged for seat, pledged in sorted(closing.pledges.items())]
        value = digest(
            tag("logged-closing"),
            *self.roots,
            seats_hash(closing.seats),
            u8(len(words)),
            *words,
            u8(len(pledges)),
            *pledges,
            u8(0),  # no round of a public beacon
        )
        return self._entry(EntryKind.CLOSED, value)

    def called_off(self, reason: str) -> Entry:
        """That the hand was called off while it was played."""
        return self._entry(EntryKind.CALLED_OFF, self._reason(reason))

    def reversed(self, reason: str) -> Entry:
        """That the hand was declared void after it was over."""
        return self._entry(EntryKind.REVERSED, self._reason(reason))

    def _reason(self, reason: str) -> bytes:
        return digest(tag("logged-reason"), *self.roots, reason.encode())

    def _entry(self, kind: EntryKind, value: bytes) -> Entry:
        return Entry(kind, self.table, self.hand, self.attempt, value)
