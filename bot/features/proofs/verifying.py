"""Reports on records for the command line: one line of plain English for each check.

It needs no settings, token or database: a record proves the same to everybody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from json import JSONDecoder

from bot.environment.terminal import ascii_if_needed, printable
from bot.presenting.proof_files import record_in
from engine.fairness.bounds import MOST_BYTES
from engine.fairness.closing import BeaconKind, pledges_hash
from engine.fairness.reading import WORKED, Misfits
from engine.fairness.records import OWN_CARDS, RECORD
from engine.fairness.verifying import (
    Check,
    Facts,
    Histories,
    Verdict,
    compare_logs,
    missing_hands,
    verify,
    verify_chain,
)

_BLANKS = b" \t\r\n"
_LINE = re.compile(rb"[^ \t\r\n][^\n]*")
_WHITE = re.compile(r"[ \t\r\n]*")

CLAIMS = {
    "text": "The file is in the standard form, canonical JSON.",
    "fields": "It has all the fields of a record, and no other.",
    "digest": "The file is whole: its own digest is right.",
    "rules": "The rules in force are there, with the game and the rule of disclosure.",
    "context": "The packs were sealed for this hand at this table, these rules, these cards and the record before.",
    "fingerprint": "The fingerprint is that of the sealed packs.",
    "words": "Only players in this hand added words, of 1 to 64 bytes each.",
    "pledges": "Chance was pledged by those who were dealt in, and what they revealed of it is what they had pledged.",
    "beacons": "Each beacon has the form of its kind.",
    "beacon": "The beacon is there, if the house rule requires one.",
    "seed": "The seed follows from the fingerprint, the seats, the words, the pledged chance and the beacons.",
    "pick": "The seed picks the pack that was dealt from.",
    "keys": "The keys of all packs but the picked one are there, all of them different.",
    "dealer": "The dealer was dealt in, and in the first hand at a table is the one whom the seed has drawn.",
    "openings": "Every opened card lay in the picked pack; each is opened once, in the order of the deal.",
    "places": "No opened card lies anywhere else in its pack.",
    "outcome": "The result of a hand that is over covers every seat; one that is running has none.",
    "hash": "The hash of the record is right.",
    "disclosure": "The picked pack lies open, or stays closed, as the rule of disclosure says.",
    "packs": "Shuffled and sealed again from its key, every other pack is the pack that was sealed.",
    "disclosed": "Where the picked pack lies open, it is the pack that was sealed, with the opened cards in it.",
    "log": "Where it names the log of all deals, all of this hand stands there, and the log has only grown.",
    "seat": "The seat these cards belong to was dealt in, and each of them was dealt to it or taken by it.",
    "order0": "The first pack is shuffled as its key says.",
    "tau": "The re-ordering follows from the seed.",
    "dealt": "No card is opened but those that were dealt, from the first of the re-ordering on.",
    "dealt_to": "Every card went to whom the sealed dealing, the seats and the order of play say.",
    "rejected": "As many words of the streams were rejected as it says.",
    "records": "Each of them is a valid record of a hand, and all but the last of a hand that is over.",
    "table": "All of them are of the same table.",
    "numbers": "The numbers of the hands rise, and none is there twice.",
    "previous": "Each was sealed with the hash of the hand before it, where that is here, which was not changed since.",
}
"""The statement of each check that passes."""

WORKED_CLAIMS = {
    "text": "It is spelled plainly, and nothing in it twice.",
    "fields": "It has all the fields of a worked record, and no other.",
    "context": "The packs were sealed for these rules and cards, where it names no hand as hand 7 of table 000102…0f.",
    "keys": "The keys of all packs are there, all of them different.",
    "openings": "Every opened card lay in the picked pack.",
    "packs": "Shuffled and sealed again from its key, every pack is the pack that was sealed.",
    "dealt": "The cards were dealt from the picked pack in the order of the re-ordering.",
}
"""The statements that differ for a worked record."""

MOST_RECORDS = 10_000
"""The most records of a file; a hand every ten seconds makes fewer in a day."""

MOST_FILE_BYTES = 1 << 26
"""The most bytes of a file; 10,000 usual records have fewer."""

MOST_NAMED = 6
"""The most misfit fields, or gaps in a chain, that are named."""

FIELD_CHARACTERS = 30
"""The printed characters of a field's name."""


