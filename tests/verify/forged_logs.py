"""Lies about the log of fingerprints: by whoever writes the record, and by whoever keeps the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from engine.fairness import Context
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import Outcome, own_cards, record, with_reversal
from engine.fairness.transparency_log import Entry, EntryKind
from tests.engine.fairness.example_deals import so_far
from tests.engine.fairness.example_log import ExampleLog, entries_of, in_a_log
from tests.verify.making import dealt, numbered
from tests.verify.tampering import resealed

Fields = dict[str, Any]

DEAL = dealt(Random(82), "never", numbered(12), Context(bytes([9]) * 16, 3, 2, "", (), bytes([2]) * 32))
DEALT = so_far(DEAL)
CALLED_OFF_WHY = "the power went"
OVER = record(DEALT, Outcome(dict.fromkeys(DEAL.closing.seats, 0)))
RUNNING = record(DEALT)
VOIDED = record(DEALT, Outcome(dict.fromkeys(DEAL.closing.seats, 0), CALLED_OFF_WHY))
OWN = own_cards(DEALT, min(DEAL.closing.seats))
REVERSED = with_reversal(OVER, "Budi’s cousin dealt")

HONEST = entries_of(OVER)
"""Sealed, sealed anew, closed, sealed anew again, and closed: the second deal could not be dealt."""

assert [each.kind for each in HONEST] == [
    EntryKind.SEALED,
    EntryKind.SEALED_ANEW,
    EntryKind.CLOSED,
    EntryKind.SEALED_ANEW,
    EntryKind.CLOSED,
]


def log_of(entries: Sequence[Entry]) -> ExampleLog:
    """A log with these entries, others before them and after them."""
    rng, log = Random(1), ExampleLog()
    log.fill(5, rng)
    for entry in entries:
        log.fill(2, rng)
        log.append(entry)
    log.fill(7, rng)
    return log


LOG = log_of(HONEST)
SIZE = len(LOG.entries)
LOGGED = LOG.logged(OVER, 6)
"""The record with its proofs, and with a head of six entries that was posted before."""


def with_log(**changes: Any) -> str:
    """The record with something of the log changed."""
    fields = json.loads(LOGGED)
    return resealed({**fields, "log": {**fields["log"], **changes}})


def entry(at: int) -> Fields:
    found: Fields = json.loads(LOGGED)["log"]["entries"][at]
    return found


def with_entry(at: int, **changes: Any) -> str:
    entries = json.loads(LOGGED)["log"]["entries"]
    return with_log(entries=[*entries[:at], {**entries[at], **changes}, *entries[at + 1 :]])


def showing(*places: int) -> str:
    """The record with these of its entries."""
    return with_log(entries=[entry(at) for at in places])


EARLIER: Fields = json.loads(LOGGED)["log"]["earlier"][0]


def with_earlier(**changes: Any) -> str:
    """The record with something of the earlier head changed."""
    return with_log(earlier=[{**EARLIER, **changes}])


def kept_with(at: int, **changes: Any) -> str:
    """The record with honest proofs from a log in which one of its entries is another."""
    return log_of([*HONEST[:at], HONEST[at]._replace(**changes), *HONEST[at + 1 :]]).logged(OVER)


def kept_with_order(*places: int) -> str:
    """The record with honest proofs from a log that has these of its entries, in this order."""
    return log_of([HONEST[at] for at in places]).logged(OVER)


def unfinished(text: str, *more: Entry) -> str:
    """Another record of the hand, from a log that has these entries more."""
    return log_of([*HONEST, *more]).logged(text)


def told_of(text: str, log: str) -> str:
    """A record with the proofs that are another's."""
    return resealed({**json.loads(text), "log": json.loads(log)["log"]})


def shown_as_honest() -> str:
    """The record from a log in which its packs stand after their closing, with these two shown the other way round."""
    fields = json.loads(kept_with_order(0, 1, 2, 4, 3))
    *before, closed, sealed = fields["log"]["entries"]
    return resealed({**fields, "log": {**fields["log"], "entries": [*before, sealed, closed]}})


HAND = HandEntries.of_record(json.loads(OVER))
OFF = HAND.called_off(CALLED_OFF_WHY)

