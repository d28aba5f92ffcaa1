"""The record of a hand: everything needed to check its deal without trusting anybody. Its canonical JSON has one
spelling; digests and keys are lower-case hex. What is hashed into the next hand's context never changes: everything
but ``disclosed``, ``reversed``, ``log``, ``hash`` and ``digest``, which are added when they come to be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.fairness.bounds import MOST_BYTES
from engine.fairness.dealing import SealedDeal, reordered
from engine.fairness.encoding import canonical, canonical_parts, digest, tag
from engine.fairness.transparency_log import EntryKind, Head, LogProof

RECORD = "sealed-deck/2 record"
"""The format of the record of a hand, running or over."""

OWN_CARDS = "sealed-deck/2 own cards"
"""The format of what a player alone is given: the same, with the openings of their own cards."""

NOT_HASHED = frozenset({"disclosed", "reversed", "log", "hash", "digest"})
"""The fields that are no part of what the chain binds."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as far as it has come: beside what was sealed, what the table says of it."""

    deal: SealedDeal
    dealer: int
    """The number of the chair that deals, or that the bank falls to before anybody bids for it."""

    dealt_to: Sequence[int]
    """The chair that each card was dealt or drawn by so far, in order."""

    opened: Sequence[int] = ()
    """The places of the cards to open, ascending: those that lie open, or those that one player holds."""

    banker: int | None = None
    """The chair that bought the bank, where it is sold and has been."""

    play: Sequence[tuple[int, str]] = ()
    """Public moves that decide who has which card, by chair."""


@dataclass(frozen=True, slots=True)
class Outcome:
    net: Mapping[int, int]
    """Chips that each seat won or lost, by the number of the chair."""

    voided: str = ""


def record(dealt: Dealt, outcome: Outcome | None = None) -> str:
    deal, fields = dealt.deal, _fields(dealt, RECORD)
    if outcome is None:
        return _sealed_up(fields)
    fields["outcome"] = {"net": {str(seat): chips for seat, chips in outcome.net.items()}, "voided": outcome.voided}
    if opens_all(deal):
        fields["disclosed"] = deal.picked_pack.key.hex()
    return finished(fields)


def finished(fields: Mapping[str, Any]) -> str:
    """Write the record of a finished hand, with its hash and its digest."""
    written = _written(fields)
    return _text(written | _written({"hash": _chained(written).hex()}))


def opens_all(deal: SealedDeal) -> bool:
    """True if all cards of the picked pack are opened as soon as the hand is over, or called off."""
    return bool(read(deal.seal.context.rules)["disclosure"] == "at-close")


def own_cards(dealt: Dealt, seat: int) -> str:
    """Write the proofs of one player's own cards, for nobody else's eyes."""
    return _sealed_up(_fields(dealt, OWN_CARDS) | {"seat": seat})


def shown_cards(text: str, seat: int, openings: Sequence[Mapping[str, Any]]) -> str:
    """Write the proofs of cards that a player has shown after a hand, from its record and their openings.

    They need no key, so they can be given to everybody for as long as the record is kept.
    """
    changed = {"format": OWN_CARDS, "seat": seat, "openings": list(openings), "outcome": None, "hash": None}
    return _sealed_up(read(text) | changed | {"disclosed": None, "reversed": "", "log": None})


def places(fields: Mapping[str, Any]) -> dict[int, int]:
    """Map each position of the picked pack to the order in which its card was dealt, from 0."""
    order = reordered(bytes.fromhex(fields["seed"]), len(fields["cards"]))
    return {position: place for place, position in enumerate(order)}


def with_picked_pack(text: str, key: bytes) -> str:
    """The same record with all cards of the picked pack open."""
    return _sealed_up(read(text) | {"disclosed": key.hex()})


def with_reversal(text: str, reason: str) -> str:
    return _sealed_up(read(text) | {"reversed": reason})