def report(files: Iterable[tuple[str, bytes]], write: Callable[[str], None]) -> bool:
    """Verify records in named files, and their chains; return True if all are valid."""
    write = ascii_if_needed(write)
    records: list[tuple[str, bytes]] = []
    refused = 0
    for name, content in files:
        texts = records_in(content) if len(content) <= MOST_FILE_BYTES else []
        if not texts:
            write(f"{printable(name)}: more than {MOST_FILE_BYTES:,} bytes in one file, which is too many.")
            refused += 1
        elif len(texts) > MOST_RECORDS:
            write(f"{printable(name)}: more than {MOST_RECORDS:,} records in one file, which is too many.")
            refused += 1
        else:
            records += [(name, text) for text in texts]
    verdicts = [verify(text) for _, text in records]
    for (name, _), verdict in zip(records, verdicts, strict=True):
        for line in _verdict_lines(name, verdict):
            write(line)
    failed = refused + sum(not verdict.valid for verdict in verdicts)
    broken, less = False, list[str]()
    for title, links, gaps in _chains(zip([text for _, text in records], verdicts, strict=True)):
        write(title)
        for line in (*_check_lines(links), *[f"    {said}" for said in _missing(gaps)]):
            write(line)
        broken = broken or not all(link.passed for link in links)
        less += _missing(gaps)
    without = sum(verdict.valid and verdict.facts is not None and not verdict.facts.beacons for verdict in verdicts)
    histories = compare_logs([text for _, text in records])
    for line in _history_lines(histories):
        write(line)
    split = histories is not None and not histories.one
    if without:
        where = "" if len(verdicts) == 1 else f" in {without} of them"
        less.insert(0, f"no random number from outside{where}")
    write(_summary(refused + len(records), failed, broken, split, less))
    return failed == 0 and not broken and not split


def records_in(content: bytes) -> list[bytes]:
    """Return the records in a file, spelled as they are: one, one a line, a JSON list, or a page's.

    A list that is too long is split only as far as it takes to see that.
    """
    content = record_in(content)
    return _one_a_line(content) or _listed(content) or [content]


def _one_a_line(content: bytes) -> list[bytes]:
    records: list[bytes] = []
    for found in _LINE.finditer(content):
        line = found[0].rstrip(_BLANKS)
        if not (line.startswith(b"{") and line.endswith(b"}")):
            return []
        records.append(line)
        if len(records) > MOST_RECORDS:
            break
    return records if len(records) > 1 else []


def _listed(content: bytes) -> list[bytes]:
    """The members of a JSON list as they are spelled, if they are records.

    Each is parsed only up to a record's bounds: lists in memory take many times their length.
    """
    members: list[bytes] = []
    try:
        text, decoder = content.strip(_BLANKS).decode(), JSONDecoder()
        if not text.startswith("["):
            return []
        at = 0
        while text[at] != "]" and len(members) <= MOST_RECORDS:
            begin = _past_blanks(text, at + 1)
            _, length = decoder.raw_decode(text[begin : begin + MOST_BYTES])
            members.append(text[begin : begin + length].encode())
            at = _past_blanks(text, begin + length)
            if text[at] not in ",]":
                return []
    except (ValueError, IndexError, RecursionError):
        return []
    return [] if text[at] == "]" and text[at + 1 :] else members


def _past_blanks(text: str, at: int) -> int:
    found = _WHITE.match(text, at)
    assert found is not None
    return found.end()


def _chains(verified: Iterable[tuple[bytes, Verdict]]) -> Iterator[tuple[str, tuple[Check, ...], list[range]]]:
    hands = [
        (verdict.facts.table, verdict.facts.hand, text)
        for text, verdict in verified
        if verdict.facts is not None and verdict.facts.form == RECORD
    ]
    for table, group in groupby(sorted(hands, key=lambda hand: hand[:2]), key=lambda hand: hand[0]):
        _, numbers, chain = zip(*group, strict=True)
        if len(chain) > 1:
            yield f"The chain of {len(chain)} hands of table {table}", verify_chain(chain), missing_hands(numbers)


def _missing(gaps: Sequence[range]) -> list[str]:
    if sum(map(len, gaps)) == 1:
        return [f"hand {gaps[0][0]} is missing"]
    few = [f"{gap[0]} to {gap[-1]}" if len(gap) > 1 else str(gap[0]) for gap in gaps[:MOST_NAMED]]
    more = f" and {len(gaps) - MOST_NAMED} more" if len(gaps) > MOST_NAMED else ""
    return [f"hands {', '.join(few)}{more} are missing"] if gaps else []


def _verdict_lines(name: str, verdict: Verdict) -> Iterator[str]:
    yield f"{printable(name)}: {_title(verdict.facts)}"
    worked = verdict.facts is not None and verdict.facts.form == WORKED
    yield from _check_lines(verdict.checks, CLAIMS | WORKED_CLAIMS if worked else CLAIMS)
    yield from _misfit_lines(verdict)
    if verdict.valid and verdict.facts is not None:
        yield from _fact_lines(verdict.facts)


