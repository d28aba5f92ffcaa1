"""The source of keys for packs, and of the cards of a closed deal.

That is the operating system and the seed of the deal; or a seed of its own, and a stacked pack, where a script or a
test is to be the same every time.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import ClassVar, NamedTuple, Protocol

from engine.fairness import KEY_BYTES, Chance, Closing, Seal, SealedDeal


class Entropy(Protocol):
    """The only source of chance in the shell."""

    stacks: ClassVar[bool] = False
    """True if it may deal in another order than the seed of a deal gives its cards."""

    def key(self) -> bytes:
        """A fresh secret key of 32 bytes."""

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        """The cards of a deal that is closed; the same whenever it is asked for, as after a restart."""


class SystemEntropy(Entropy):
    """The generator of the operating system."""

    def key(self) -> bytes:
        return secrets.token_bytes(KEY_BYTES)

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        return SealedDeal(seal, closing, chance)


class SeededEntropy(Entropy):
    """Keys that follow from a seed: for scripts, demonstrations and tests, never for a real table."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def key(self) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        return SealedDeal(seal, closing, chance)


class Stack(NamedTuple):
    """The cards and the dealer of a stacked deal, in the place of chance."""

    cards: tuple[int, ...] | None
    """The numbers of the cards from the first that is dealt; there may be fewer than in a whole pack.

    ``None`` if the seed of the deal orders them.
    """

    dealer: int | None
    """The number of the chair that deals the first hand of a table; ``None`` if the seed of the deal draws it."""


class StackedEntropy(SeededEntropy):
    """Seeded keys, and packs that are stacked on request: for scripts and tests, never for a real table.

    The packs are sealed as always, and every card can be opened with its proof. Only their order is not the one that
    the seed of the deal gives them, which is what anybody finds who checks the record.
    """

    stacks = True

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._next: Stack | None = None
        self._dealt: dict[bytes, Stack | None] = {}
        self.by_chance = False
        """True if the seed has ordered the cards of the newest hand."""

    def stack(self, cards: Sequence[int] | None = None, dealer: int | None = None) -> None:
        """Stack the next hand that is dealt, whatever was asked for it before."""
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
    """A deal in the order of a stack instead of the one that its seed gives it."""

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


def bot_rng(entropy: Entropy) -> Random:
    """Return the chance of a computer player; it never touches a pack."""
    return Random(entropy.key())  # noqa: S311 - a player's mood needs no secrecy
