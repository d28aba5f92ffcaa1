"""Logs of fingerprints in memory, with the entries of example deals, for the tests of records and verifiers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from engine.fairness import records
from engine.fairness.checks import closing_of
from engine.fairness.log_entries import HandEntries
from engine.fairness.transparency_log import (
    EarlierHead,
    Entry,
    EntryKind,
    Head,
    LoggedEntry,
    LogProof,
    LogTail,
    consistency_path,
    inclusion_path,
    stored_at,
    tail,
)


class ExampleLog:
    """A log that can be appended to, and proves what stands in it."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.entries: list[Entry] = []
        self._tail = LogTail()
        self._nodes: list[bytes] = []
        self.append(*entries)

    @property
    def head(self) -> Head:
        return self._tail.head

    def append(self, *entries: Entry) -> None:
        for entry in entries:
            self.entries.append(entry)
            self._tail, made = self._tail.appended(entry.leaf)
            self._nodes.extend(made)

    def fill(self, count: int, rng: Random) -> None:
        """Append entries of other tables."""
        self.append(*[Entry(EntryKind.SEALED, rng.randbytes(16), 1, 0, rng.randbytes(32)) for _ in range(count)])

    def node(self, level: int, position: int) -> bytes:
        return self._nodes[stored_at(level, position)]

    def proof(self, table: bytes, hand: int, *earlier: int) -> LogProof:
        """What it says of a hand, and that it goes on from the heads of some earlier sizes."""
        size = len(self.entries)
        found = [
            LoggedEntry(index, entry, inclusion_path(index, size, self.node))
            for index, entry in enumerate(self.entries)
            if (entry.table, entry.hand) == (table, hand)
        ]
        heads = [EarlierHead(tail(each, self.node).head, consistency_path(each, size, self.node)) for each in earlier]
        return LogProof(self.head, tuple(found), tuple(heads))

    def logged(self, text: str, *earlier: int) -> str:
        """A record with what the log says of its hand."""
        fields = records.read(text)
        return records.with_log(text, self.proof(bytes.fromhex(fields["table"]), fields["hand"], *earlier))


def entries_of(text: str, rng: Random | None = None) -> list[Entry]:
    """What an honest log has of the hand of a record; each attempt before the last was sealed, and one was closed."""
    fields = json.loads(text)
    hand, chance = HandEntries.of_record(fields), rng or Random(0)
    found: list[Entry] = []
    for attempt in range(fields["attempt"]):
        kind = EntryKind.SEALED_ANEW if attempt else EntryKind.SEALED
        found.append(Entry(kind, hand.table, hand.hand, attempt, chance.randbytes(32)))
        if attempt % 2:
            found.append(Entry(EntryKind.CLOSED, hand.table, hand.hand, attempt, chance.randbytes(32)))
    found += [hand.sealed, hand.closed(closing_of(fields))]
    outcome = fields["outcome"]
    if outcome and outcome["voided"]:
        found.append(hand.called_off(outcome["voided"]))
    if fields["reversed"]:
        found.append(hand.reversed(fields["reversed"]))
    return found


def in_a_log(text: str, rng: Random) -> str:
    """A record with its proofs from a log in which entries of other tables stand between those of its hand."""
    log = ExampleLog()
    for entry in entries_of(text, rng):
        log.fill(rng.choice([0, 1, 5]), rng)
        log.append(entry)
    log.fill(rng.choice([0, 1, 9]), rng)
    sizes = sorted({rng.randint(1, len(log.entries)) for _ in range(rng.choice([0, 1, 2]))})
    return log.logged(text, *sizes)
