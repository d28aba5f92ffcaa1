"""A hand from its sealing to its deal: the packs, players' words, the cut, and the closing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.fairness.closing import Chance, Closing, pairwise_id
from engine.fairness.sealing import Seal
from engine.fairness.transparency_log import Head


@dataclass(frozen=True, slots=True)
class Sealed:
    seal: Seal
    words: Mapping[str, str] = field(default_factory=dict)

    cutter: str = ""
    """The player who may add a word last, if any."""

    settled: Mapping[int, str] | None = None
    """The players by chair from the cut on; ``None`` before."""

    closing: Closing | None = None
    """Then only chance from outside is missing."""

    chance: Chance = field(default_factory=Chance)

    drawn: tuple[str, ...] = ()

    dealer: int | None = None
    """``None`` if the seed draws it."""

    misses: int = 0
    """The deals given up in a row for lack of a beacon."""

    superseded: tuple[str, ...] = ()
    """The last fingerprints posted for this hand and not used, oldest first."""

    head: Head | None = None

    @property
    def number(self) -> int:
        return self.seal.context.hand

    @property
    def rules(self) -> str:
        """The rules of the hand, as canonical JSON."""
        return self.seal.context.rules

    @property
    def attempt(self) -> int:
        return self.seal.context.attempt

    @property
    def commitment(self) -> str:
        return self.seal.commitment.hex()

    @property
    def stands(self) -> bool:
        """True once the hand is being cut or closed, so its seats and rules stand."""
        return self.settled is not None or self.closing is not None

    @property
    def had_words(self) -> bool:
        """True if anybody could know the cards: words were added, or it is cut or closed."""
        return bool(self.words) or self.stands

    def cut_by_another(self, player: str) -> bool:
        return self.settled is not None and self.cutter != player

    @property
    def turn(self) -> str:
        return f"{self.number}.{self.attempt}"

    def to_json(self) -> dict[str, Any]:
        """The stored form, without the keys."""
        context = self.seal.context
        return {
            "number": context.hand,
            "attempt": context.attempt,
            "rules": context.rules,
            "words": dict(self.words),
            "cutter": self.cutter,
            "settled": self.settled,
            "closing": self.closing and self.closing.fields,
            "chance": self.chance.fields,
            "drawn": self.drawn,
            "dealer": self.dealer,
            "misses": self.misses,
            "superseded": self.superseded,
            "head": self.head and (self.head.size, self.head.root.hex()),
        }

    @classmethod
    def read(cls, seal: Seal, stored: Mapping[str, Any]) -> Sealed:
        """The inverse of :meth:`to_json`, without the fields of the context, which is in ``seal``."""
        settled, closing, head = stored["settled"], stored["closing"], stored["head"]
        read = {
            "settled": settled and {int(chair): player for chair, player in settled.items()},
            "closing": closing and Closing.read(closing),
            "chance": Chance.read(stored["chance"]),
            "drawn": tuple(stored["drawn"]),
            "superseded": tuple(stored["superseded"]),
            "head": head and Head(head[0], bytes.fromhex(head[1])),
        }
        return cls(seal, **{**stored, **read})


def with_word(sealed: Sealed, player: str, word: str) -> Sealed:
    return replace(sealed, words={**sealed.words, player: word})


def closed(sealed: Sealed, seats: Mapping[int, str], dealer: int | None) -> Sealed:
    """Close seats and words; words of players who are not dealt in do not count.

    Without a dealer, the seed draws the chair.
    """
    words = {seat: sealed.words[player].encode() for seat, player in seats.items() if player in sealed.words}
    table = sealed.seal.context.table
    closing = Closing({seat: pairwise_id(table, player) for seat, player in seats.items()}, words)
    return replace(sealed, closing=closing, dealer=dealer)