def _check_lines(checks: Iterable[Check], claims: Mapping[str, str] = CLAIMS) -> Iterator[str]:
    for check in checks:
        yield f"  {'✓' if check.passed else '✗'} {claims[check.name]}"


def _title(facts: Facts | None) -> str:
    if facts is None:
        return "no record"
    if facts.form == WORKED:
        return "a worked record"
    kind = f"the cards of seat {facts.seat} in hand" if facts.form == OWN_CARDS else "hand"
    return f"{kind} {facts.hand} at its table, sealed {_times(facts.attempt + 1)}"


def _misfit_lines(verdict: Verdict) -> Iterator[str]:
    if verdict.oversized:
        yield f"    It is larger than any record: more than {MOST_BYTES:,} bytes, or too much in them."
    if verdict.respelled:
        yield "    It was re-formatted: check it as Kiu gave it, letter for letter."
    misfits = verdict.misfits or Misfits((), (), ())
    for names, said in zip(misfits, ("missing", "added", "of no such value"), strict=True):
        if names:
            few = [printable(name[:FIELD_CHARACTERS]) for name in names[:MOST_NAMED]]
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            yield f"    Fields {said}: {', '.join(few)}{more}."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _fact_lines(facts: Facts) -> Iterator[str]:
    for seat, player in sorted(facts.seats.items()):
        word = facts.words.get(seat)
        added = "no word" if word is None else f"the word “{printable(word.decode(errors='backslashreplace'))}”"
        yield f"    seat {seat}: {printable(player)}, {added}"
    yield f"    At table {facts.table}."
    by = "" if facts.dealer < 0 else f" by seat {facts.dealer}"
    yield f"    Cards dealt{by}: {facts.dealt}, from pack {facts.pick + 1}, fingerprint {facts.commitment}."
    yield from _chance_lines(facts)
    if facts.missing:
        yield f"    Pledged and not revealed by seat {', '.join(map(str, facts.missing))}."
    for kind, value in facts.beacons:
        yield f"    Beacon: {_beacon(facts, kind, value)}."
    if not facts.beacons:
        yield "    No random number from outside: the words and the seats alone."
    if facts.opened:
        cards = [f"{printable(card)} ({_dealt(facts, number)})" for number, card in facts.opened]
        yield f"    Open: {', '.join(cards)}."
    yield from _log_lines(facts)
    if facts.voided:
        yield f"    Called off, every stake given back: {printable(facts.voided)}"
    if facts.reversed:
        yield f"    Declared void after it was over: {printable(facts.reversed)}"


def _chance_lines(facts: Facts) -> Iterator[str]:
    if facts.pledges:
        yield f"    Chance of players' own, pledged with the fingerprint {pledges_hash(facts.pledges).hex()}."


def _beacon(facts: Facts, kind: BeaconKind, value: bytes) -> str:
    match kind:
        case BeaconKind.DISCORD:
            return f"number {printable(value.decode(errors='backslashreplace'))} of Discord's closing message"
        case BeaconKind.TELEGRAM:
            return f"dice of Telegram that show {', '.join(map(str, value))}"


def _dealt(facts: Facts, number: int) -> str:
    to = "".join(f" to seat {seat}" for seat in facts.dealt_to[number - 1 : number])
    return f"dealt no. {number}{to}"


def _log_lines(facts: Facts) -> Iterator[str]:
    if facts.form == WORKED:
        return
    if facts.log is None:
        yield "    It does not say where it stands in the log of all deals."
        return
    head = facts.log.head
    where = f"Entry {facts.log.index + 1} of the log of all deals"
    yield f"    {where}, which has {head.size}, fingerprint {head.root.hex()}."
    for earlier in facts.log.earlier:
        yield f"    That log goes on from the one of {earlier.size}, fingerprint {earlier.root.hex()}."


def _history_lines(histories: Histories | None) -> Iterator[str]:
    if histories is None:
        return
    if not histories.one:
        yield "TWO HISTORIES: these records tell of two logs. If one bot gave them, it showed people different pasts."
        return
    yield "  ✓ Nothing in these records tells of two different logs."
    if histories.apart:
        *smaller, largest = histories.apart
        sizes = ", ".join(str(size) for size in smaller)
        yield f"    That the log of {largest} entries goes on from that of {sizes} is not proved by them in full:"
        yield "    /verify HAND SIZE, with the smaller size, gives a record that does."


def _summary(records: int, failed: int, broken: bool, split: bool, less: Sequence[str]) -> str:
    if failed:
        return f"NOT VALID: {failed} of {records}."
    if split:
        return "NOT VALID: the records tell of two histories."
    if broken:
        return "NOT VALID: the records do not follow each other."
    valid = "Valid" if records == 1 else f"Valid: all {records}"
    return f"{valid}, but {' and '.join(less)}." if less else f"{valid}."
