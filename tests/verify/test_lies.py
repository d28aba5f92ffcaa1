"""For every check there is a lie that it betrays, and of all that a forger can make fit nothing else betrays it.

So a verifier that leaves out a single check, or makes it a little laxer, is found out here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from engine.fairness import Beacon, BeaconKind, Context, Opening, Seal, SealedDeal
from engine.fairness.checks import CHECKS
from engine.fairness.dealing import picked, reordered
from engine.fairness.encoding import canonical
from engine.fairness.records import Outcome, file_digest, own_cards, record, with_picked_pack, with_reversal
from tests.verify.making import dealt, numbered, worked
from tests.verify.tampering import resealed
from tests.verify.verifiers import BY_PYTHON, CHROMIUM, Findings, engine, on_page, open_page

Fields = dict[str, Any]
CHANCE = Random(77)
DEAL = dealt(CHANCE, "never", numbered(20))
AT_CLOSE = dealt(CHANCE, "at-close", numbered(20))
PLACES = [1, 4, 7]
NET = Outcome(dict.fromkeys(DEAL.closing.seats, 0))
OVER = record(DEAL, PLACES, NET)
EXAMPLE = worked(DEAL, PLACES, CHANCE)
UNTAKEN = next(str(seat) for seat in range(256) if seat not in DEAL.closing.seats)
assert DEAL.pick < 3


def forged(text: str = OVER, **changes: Any) -> str:
    """A record with fields of another value, and hashes that fit."""
    return resealed({**json.loads(text), **changes})


def example(**changes: Any) -> str:
    """A worked record with fields of another value."""
    return json.dumps({**EXAMPLE, **changes})


def other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def searched(change: Callable[[int], Fields]) -> Fields:
    """The first of many changes after which the same pack is picked and the open cards were dealt in the same order."""
    for number in range(10_000):
        fields = change(number)
        seed, positions = bytes.fromhex(fields["seed"]), [DEAL.positions[place] for place in PLACES]
        order = reordered(seed, 20)
        if picked(seed, 4) == DEAL.pick and sorted(positions, key=order.index) == positions:
            return fields
    raise AssertionError("there is no such change")


def another_commitment(number: int) -> Fields:
    committed = number.to_bytes(32, "big")
    return {"commit": committed.hex(), "seed": DEAL.closing.seed(committed, DEAL.beacon).hex()}


def another_seed(number: int) -> Fields:
    return {"seed": number.to_bytes(32, "big").hex()}


def another_pick() -> str:
    """The forger deals from the pack that he likes, and opens cards of it."""
    pick = (DEAL.pick + 1) % 4
    liked = DEAL.seal.packs[pick]
    keys = [None if number == pick else key.hex() for number, key in enumerate(DEAL.seal.keys)]
    openings = [_opening(liked.opening(DEAL.positions[place])) for place in PLACES]
    return forged(pick=pick, keys=keys, openings=openings)


def _opening(card: Opening) -> Fields:
    return {
        "pos": card.position,
        "card": card.card,
        "salt": card.salt.hex(),
        "path": [each.hex() for each in card.path],
    }


def openings(places: list[int]) -> list[Fields]:
    return list(json.loads(record(DEAL, places))["openings"])


def changed_opening(**changes: Any) -> str:
    """A record that opens a single card, something of which is another."""
    return forged(openings=[{**openings([1])[0], **changes}])


def the_same_key_twice() -> str:
    """Two packs with one key, which have different roots because they have different numbers."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    object.__setattr__(seal, "keys", (seal.keys[1], *seal.keys[1:]))
    return a_record_of(seal, lambda deal: deal.pick > 1)


