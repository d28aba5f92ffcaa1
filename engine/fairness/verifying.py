"""Verifying a record from itself alone, trusting nobody.

A single record cannot betray a change to what only the chain binds: its outcome and the number of cards it opens. That
changes the record's hash, with which the next hand of the table was sealed, so `verify_chain` finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from engine.fairness.checks import CHECKS, WORKED_PLACE, beacons_of, head_of, pledges_of, reveals_of, seats_of, words_of
from engine.fairness.closing import Beacon
from engine.fairness.dealing import reordered
from engine.fairness.reading import WORKED, Fields, Misfits, fits, form, is_object, misfits, read, rules_of, well_shaped
from engine.fairness.records import RECORD
from engine.fairness.transparency_log import Head


class Check(NamedTuple):
    name: str
    """The subject of the check, mostly the name of the field."""

    passed: bool


@dataclass(frozen=True, slots=True)
class Logged:
    head: Head
    """The head that everything is proved against."""

    index: int
    """The entry with the fingerprint of its packs, from 0."""

    earlier: tuple[Head, ...]
    """The heads that this one only adds to."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The contents of a record of the right shape; true only if the record is valid."""

    form: str
    """`RECORD`, `OWN_CARDS` or `WORKED`."""

    table: str
    """The table's own bytes in hex."""

    hand: int
    attempt: int
    rules: Mapping[str, str]
    """The rules in force by name; empty if they cannot be read."""

    commitment: str
    seats: Mapping[int, str]
    words: Mapping[int, bytes]
    beacons: tuple[Beacon, ...]
    pledges: Mapping[int, bytes]
    missing: tuple[int, ...]
    """The seats that gave a pledge and did not reveal what it was of."""

    pick: int
    """The pack dealt from, from 0."""

    dealer: int
    """The chair that deals; -1 in a worked record, which does not say it."""

    dealt: int
    """Cards dealt or drawn."""

    dealt_to: tuple[int, ...]
    """The seat that each of them went to; nothing in a worked record, which does not say it."""

    opened: tuple[tuple[int, str], ...] = field(repr=False)
    """The cards opened one by one: when each was dealt, counted from 1, and its name."""

    seat: int | None
    """The seat of a record for one player."""

    running: bool
    all_open: bool
    """True if the pack that was dealt from can be looked at as a whole."""

    net: Mapping[int, int]
    voided: str
    reversed: str
    log: Logged | None
    """The record's entry in the log of fingerprints, if any."""


@dataclass(frozen=True, slots=True)
class Verdict:
    checks: tuple[Check, ...]
    """All checks that could be made; of bytes that are no record only the first one or two."""

    facts: Facts | None
    """``None`` if it does not have the shape of a record."""

    misfits: Misfits | None
    """``None`` if it cannot be read at all."""

    respelled: bool
    """True if it is JSON, but spelled in another way than records are."""

    oversized: bool = False
    """True if it is larger than any record, so that it was not read at all."""

    @property
    def valid(self) -> bool:
        return all(check.passed for check in self.checks)


def verify(content: bytes | str) -> Verdict:
    """Make every check of a record; no input raises an error."""
    fields = read(content)
    checks = tuple(_checks(fields))
    if fields is None:
        return Verdict(checks, None, None, is_object(content), oversized=not fits(content))
    return Verdict(checks, _facts(fields) if well_shaped(fields) else None, misfits(fields), respelled=False)


def accepts(content: bytes | str) -> bool:
    """True if a record is valid, found out as quickly as possible: the first check that fails is the last."""
    return all(check.passed for check in _checks(read(content)))


def verify_chain(contents: Sequence[bytes | str]) -> tuple[Check, ...]:
    """Check that records are hands of one table in this order, each sealed with the hash of the hand before.

    Across a missing hand nothing is compared, and the last may be running. If one is no valid record, nothing else is
    looked at.
    """
    chain = [fields for each in contents if accepts(each) and (fields := read(each)) and form(fields) == RECORD]
    records = Check("records", len(chain) == len(contents))
    if not records.passed:
        return (records,)
    pairs = list(pairwise(chain))
    return (
        records,
        Check("table", len({each["table"] for each in chain}) <= 1),
        Check("numbers", all(one["hand"] < other["hand"] for one, other in pairs)),
        Check(
            "previous",
            all(one["hash"] == other["previous"] for one, other in pairs if other["hand"] <= one["hand"] + 1),
        ),
    )


def _checks(fields: Fields | None) -> Iterator[Check]:
    yield Check("text", fields is not None)
    if fields is None:
        return
    shaped = well_shaped(fields)
    yield Check("fields", shaped)
    if shaped:
        for name, check in CHECKS[form(fields)].items():
            yield Check(name, check(fields))


def _facts(fields: Fields) -> Facts:
    place = {**WORKED_PLACE, **fields}
    outcome = fields.get("outcome") or {"net": {}, "voided": ""}
    return Facts(
        form=form(fields),
        table=place["table"],
        hand=place["hand"],
        attempt=place["attempt"],
        rules=rules_of(fields) or {},
        commitment=fields["commit"],
        seats=seats_of(fields),
        words=words_of(fields),
        beacons=beacons_of(fields),
        pledges=pledges_of(fields),
        missing=tuple(sorted(pledges_of(fields).keys() - reveals_of(fields).keys())),
        pick=fields["pick"],
        dealer=fields.get("dealer", -1),
        dealt=len(fields["dealt"] if form(fields) == WORKED else fields["dealt_to"]),
        dealt_to=tuple(fields.get("dealt_to", ())),
        opened=tuple(_opened(fields)),
        seat=fields.get("seat"),
        running=form(fields) != WORKED and fields["outcome"] is None,
        all_open=form(fields) == WORKED or fields["disclosed"] is not None,
        net={int(seat): chips for seat, chips in outcome["net"].items()},
        voided=outcome["voided"],
        reversed=fields.get("reversed", ""),
        log=_logged(fields),
    )


def _logged(fields: Fields) -> Logged | None:
    log = fields.get("log")
    if log is None:
        return None
    sealed = [each["index"] for each in log["entries"] if each["value"] == fields["commit"]]
    return Logged(head_of(log), sealed[0] if sealed else -1, tuple(map(head_of, log["earlier"])))


def _opened(fields: Fields) -> Iterator[tuple[int, str]]:
    """The order of dealing, from 1, and name of every opened card; 0 and no name if the pack has no such card."""
    cards = fields["cards"]
    order = reordered(bytes.fromhex(fields["seed"]), len(cards))
    numbers = {position: number for number, position in enumerate(order, start=1)}
    for each in fields["openings"]:
        yield numbers.get(each["pos"], 0), cards[each["card"]] if each["card"] < len(cards) else ""