def with_log(text: str, proof: LogProof) -> str:
    """The same record with what the log of fingerprints says of its hand, as far as the record itself tells of it.

    A hand whose first packs were sealed before there was a log stays without. So does one whose packs were sealed anew
    so often that its record would be larger than any may be; how often they were, it tells all the same.
    """
    if not proof.entries or proof.entries[0].entry.kind != EntryKind.SEALED:
        return text
    fields = read(text)
    outcome = fields["outcome"]
    untold = set() if outcome and outcome["voided"] else {EntryKind.CALLED_OFF}
    untold |= set() if fields["reversed"] else {EntryKind.REVERSED}
    entries = [
        {
            "index": each.index,
            "kind": int(each.entry.kind),
            "attempt": each.entry.attempt,
            "value": each.entry.value.hex(),
            "path": [node.hex() for node in each.path],
        }
        for each in proof.entries
        if each.entry.kind not in untold
    ]
    earlier = [{**_head(each.head), "path": [node.hex() for node in each.path]} for each in proof.earlier]
    logged = _sealed_up(fields | {"log": {**_head(proof.head), "entries": entries, "earlier": earlier}})
    return logged if len(logged.encode()) <= MOST_BYTES else text


def _head(head: Head) -> dict[str, Any]:
    return {"size": head.size, "root": head.root.hex()}


def hash_of(text: str) -> bytes:
    """The hash of a finished record, which the next hand of the table is sealed with."""
    return bytes.fromhex(read(text)["hash"])


def record_hash(fields: Mapping[str, Any]) -> bytes:
    return _hashed_in_parts("record", fields, NOT_HASHED)


def file_digest(fields: Mapping[str, Any]) -> bytes:
    """The hash of all that is written in a record, but for itself."""
    return _hashed_in_parts("file", fields, frozenset({"digest"}))


def _hashed_in_parts(name: str, fields: Mapping[str, Any], without: frozenset[str]) -> bytes:
    hashed = sha256(tag(name))
    for part in canonical_parts({field: value for field, value in fields.items() if field not in without}):
        hashed.update(part)
    return hashed.digest()


def _sealed_up(fields: Mapping[str, Any]) -> str:
    return _text(_written(fields))


# A record is hashed twice and then stored, and most of it is the same each time: every field is written once.


def _written(fields: Mapping[str, Any]) -> dict[str, str]:
    return {name: canonical(value) for name, value in fields.items()}


def _chained(written: Mapping[str, str]) -> bytes:
    return digest(tag("record"), _object(written, NOT_HASHED).encode())


def _filed(written: Mapping[str, str]) -> bytes:
    return digest(tag("file"), _object(written, frozenset({"digest"})).encode())


def _text(written: Mapping[str, str]) -> str:
    return _object({**written, **_written({"digest": _filed(written).hex()})})


def _object(written: Mapping[str, str], without: frozenset[str] = frozenset()) -> str:
    return "{" + ",".join([f'"{name}":{written[name]}' for name in sorted(written.keys() - without)]) + "}"


def _fields(dealt: Dealt, form: str) -> dict[str, Any]:
    deal = dealt.deal
    seal, context = deal.seal, deal.seal.context
    openings = [deal.opening(place) for place in dealt.opened]
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
        "place_roots": [root.hex() for root in seal.place_roots],
        "commit": seal.commitment.hex(),
        **deal.closing.fields,
        **deal.chance.fields,
        "round": None,
        "seed": deal.seed.hex(),
        "pick": deal.pick,
        "keys": [None if number == deal.pick else key.hex() for number, key in enumerate(seal.keys)],
        "dealer": dealt.dealer,
        "banker": dealt.banker,
        "dealt_to": list(dealt.dealt_to),
        "play": [[chair, word] for chair, word in dealt.play],
        "openings": [
            {
                "pos": each.position,
                "card": each.card,
                "salt": each.salt.hex(),
                "path": [neighbour.hex() for neighbour in each.path],
                "place_salt": each.place_salt.hex(),
                "place_path": [neighbour.hex() for neighbour in each.place_path],
            }
            for each in openings
        ],
        "outcome": None,
        "disclosed": None,
        "reversed": "",
        "log": None,
        "hash": None,
    }


def read(text: str) -> dict[str, Any]:
    """Read a record that Kiu wrote itself, without doubt."""
    fields: dict[str, Any] = json.loads(text)
    return fields
