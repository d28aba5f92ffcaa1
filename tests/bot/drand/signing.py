"""A chain of drand whose secret key the tests have, so that they can sign any round of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bot.drand.chains import Chain
from bot.drand.signatures import DOMAINS, signed_message
from engine.fairness.closing import Scheme


@dataclass(frozen=True)
class SigningChain:
    """A chain that one key signs, where a real one has many servers that sign together."""

    scheme: Scheme = Scheme.UNCHAINED_ON_G1_RFC
    period: int = 3
    genesis: int = 1_600_000_000
    beacon: str = "tests"
    secret: int = 20_260_102

    @cached_property
    def chain(self) -> Chain:
        """What is public of it."""
        group = hashlib.sha256(b"the group of the tests").digest()
        return Chain(self._public_key, self.scheme, self.period, self.genesis, group, self.beacon)

    def published(self, number: int) -> bytes:
        """What the chain publishes for a round: its signature, and under a chained scheme the one before."""
        previous = b""
        if self.scheme.chained:
            # A real chain goes back to its first round; one step is enough to tell right from wrong.
            previous = hashlib.sha512(number.to_bytes(8, "big")).digest() + bytes(32)
        return self.sign(signed_message(number, previous)) + previous

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        key, domain = Scalar(self.secret), DOMAINS[self.scheme]
        if self.scheme.signs_on_g1:
            return (G1Point.hash_to_curve(message, domain) * key).to_compressed_bytes()
        return (G2Point.hash_to_curve(message, domain) * key).to_compressed_bytes()

    @cached_property
    def _public_key(self) -> bytes:
        key = Scalar(self.secret)
        return ((G2Point() if self.scheme.signs_on_g1 else G1Point()) * key).to_compressed_bytes()
