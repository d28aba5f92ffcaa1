"""Keys for packs, and cards of closed deals, always passed in, so that tests may choose them."""

from __future__ import annotations

import secrets
from random import Random
from typing import ClassVar, Protocol

from engine.fairness import KEY_BYTES, Chance, Closing, Seal, SealedDeal


class Entropy(Protocol):
    """The only source of chance in the shell."""

    stacks: ClassVar[bool] = False
    """True if it may deal in another order than that of the seed."""

    def key(self) -> bytes:
        """Return a fresh secret key of 32 bytes."""

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        """Return the cards of a closed deal, always the same, even after a restart."""


class SystemEntropy(Entropy):
    def key(self) -> bytes:
        return secrets.token_bytes(KEY_BYTES)

    def deal(self, seal: Seal, closing: Closing, chance: Chance) -> SealedDeal:
        return SealedDeal(seal, closing, chance)


def bot_rng(entropy: Entropy) -> Random:
    """Return the chance of a computer player; it never touches a pack."""
    return Random(entropy.key())  # noqa: S311 - a player's mood needs no secrecy