LOG_LIES: dict[str, tuple[str, set[str]]] = {
    "a log without entries": (with_log(entries=[]), {"fields"}),
    "an entry of no kind": (with_entry(1, kind=6), {"fields"}),
    "a path longer than that of any log": (with_entry(1, path=["00" * 32] * 65), {"fields"}),
    "a log with a field more": (with_log(note=""), {"fields"}),
    "another fingerprint in the log than was shown": (kept_with(3, value=bytes(32)), {"log"}),
    "another closing in the log than was shown": (kept_with(4, value=bytes(32)), {"log"}),
    "the first packs left out of the log": (told_of(OVER, showing(1, 2, 3, 4)), {"log"}),
    "packs sealed anew left out of the log": (kept_with_order(0, 3, 4), {"log"}),
    "the last packs sealed anew left out of the log": (kept_with_order(0, 1, 2, 4), {"log"}),
    "the closing left out of the log": (kept_with_order(0, 1, 2, 3), {"log"}),
    "packs logged after they were closed": (kept_with_order(0, 1, 2, 4, 3), {"log"}),
    "packs logged after they were closed and shown before": (shown_as_honest(), {"log"}),
    "packs sealed twice for one attempt": (kept_with_order(0, 1, 1, 2, 3, 4), {"log"}),
    "a deal closed twice": (kept_with_order(0, 1, 2, 3, 4, 4), {"log"}),
    "packs sealed anew that are said to be the first": (kept_with(1, kind=EntryKind.SEALED), {"log"}),
    "packs sealed anew for another attempt": (kept_with(1, attempt=2), {"log"}),
    "an entry that is not shown": (showing(0, 2, 3, 4), {"log"}),
    "an entry that is shown twice": (showing(0, 1, 2, 2, 3, 4), {"log"}),
    "entries shown in another order": (showing(0, 2, 1, 3, 4), {"log"}),
    "nothing but the last packs": (showing(3, 4), {"log"}),
    "nothing but the closing": (showing(4), {"log"}),
    "a reversal that is not in the log": (with_reversal(LOGGED, "no"), {"log"}),
    "a reversal for another reason": (unfinished(REVERSED, HAND.reversed("another")), {"log"}),
    "a hand called off that the log knows nothing of": (unfinished(VOIDED), {"log"}),
    "a hand called off for another reason": (unfinished(VOIDED, HAND.called_off("another")), {"log"}),
    "a hand called off in the log alone": (told_of(OVER, unfinished(VOIDED, OFF)), {"log"}),
    "a hand called off in the log before it was over": (told_of(RUNNING, unfinished(VOIDED, OFF)), {"log"}),
    "another index": (with_entry(1, index=entry(1)["index"] + 1), {"log"}),
    "an index beyond the log": (with_entry(4, index=SIZE), {"log"}),
    "another path of an entry": (with_entry(1, path=[*entry(1)["path"][:-1], "00" * 32]), {"log"}),
    "a path of an entry too short": (with_entry(1, path=entry(1)["path"][:-1]), {"log"}),
    "a path of an entry too long": (with_entry(1, path=[*entry(1)["path"], "00" * 32]), {"log"}),
    "another root of the log": (with_log(root="00" * 32), {"log"}),
    "another size of the log": (with_log(size=1 << 40), {"log"}),
    "another earlier head": (with_earlier(root="00" * 32), {"log"}),
    "an earlier head of another size": (with_earlier(size=4), {"log"}),
    "an earlier head of nothing": (with_earlier(size=0), {"log"}),
    "an earlier head that is larger": (with_earlier(size=SIZE + 1), {"log"}),
    "another head of the same size": (with_earlier(size=SIZE, path=[]), {"log"}),
    "a path from a head to itself": (with_earlier(size=SIZE, root=LOG.head.root.hex(), path=["00" * 32]), {"log"}),
    "a path to an earlier head too short": (with_earlier(path=EARLIER["path"][:-1]), {"log"}),
    "a path to an earlier head too long": (with_earlier(path=[*EARLIER["path"], "00" * 32]), {"log"}),
    "another path to an earlier head": (with_earlier(path=["00" * 32, *EARLIER["path"][1:]]), {"log"}),
    "no path to an earlier head": (with_earlier(path=[]), {"log"}),
}
"""Every lie as it is written, and the checks that betray it."""

LOG_TRUTHS = [
    LOGGED,
    unfinished(VOIDED, OFF),
    unfinished(REVERSED, HAND.reversed("Budi’s cousin dealt")),
    *(LOG.logged(text) for text in (RUNNING, OWN)),
    unfinished(OWN, OFF),
    *(LOG.logged(OVER, size) for size in range(1, SIZE + 1)),
    LOG.logged(OVER, *range(1, 17)),
    *(in_a_log(text, Random(number)) for number in range(12) for text in (OVER, VOIDED)),
]