def a_bad_pack(*cards: int, dealt_from: bool) -> str:
    """A pack that begins with these cards whatever else lies in it, sealed in the hope that nobody looks."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["order"] = (*cards, *seal.packs[2].order[len(cards) :])
    return a_record_of(seal, lambda deal: (deal.pick == 2) == dealt_from, list(range(20)) if dealt_from else PLACES)


def a_record_of(seal: Seal, wanted: Callable[[SealedDeal], bool], places: list[int] = PLACES) -> str:
    """A record of a deal from these packs in which chance picks as it is wanted."""
    deals = (SealedDeal(seal, DEAL.closing, Beacon(BeaconKind.DISCORD, b"%d" % number)) for number in range(999))
    return record(next(deal for deal in deals if wanted(deal)), places, NET)


def with_beacon(kind: int, value: bytes) -> str:
    return record(SealedDeal(DEAL.seal, DEAL.closing, Beacon(BeaconKind(kind), value)), PLACES, NET)


def with_rules(rules: str) -> str:
    """A record of a deal for which packs were sealed under these rules, whatever they are."""
    seal = Seal(replace(DEAL.seal.context, rules=rules), DEAL.seal.keys)
    return record(SealedDeal(seal, DEAL.closing, DEAL.beacon), PLACES)


def unplaced(place: Context) -> Fields:
    """A worked record of a deal at this place, without a word of where that is."""
    deal = dealt(Random(1), "never", numbered(3), place)
    told = worked(deal, [0], Random(1))
    return {name: told[name] for name in told.keys() - {"table", "hand", "attempt", "previous"}}


def with_the_longest_beacon() -> Fields:
    beacon = Beacon(BeaconKind.DISCORD, b"1" * 65_535)
    return worked(SealedDeal(DEAL.seal, DEAL.closing, beacon), PLACES, Random(1))


def a_rejected_word() -> Fields:
    """A worked record with a key that was searched for: shuffling 200 cards with it rejects a word."""
    context = replace(DEAL.seal.context, cards=numbered(200))
    seal = Seal(context, (0x59048.to_bytes(32, "big"), bytes(32)))
    return worked(SealedDeal(seal, DEAL.closing, DEAL.beacon), [199], Random(1))


def digested(**changes: Any) -> str:
    """A record whose digest fits, and its hash only if it fitted before."""
    fields = {**json.loads(OVER), **changes}
    return canonical({**fields, "digest": file_digest(fields).hex()})


def without(name: str, text: str) -> Fields:
    fields = json.loads(text)
    del fields[name]
    return dict(fields)


NETS = {str(seat): 0 for seat in DEAL.closing.seats}
SEAT, *OTHER_SEATS = sorted(NETS)
FIELDS = json.loads(OVER)
RUNNING = record(DEAL, PLACES)
VOIDED = record(DEAL, PLACES, replace(NET, voided="the power went"))
OPEN = record(AT_CLOSE, PLACES, Outcome(dict.fromkeys(AT_CLOSE.closing.seats, 0)))
OWN = own_cards(DEAL, int(SEAT), PLACES)
LISTED = json.dumps(EXAMPLE)

LIES: dict[str, tuple[str, set[str]]] = {
    "blanks between the fields": (OVER.replace(",", ", "), {"text"}),
    "two line ends": (OVER + "\n\n", {"text"}),
    "a field more": (forged(note=""), {"fields"}),
    "a field less": (resealed(without("reversed", OVER)), {"fields"}),
    "three packs": (forged(roots=FIELDS["roots"][:3]), {"fields"}),
    "a truth for a number": (forged(attempt=True), {"fields"}),
    "capital hex": (forged(seed="A" + FIELDS["seed"][1:]), {"fields"}),
    "a beacon too long to be hashed": (forged(beacon="31" * 65_536), {"fields"}),
    "a seat spelled otherwise": (forged(seats={"0" + SEAT: "x"}), {"fields"}),
    "a seat too high": (forged(seats={"256": "x"}), {"fields"}),
    "a seat too many": (forged(seats={str(seat): "x" for seat in range(256)}), {"fields"}),
    "another format": (forged(format="sealed-deck/2 record"), {"fields"}),
    "another digest": (canonical({**FIELDS, "digest": other(FIELDS["digest"])}), {"digest"}),
    "rules without a game": (with_rules('{"disclosure":"never"}'), {"rules", "disclosure"}),
    "an unknown disclosure": (with_rules('{"disclosure":"maybe","game":"x"}'), {"rules", "disclosure"}),
    "rules in another order": (with_rules('{"game":"x","disclosure":"never"}'), {"rules", "disclosure"}),
    "a rule that is no text": (with_rules('{"ante":1,"disclosure":"never","game":"x"}'), {"rules", "disclosure"}),
    "rules that are none": (with_rules("never"), {"rules", "disclosure"}),
    "rules of half a character": (with_rules('{"disclosure":"never","game":"\\ud800"}'), {"rules", "disclosure"}),
    "another table": (forged(table="00" * 16), {"context"}),
    "another hand": (forged(hand=99), {"context"}),
    "another attempt": (forged(attempt=(FIELDS["attempt"] + 1) % 256), {"context"}),
    "another record before": (forged(previous="00" * 32), {"context"}),
    "another rule": (forged(rules=FIELDS["rules"].replace("never", "unanimous")), {"context"}),
    "another card in the pack": (forged(cards=["x", *FIELDS["cards"][1:]]), {"context"}),
    "another commitment": (forged(**searched(another_commitment)), {"commitment"}),
    "a word from nobody": (forged(contributions={**FIELDS["contributions"], UNTAKEN: "00"}), {"words", "seed"}),
    "an empty word": (forged(contributions={SEAT: ""}), {"words", "seed"}),
    "a word too long": (forged(contributions={SEAT: "00" * 65}), {"words", "seed"}),
    "a beacon of nobody": (with_beacon(0, b"1"), {"beacon"}),
    "a number that is none": (with_beacon(1, b"12x"), {"beacon"}),
    "a number with other digits": (with_beacon(1, "٣".encode()), {"beacon"}),
    "no number": (with_beacon(1, b""), {"beacon"}),
    "a die that shows nothing": (with_beacon(2, b"\x01\x00"), {"beacon"}),
    "a die that shows too much": (with_beacon(2, b"\x41"), {"beacon"}),
    "no die": (with_beacon(2, b""), {"beacon"}),
    "another seed": (forged(**searched(another_seed)), {"seed"}),
    "another player": (forged(seats={**FIELDS["seats"], SEAT: "x"}), {"seed"}),
    "another word": (forged(contributions={SEAT: "00"}), {"seed"}),
    "another beacon": (forged(beacon_kind=1, beacon=b"0".hex()), {"seed"}),
    "another pick": (another_pick(), {"pick"}),
    "all keys kept back": (forged(keys=[None] * 4), {"keys"}),
    "the picked key among the others": (forged(keys=[key.hex() for key in DEAL.seal.keys]), {"keys"}),
    "a key twice": (the_same_key_twice(), {"keys"}),
    "a bad pack turned up": (a_bad_pack(1, 1, dealt_from=False), {"packs"}),
    "a bad pack dealt": (a_bad_pack(1, 1, dealt_from=True), {"openings"}),
    "a card that is none dealt": (a_bad_pack(20, dealt_from=True), {"openings"}),
    "another card opened": (changed_opening(card=(openings([1])[0]["card"] + 1) % 20), {"openings"}),
    "another position": (changed_opening(pos=(openings([1])[0]["pos"] + 1) % 20), {"openings"}),
    "another salt": (changed_opening(salt="00" * 32), {"openings"}),
    "a path too long": (changed_opening(path=[*openings([1])[0]["path"], "00" * 32]), {"openings"}),
    "a path too short": (changed_opening(path=openings([1])[0]["path"][:-1]), {"openings"}),
    "a position beyond the pack": (changed_opening(pos=20), {"openings"}),
    "a card beyond the pack": (changed_opening(card=20), {"openings"}),
    "a card opened twice": (forged(openings=[openings([1])[0], *openings([1, 4])]), {"openings"}),
    "cards opened in another order": (forged(openings=[openings([4])[0], openings([1])[0]]), {"openings"}),
    "an outcome less a seat": (forged(outcome={"net": dict.fromkeys(OTHER_SEATS, 0), "voided": ""}), {"outcome"}),
    "an outcome and no hash": (forged(hash=None), {"outcome"}),
    "a hash and no outcome": (forged(RUNNING, hash="00" * 32), {"outcome"}),
    "a running hand declared void": (forged(RUNNING, reversed="no"), {"outcome"}),
    "own cards with an outcome": (forged(OWN, outcome=FIELDS["outcome"], hash="00" * 32), {"outcome"}),
    "another hash": (digested(hash="00" * 32), {"hash"}),
    "another outcome": (digested(outcome={"net": {**NETS, SEAT: 5}, "voided": ""}), {"hash"}),
    "a pack opened against the rule": (with_picked_pack(OVER, DEAL.picked_pack.key), {"disclosure"}),
    "a pack opened before the end": (with_picked_pack(RUNNING, DEAL.picked_pack.key), {"disclosure"}),
    "own cards with the whole pack": (with_picked_pack(OWN, DEAL.picked_pack.key), {"disclosure"}),
    "a pack not opened at the end": (forged(OPEN, disclosed=None), {"disclosure"}),
    "a pack not opened when called off": (forged(VOIDED, disclosed=None), {"disclosure"}),
    "another pack opened": (forged(OPEN, disclosed="00" * 32), {"disclosed"}),
    "own cards of nobody": (forged(OWN, seat=int(UNTAKEN)), {"seat"}),
    "an example with a name twice": (LISTED.replace('"pick"', '"pick": 0, "pick"'), {"text"}),
    "an example with a fraction": (LISTED.replace('"rejected": 0', '"rejected": 0.0'), {"text"}),
    "an example of another table": (json.dumps(without("table", LISTED)), {"context"}),
    "an example of two tables": (example(table_id=EXAMPLE["table"]), {"text"}),
    "an example with a remark": (example(note=""), {"fields"}),
    "an example that names a format": (example(format="worked record"), {"text"}),
    "an example of another hand": (example(hand=99), {"context"}),
    "an example with a card dealt twice": (example(dealt=[EXAMPLE["dealt"][0]] * 20), {"dealt"}),
    "an example with too few cards dealt": (example(dealt=EXAMPLE["dealt"][:-1]), {"dealt"}),
    "an example with another order": (example(order0=list(range(20))), {"order0"}),
    "an example not re-ordered": (example(tau=list(range(20))), {"tau", "dealt"}),
    "an example with words rejected": (example(rejected=1), {"rejected"}),
    "an example with a key less": (example(keys=EXAMPLE["keys"][:3]), {"keys", "packs"}),
    "an example with a key changed": (example(keys=[*EXAMPLE["keys"][:3], "00" * 32]), {"packs"}),
    "an example with another seed": (
        example(seed=json.loads(forged(**searched(another_seed)))["seed"]),
        {"seed", "tau"},
    ),
    "an example with another card": (example(openings=json.loads(changed_opening(card=20))["openings"]), {"openings"}),
}


def lying(findings: Findings) -> set[str]:
    return {name for name, passed in findings.items() if not passed}


@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_every_lie_is_betrayed_by_the_check_that_it_is_for(verifier: str) -> None:
    found = {lie: lying(BY_PYTHON[verifier](text.encode())) for lie, (text, _) in LIES.items()}
    assert found == {lie: names for lie, (_, names) in LIES.items()}


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
def test_the_page_finds_every_lie_by_the_check_that_it_is_for() -> None:
    with open_page() as page:
        found = on_page(page, [text.encode() for text, _ in LIES.values()])
    expected = {lie: names for lie, (_, names) in LIES.items()}
    assert {lie: lying(findings) for lie, findings in zip(LIES, found, strict=True)} == expected


ALL_CHECKS = {check.__name__: check for checks in CHECKS.values() for check in checks.values()}


@pytest.mark.parametrize("skipped", ALL_CHECKS)
def test_a_verifier_that_skips_a_check_is_found_out(skipped: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for checks in CHECKS.values():
        for name in [name for name, check in checks.items() if check is ALL_CHECKS[skipped]]:
            monkeypatch.setitem(cast(dict[str, Any], checks), name, lambda fields: True)
    assert any(lying(engine(text.encode())) != names for text, names in LIES.values())


def test_the_truth_is_found_to_be_true() -> None:
    reversed_later = with_reversal(with_picked_pack(OVER, DEAL.picked_pack.key), "Budi’s cousin dealt")
    for text in (OVER, OVER + "\n", RUNNING, VOIDED, OPEN, OWN, LISTED, reversed_later):
        for verifier in BY_PYTHON.values():
            assert lying(verifier(text.encode())) == set()


UNUSUAL = {
    "the place by its other names": LISTED.replace('"table"', '"table_id"')
    .replace('"hand"', '"hand_no"')
    .replace('"previous"', '"previous_record_hash"'),
    "no place": json.dumps(unplaced(Context(bytes(range(16)), 7, 1, "", ()))),
    "nothing but the hand": json.dumps({**unplaced(Context(bytes(range(16)), 9, 1, "", ())), "hand_no": 9}),
    "a long rule": with_rules(canonical({"disclosure": "never", "game": "x" * 70_000})),
    "the longest beacon": json.dumps(with_the_longest_beacon()),
    "a rejected word that does not count": json.dumps(a_rejected_word()),
    "a rejected word": json.dumps({**a_rejected_word(), "rejected": 1}),
}
"""Truths that are told in another way than usual."""


def test_an_unusual_truth_is_true() -> None:
    for verifier in BY_PYTHON.values():
        found = [lying(verifier(text.encode())) for text in UNUSUAL.values()]
        assert found == [set()] * len(UNUSUAL)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
def test_an_unusual_truth_is_true_on_the_page() -> None:
    with open_page() as page:
        found = on_page(page, [text.encode() for text in UNUSUAL.values()])
    assert [lying(findings) for findings in found] == [set()] * len(UNUSUAL)
