"""What of a hand is logged: the bytes that docs/fairness.md names, whether from its packs or from its record."""

from __future__ import annotations

import hashlib
import json

import pytest

from engine.fairness import Closing, Seal
from engine.fairness.closing import seats_hash
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import record
from engine.fairness.transparency_log import Entry, EntryKind
from tests.engine.fairness.example_deals import KEYS, SEATS, TABLE, WORDS, context, dealt, so_far

FIRST, AGAIN = (Seal(context(attempt=attempt), KEYS) for attempt in (0, 2))
ROOTS = b"".join((*FIRST.roots, *FIRST.place_roots))

PLEDGES = {5: b"\x05" * 32, 1: b"\x01" * 32}

WORDS_IN_BYTES = b"\2" + b"\0" + b"\0\6kocok!" + b"\5" + b"\0\6" + "切牌".encode()
PLEDGES_IN_BYTES = b"\2" + b"\1" + b"\x01" * 32 + b"\5" + b"\x05" * 32


def test_packs_are_logged_by_their_fingerprint_and_those_sealed_anew_are_told_apart() -> None:
    assert HandEntries.of(FIRST).sealed == Entry(EntryKind.SEALED, TABLE, 7, 0, FIRST.commitment)
    assert HandEntries.of(AGAIN).sealed == Entry(EntryKind.SEALED_ANEW, TABLE, 7, 2, AGAIN.commitment)


@pytest.mark.parametrize(
    ("closing", "content"),
    [
        (Closing(SEATS, {}), b"\0" + b"\0" + b"\0"),
        (Closing(SEATS, dict(sorted(WORDS.items(), reverse=True))), WORDS_IN_BYTES + b"\0" + b"\0"),
        (Closing(SEATS, WORDS, PLEDGES), WORDS_IN_BYTES + PLEDGES_IN_BYTES + b"\0"),
    ],
    ids=["nothing", "words", "all"],
)
def test_a_closing_is_logged_by_a_hash_that_nobody_can_guess(closing: Closing, content: bytes) -> None:
    tag = b"\0\x1csealed-deck/2/logged-closing"
    value = hashlib.sha256(tag + ROOTS + seats_hash(SEATS) + content).digest()

    assert HandEntries.of(FIRST).closed(closing) == Entry(EntryKind.CLOSED, TABLE, 7, 0, value)


def test_a_reason_is_logged_by_a_hash_that_nobody_can_guess() -> None:
    value = hashlib.sha256(b"\0\x1bsealed-deck/2/logged-reason" + ROOTS + "Ani é out".encode()).digest()
    entries = HandEntries.of(FIRST)

    assert entries.called_off("Ani é out") == Entry(EntryKind.CALLED_OFF, TABLE, 7, 0, value)
    assert entries.reversed("Ani é out") == Entry(EntryKind.REVERSED, TABLE, 7, 0, value)


@pytest.mark.parametrize("seal", [FIRST, AGAIN], ids=["first", "again"])
def test_a_record_tells_the_entries_of_its_hand(seal: Seal) -> None:
    fields = json.loads(record(so_far(dealt(seal), 0, 3)))
    told, known = HandEntries.of_record(fields), HandEntries.of(seal)

    assert told.sealed == known.sealed
    assert told.called_off("a reason") == known.called_off("a reason")
    assert told.closed(Closing(SEATS, WORDS)) == known.closed(Closing(SEATS, WORDS))
