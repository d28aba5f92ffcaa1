"""Where keys for packs come from: the operating system, or a seed when a script is to be repeatable."""

from __future__ import annotations

import hashlib
import secrets
from random import Random
from typing import Protocol

from engine.fairness import KEY_BYTES


class Entropy(Protocol):
    """The only source of chance in the shell."""

    def key(self) -> bytes:
        """A fresh secret key of 32 bytes."""


class SystemEntropy:
    """The generator of the operating system."""

    def key(self) -> bytes:
        return secrets.token_bytes(KEY_BYTES)


class SeededEntropy:
    """Keys that follow from a seed: for scripts, demonstrations and tests, never for a real table."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def key(self) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()


def bot_rng(entropy: Entropy) -> Random:
    """What a computer player tosses its coins with; it never touches a pack."""
    return Random(entropy.key())  # noqa: S311 - a player's mood needs no secrecy
