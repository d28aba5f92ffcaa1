"""The chains of drand: who signs, how, and when each round is due."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.fairness.closing import DEFAULT_BEACON, Scheme, chain_hash

LONGEST_PERIOD = 3600
"""The most seconds between two rounds; chains in use have 3 or 30."""

LATEST_GENESIS = 1 << 40
"""A time after which no chain has begun, in seconds since 1970."""

_HEX = re.compile(r"([0-9a-f]{2})*", re.ASCII)


QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"

PUBLIC_CHAINS = {
    "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": "default",
    QUICKNET: "quicknet",
}
"""The chains that the League of Entropy runs, by their hashes; their servers belong to many who are not of one mind."""


class ChainRefused(ValueError):
    """What a server says of a chain is not what the hash of the chain is made of."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of rounds, as its hash binds it."""

    public_key: bytes
    scheme: Scheme
    """The only field that the hash does not bind; under a wrong one no signature verifies."""

    period: int
    """How many seconds lie between two rounds."""

    genesis: int
    """When round 1 was due, in seconds since 1970."""

    group_hash: bytes
    """The hash of the group of servers with which the chain began."""

    beacon: str = DEFAULT_BEACON
    """The name of the beacon: ``quicknet``."""

    @property
    def hash(self) -> bytes:
        """The hash by which the chain is known, 32 bytes."""
        return chain_hash(self.period, self.genesis, self.public_key, self.group_hash, self.beacon)

    def due(self, number: int) -> int:
        """When a round is due, in seconds since 1970."""
        return self.genesis + (number - 1) * self.period

    def first_round_after(self, moment: float) -> int:
        """The number of the first round that is due after a moment, and not at it; in seconds since 1970."""
        passed = moment - self.genesis
        return 1 if passed < 0 else int(passed // self.period) + 2


def chain_of(answer: Mapping[str, Any], wanted: bytes) -> Chain:
    """Read what a server says of a chain.

    Args:
        answer: its answer to ``/{chain hash}/info``.
        wanted: the hash of the chain.

    Raises:
        ChainRefused: a field is missing or has no such value, or they do not make that hash.
    """
    try:
        metadata = answer.get("metadata") or {}
        chain = Chain(
            unhexed(answer["public_key"]),
            Scheme(answer["schemeID"]),
            _number(answer["period"], LONGEST_PERIOD),
            _number(answer["genesis_time"], LATEST_GENESIS),
            unhexed(answer["groupHash"]),
            _name(metadata.get("beaconID", DEFAULT_BEACON)),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ChainRefused("the server does not tell what a chain is made of") from error
    if len(chain.public_key) != chain.scheme.key_bytes or chain.hash != wanted:
        raise ChainRefused("the server tells of another chain than the one that was asked for")
    return chain


def unhexed(text: object) -> bytes:
    """The bytes that a text of lower-case hex is.

    Raises:
        ValueError: it is no such text.
    """
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise ValueError("not in hex")
    return bytes.fromhex(text)


def _number(value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise ValueError("no such number")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no name")
    return value or DEFAULT_BEACON
