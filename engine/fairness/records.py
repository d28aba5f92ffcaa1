"""The record of a hand: everything that is needed to check its deal without trusting anybody.

A record is canonical JSON, so that each has one spelling only. Digests and keys are lower-case hex.
What is hashed into the next hand's context never changes: it is everything but ``disclosed``, ``reversed``, ``hash``
and ``digest``. Those are added when they come to be: the key of the picked pack once it may be known, and why the
hand was declared void afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.fairness.dealing import SealedDeal
from engine.fairness.encoding import canonical, digest, tag

RECORD = "sealed-deck/1 record"
"""The format of the record of a hand, running or over."""

OWN_CARDS = "sealed-deck/1 own cards"
"""The format of what a player alone is given: the same, with the openings of his own cards."""

NOT_HASHED = frozenset({"disclosed", "reversed", "hash", "digest"})
"""The fields that are no part of what the chain binds."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended."""

    net: Mapping[int, int]
    """Chips that each seat won or lost, by the number of the chair."""

    voided: str = ""
    """Why the hand was called off and every stake given back, if it was."""


def record(deal: SealedDeal, places: Iterable[int], outcome: Outcome | None = None) -> str:
    """Write the record of a hand.

    Args:
        deal: how it was dealt.
        places: the places of the cards that lie open to everybody.
        outcome: how it ended; ``None`` while it is running.
    """
    fields = _fields(deal, places, RECORD)
    if outcome is not None:
        fields["outcome"] = {
            "net": {str(seat): chips for seat, chips in outcome.net.items()},
            "voided": outcome.voided,
        }
        fields["hash"] = record_hash(fields).hex()
        if outcome.voided or _disclosure(deal) == "at-close":
            fields["disclosed"] = deal.picked_pack.key.hex()
    return _sealed_up(fields)


def own_cards(deal: SealedDeal, seat: int, places: Iterable[int]) -> str:
    """Write the proofs of one player's own cards, for nobody else's eyes.

    Args:
        deal: how the hand was dealt.
        seat: the number of the player's chair.
        places: the places of the cards that the player holds.
    """
    return _sealed_up(_fields(deal, places, OWN_CARDS) | {"seat": seat})


def with_picked_pack(text: str, key: bytes) -> str:
    """The same record with all cards of the picked pack open."""
    return _sealed_up(read(text) | {"disclosed": key.hex()})


def with_reversal(text: str, reason: str) -> str:
    """The same record of a hand that was declared void after it was over."""
    return _sealed_up(read(text) | {"reversed": reason})


def hash_of(text: str) -> bytes:
    """The hash of a finished record, which the next hand of the table is sealed with."""
    return bytes.fromhex(read(text)["hash"])


def is_disclosed(text: str) -> bool:
    """Whether all cards of the picked pack are open in a record."""
    return read(text)["disclosed"] is not None


def record_hash(fields: Mapping[str, Any]) -> bytes:
    """The hash of what the chain binds."""
    return digest(tag("record"), canonical({name: fields[name] for name in fields.keys() - NOT_HASHED}).encode())


def file_digest(fields: Mapping[str, Any]) -> bytes:
    """The hash of all that is written in a record, but for itself."""
    return digest(tag("file"), canonical({name: fields[name] for name in fields.keys() - {"digest"}}).encode())


def _sealed_up(fields: dict[str, Any]) -> str:
    return canonical(fields | {"digest": file_digest(fields).hex()})


def _disclosure(deal: SealedDeal) -> str:
    return str(read(deal.seal.context.rules)["disclosure"])


def _fields(deal: SealedDeal, places: Iterable[int], form: str) -> dict[str, Any]:
    seal, context = deal.seal, deal.seal.context
    openings = [deal.opening(place) for place in places]
    return {
        "format": form,
        "table": context.table.hex(),
        "hand": context.hand,
        "attempt": context.attempt,
        "previous": context.previous.hex(),
        "rules": context.rules,
        "cards": list(context.cards),
        "context": context.digest().hex(),
        "roots": [root.hex() for root in seal.roots],
        "commit": seal.commitment.hex(),
        "seats": {str(seat): player for seat, player in deal.closing.seats.items()},
        "contributions": {str(seat): word.hex() for seat, word in deal.closing.words.items()},
        "beacon_kind": int(deal.beacon.kind),
        "beacon": deal.beacon.value.hex(),
        "seed": deal.seed.hex(),
        "pick": deal.pick,
        "keys": [None if number == deal.pick else key.hex() for number, key in enumerate(seal.keys)],
        "openings": [
            {
                "pos": each.position,
                "card": each.card,
                "salt": each.salt.hex(),
                "path": [neighbour.hex() for neighbour in each.path],
            }
            for each in openings
        ],
        "outcome": None,
        "disclosed": None,
        "reversed": "",
        "hash": None,
    }


def read(text: str) -> dict[str, Any]:
    """The fields of a record that Kiu wrote itself; whoever doubts it has it verified first."""
    fields: dict[str, Any] = json.loads(text)
    return fields
