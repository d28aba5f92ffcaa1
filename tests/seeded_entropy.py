"""Chance from a seed or a stack."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bot.environment.entropy import Entropy
from engine.fairness import Chance, Closing, Seal, SealedDeal


class SeededEntropy(Entropy):
    """Keys from a seed, for scripts, demonstrations and tests, never for a real table."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def key(self) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        return SealedDeal(seal, closing, chance)


class Stack(NamedTuple):
    """The cards and dealer of a stacked deal."""

    cards: tuple[int, ...] | None
    """Card numbers in order of the deal, perhaps fewer than a pack; ``None`` for the seed's order."""

    dealer: int | None
    """The dealing chair of a table's first hand; ``None`` for the seed's draw."""


class StackedEntropy(SeededEntropy):
    """Seeded keys and stacked packs, for scripts and tests, never for a real table.

    Packs are sealed and every card has its proof; only their order differs from the seed's, as a check of the record
    finds.
    """

    stacks = True

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._next: Stack | None = None
        self._dealt: dict[bytes, Stack | None] = {}
        self.by_chance = False
        """True if the seed ordered the newest hand."""

    def stack(self, cards: Sequence[int] | None = None, dealer: int | None = None) -> None:
        """Stack the next hand, replacing an earlier stack."""
        self._next = Stack(None if cards is None else tuple(cards), dealer)

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        # A hand is dealt again after a restart and for its proofs: its packs tell which it is.
        if seal.commitment not in self._dealt:
            self._dealt[seal.commitment], self._next = self._next, None
            stack = self._dealt[seal.commitment]
            self.by_chance = stack is None or stack.cards is None
        stack = self._dealt[seal.commitment]
        return SealedDeal(seal, closing, chance) if stack is None else StackedDeal(seal, closing, chance, stack)


@dataclass(frozen=True, repr=False)
class StackedDeal(SealedDeal):
    """A deal in the order of a stack."""

    stack: Stack

    @cached_property
    def positions(self) -> tuple[int, ...]:
        if self.stack.cards is None:
            return super().positions
        order = self.picked_pack.order
        return tuple([order.index(card) for card in self.stack.cards])

    @property
    def first_dealer(self) -> int:
        return super().first_dealer if self.stack.dealer is None else self.stack.dealer

    def at_rest(self) -> StackedDeal:
        return StackedDeal(self.seal.at_rest(), self.closing, self.chance, self.stack)
