"""Dealing: one sealed pack, picked and re-ordered by the seed of the closing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.fairness.closing import Chance, Closing
from engine.fairness.sealing import Opening, Seal, SealedPack
from engine.fairness.streams import Stream, shuffle


def picked(seed: bytes, packs: int) -> int:
    return Stream(seed, "pick").below(packs)


def reordered(seed: bytes, count: int) -> tuple[int, ...]:
    """Return the positions of the sealed pack in the order of dealing."""
    return shuffle(Stream(seed, "order"), count)


def first_dealer(seed: bytes, seats: Iterable[int]) -> int:
    ascending = sorted(seats)
    return ascending[Stream(seed, "dealer").below(len(ascending))]


@dataclass(frozen=True)
class SealedDeal:
    """A deal that can be proved card by card.

    The *place* of a card is when it is dealt: 0 for the first card dealt or drawn, then 1, …
    Its *position* is where it lay in the sealed pack. Both are public; the card is not.
    """

    seal: Seal
    closing: Closing
    chance: Chance

    @cached_property
    def seed(self) -> bytes:
        """The seed, which everybody can compute from commitment, closing and chance."""
        return self.closing.seed(self.seal.commitment, self.chance)

    @cached_property
    def pick(self) -> int:
        """The sealed pack dealt from."""
        return picked(self.seed, len(self.seal.keys))

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The position of the card dealt at every place."""
        return reordered(self.seed, len(self.seal.context.cards))

    @property
    def first_dealer(self) -> int:
        """The number of the chair that deals, if this is the first hand of its table."""
        return first_dealer(self.seed, self.closing.seats)

    @property
    def picked_pack(self) -> SealedPack:
        return self.seal.packs[self.pick]

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """The numbers of all cards in the order in which they are dealt: what a round is dealt from."""
        order = self.picked_pack.order
        return tuple([order[position] for position in self.positions])

    def opening(self, place: int) -> Opening:
        return self.picked_pack.opening(self.positions[place])

    def at_rest(self) -> SealedDeal:
        """The same without the packs and what was found with them, all of which can be made again."""
        return SealedDeal(self.seal.at_rest(), self.closing, self.chance)

    def __repr__(self) -> str:
        return f"<SealedDeal of hand {self.seal.context.hand}>"
