"""Lies: for every check some that it betrays, and of all that a forger can make fit nothing else betrays them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.fairness import Beacon, BeaconKind, Chance, Closing, Context, Opening, PublicRound, Seal, SealedDeal, pledge
from engine.fairness.dealing import first_dealer, picked, reordered
from engine.fairness.encoding import canonical
from engine.fairness.records import Outcome, file_digest, own_cards, record, with_picked_pack, with_reversal
from tests.engine.fairness.example_deals import so_far
from tests.engine.fairness.example_log import in_a_log
from tests.verify.forged_logs import LOG_LIES, LOG_TRUTHS
from tests.verify.making import dealt, numbered, worked
from tests.verify.tampering import resealed

Fields = dict[str, Any]
CHANCE = Random(81)
FIRST_HAND = Context(bytes([7]) * 16, 1, 0, "", (), bytes([1]) * 32)
REVEAL = bytes(range(32))
ROUND = PublicRound(bytes([5]) * 32, 77, bytes(96), "pedersen-bls-chained")
SIGNATURE = Beacon(BeaconKind.DRAND, bytes(48))
DISCORD = Beacon(BeaconKind.DISCORD, b"12")


def pledged(deal: SealedDeal) -> SealedDeal:
    """The same packs, with all that can be added to a deal."""
    one, other, *_ = deal.closing.seats
    pledges = {one: pledge(REVEAL), other: pledge(b"kept back")}
    closing = replace(deal.closing, pledges=pledges, round=ROUND)
    return SealedDeal(deal.seal, closing, Chance((DISCORD, SIGNATURE), {one: REVEAL}))


DEAL = pledged(dealt(CHANCE, "never", numbered(20), FIRST_HAND))
AT_CLOSE = dealt(CHANCE, "at-close", numbered(20))
PLACES = (1, 4, 7)
DEALT = so_far(DEAL, *PLACES)
NET = Outcome(dict.fromkeys(DEAL.closing.seats, 0))
OVER = record(DEALT, NET)
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
    """The first of many changes after which the same dealer deals the open cards of the same pack in the same order."""
    positions = [DEAL.positions[place] for place in PLACES]
    for number in range(20_000):
        fields = change(number)
        seed = bytes.fromhex(fields["seed"])
        if picked(seed, 4) == DEAL.pick and first_dealer(seed, DEAL.closing.seats) == DEAL.first_dealer:
            order = reordered(seed, 20)[: DEALT.cards]
            if [position for position in order if position in positions] == positions:
                return fields
    raise AssertionError("there is no such change")


def another_commitment(number: int) -> Fields:
    committed = number.to_bytes(32, "big")
    return {"commit": committed.hex(), "seed": DEAL.closing.seed(committed, DEAL.chance).hex()}


def another_seed(number: int) -> Fields:
    return {"seed": number.to_bytes(32, "big").hex()}


def another_pick() -> str:
    """The forger deals from the pack that they like, and opens cards of it."""
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
        "place_salt": card.place_salt.hex(),
        "place_path": [each.hex() for each in card.place_path],
    }


def openings(*places: int) -> list[Fields]:
    return list(json.loads(record(so_far(DEAL, *places)))["openings"])


def changed_opening(**changes: Any) -> str:
    """A record that opens a single card, something of which is another."""
    return forged(openings=[{**openings(1)[0], **changes}])


def the_same_key_twice() -> str:
    """Two packs with one key, which have different roots because they have different numbers."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    object.__setattr__(seal, "keys", (seal.keys[1], *seal.keys[1:]))
    return a_record_of(seal, lambda deal: deal.pick > 1)


def a_bad_pack(*cards: int, dealt_from: bool) -> str:
    """A pack that begins with these cards whatever else lies in it, sealed in the hope that nobody looks."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["order"] = (*cards, *seal.packs[2].order[len(cards) :])
    return a_record_of(seal, lambda deal: (deal.pick == 2) == dealt_from, range(20) if dealt_from else PLACES)


def a_record_of(seal: Seal, wanted: Callable[[SealedDeal], bool], places: Sequence[int] = PLACES) -> str:
    """A record of a deal from these packs in which the seed picks as it is wanted."""
    chances = (replace(DEAL.chance, beacons=(Beacon(BeaconKind.DISCORD, b"%d" % number),)) for number in range(999))
    deals = (SealedDeal(seal, DEAL.closing, chance) for chance in chances)
    return record(so_far(next(deal for deal in deals if wanted(deal)), *places), NET)


def a_card_twice(*, at: int) -> str:
    """Card 1 lies at the positions 0 and 1 of a pack, its place is sealed as 0, and one of them is opened."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["order"] = (1, 1, *[card for card in seal.packs[2].order if card != 1][1:])
    seal.packs[2].__dict__["places"] = (2, 0, *range(2, 20))
    chances = (replace(DEAL.chance, beacons=(Beacon(BeaconKind.DISCORD, b"%d" % number),)) for number in range(999))
    deal = next(deal for chance in chances if (deal := SealedDeal(seal, DEAL.closing, chance)).pick == 2)
    return record(so_far(deal, deal.positions.index(at)), NET)


def false_places() -> str:
    """A whole pack is turned up for which the places of its cards were sealed otherwise."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["places"] = tuple(range(20))
    return a_record_of(seal, lambda deal: deal.pick != 2)


def with_beacons(*beacons: Beacon, named: PublicRound | None = None, rules: str = DEAL.seal.context.rules) -> str:
    """A record of a deal to which these were added, whatever they are."""
    seal = Seal(replace(DEAL.seal.context, rules=rules), DEAL.seal.keys)
    closing = Closing(DEAL.closing.seats, DEAL.closing.words, round=named)
    return record(so_far(SealedDeal(seal, closing, Chance(beacons)), *PLACES), NET)


def with_beacon(kind: int, value: bytes) -> str:
    return with_beacons(Beacon(BeaconKind(kind), value))


def listed_beacons(*kinds: int) -> list[Fields]:
    return [{"kind": kind, "value": b"12".hex()} for kind in kinds]


def with_rules(rules: str) -> str:
    """A record of a deal for which packs were sealed under these rules, whatever they are."""
    seal = Seal(replace(DEAL.seal.context, rules=rules), DEAL.seal.keys)
    return record(so_far(SealedDeal(seal, DEAL.closing, DEAL.chance), *PLACES))


def unplaced(place: Context) -> Fields:
    """A worked record of a deal at this place, without a word of where that is."""
    deal = dealt(Random(1), "never", numbered(3), place)
    told = worked(deal, [0], Random(1))
    return {name: told[name] for name in told.keys() - {"table", "hand", "attempt", "previous"}}


def with_the_longest_beacon() -> Fields:
    beacon = Beacon(BeaconKind.DISCORD, b"1" * 65_535)
    return worked(SealedDeal(DEAL.seal, DEAL.closing, Chance((beacon,))), PLACES, Random(1))


def a_rejected_word() -> Fields:
    """A worked record with a key that was searched for: shuffling 200 cards with it rejects a word."""
    context = replace(DEAL.seal.context, cards=numbered(200))
    seal = Seal(context, (0x162EA9.to_bytes(32, "big"), bytes(32)))
    return worked(SealedDeal(seal, DEAL.closing, DEAL.chance), [199], Random(1))


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
ANOTHER_DEALER = next(seat for seat in DEAL.closing.seats if seat != DEAL.first_dealer)
FIELDS = json.loads(OVER)
FIELDS_IN_A_LOG = json.loads(in_a_log(OVER, Random(5)))
RUNNING = record(DEALT)
VOIDED = record(DEALT, replace(NET, voided="the power went"))
OPEN = record(so_far(AT_CLOSE, *PLACES), Outcome(dict.fromkeys(AT_CLOSE.closing.seats, 0)))
OWN = own_cards(DEALT, int(SEAT))
LISTED = json.dumps(EXAMPLE)

REQUIRED = canonical({**json.loads(DEAL.seal.context.rules), "beacon": "required"})

LIES: dict[str, tuple[str, set[str]]] = {
    "blanks between the fields": (OVER.replace(",", ", "), {"text"}),
    "two line ends": (OVER + "\n\n", {"text"}),
    "a field more": (forged(note=""), {"fields"}),
    "a field less": (resealed(without("reversed", OVER)), {"fields"}),
    "three packs": (forged(roots=FIELDS["roots"][:3]), {"fields"}),
    "a truth for a number": (forged(attempt=True), {"fields"}),
    "capital hex": (forged(seed="A" + FIELDS["seed"][1:]), {"fields"}),
    "a beacon too long to be hashed": (forged(beacons=[{"kind": 1, "value": "31" * 65_536}]), {"fields"}),
    "a seat spelled otherwise": (forged(seats={"0" + SEAT: "x"}), {"fields"}),
    "a seat too high": (forged(seats={"256": "x"}), {"fields"}),
    "a seat too many": (forged(seats={str(seat): "x" for seat in range(256)}), {"fields"}),
    "another format": (forged(format="sealed-deck/1 record"), {"fields"}),
    "three packs by their places": (forged(place_roots=FIELDS["place_roots"][:3]), {"fields"}),
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
    "a beacon of nobody": (forged(beacons=listed_beacons(0)), {"fields"}),
    "a beacon of a kind that is none": (forged(beacons=listed_beacons(4)), {"fields"}),
    "beacons of four kinds": (forged(beacons=listed_beacons(1, 2, 3, 3)), {"fields"}),
    "a beacon twice": (forged(beacons=listed_beacons(1, 1)), {"beacons", "seed"}),
    "beacons in another order": (forged(beacons=FIELDS["beacons"][::-1]), {"beacons", "seed"}),
    "a public round that nobody had named": (with_beacons(SIGNATURE), {"beacons"}),
    "a signature cut short": (with_beacons(Beacon(BeaconKind.DRAND, bytes(47)), named=ROUND), {"beacons"}),
    "a signature of nothing": (with_beacons(Beacon(BeaconKind.DRAND, b""), named=ROUND), {"beacons"}),
    "no beacon where one is required": (with_beacons(rules=REQUIRED), {"beacon"}),
    "only the named round where the platform's is required": (
        with_beacons(SIGNATURE, named=ROUND, rules=REQUIRED),
        {"beacon"},
    ),
    "not the named round where it is required": (with_beacons(DISCORD, named=ROUND, rules=REQUIRED), {"beacon"}),
    "an unknown rule of the beacon": (
        with_rules('{"beacon":"maybe","disclosure":"never","game":"x"}'),
        {"rules", "disclosure"},
    ),
    "a pledge of nobody": (forged(pledges={**FIELDS["pledges"], UNTAKEN: "00" * 32}), {"pledges", "seed"}),
    "a reveal without a pledge": (forged(pledges={}), {"pledges", "seed"}),
    "another reveal": (forged(reveals=dict.fromkeys(FIELDS["reveals"], "00" * 32)), {"pledges", "seed"}),
    "a reveal kept back": (forged(reveals={}), {"seed"}),
    "a pledge left out": (
        forged(pledges={seat: FIELDS["pledges"][seat] for seat in FIELDS["reveals"]}),
        {"seed"},
    ),
    "a pledge that is no hash": (forged(pledges={SEAT: "00" * 31}), {"fields"}),
    "another public round": (forged(round={**FIELDS["round"], "number": 78}), {"seed"}),
    "a public round of another chain": (forged(round={**FIELDS["round"], "chain": "00" * 32}), {"seed"}),
    "no public round": (forged(round=None), {"beacons", "seed"}),
    "a public round too far away": (forged(round={**FIELDS["round"], "number": 2**53}), {"text"}),
    "a log that is none": (forged(log=[]), {"fields"}),
    "a log that was added without a new digest": (canonical({**FIELDS, "log": FIELDS_IN_A_LOG["log"]}), {"digest"}),
    **LOG_LIES,
    "a number that is none": (with_beacon(1, b"12x"), {"beacons"}),
    "a number with other digits": (with_beacon(1, "٣".encode()), {"beacons"}),
    "no number": (with_beacon(1, b""), {"beacons"}),
    "a die that shows nothing": (with_beacon(2, b"\x01\x00"), {"beacons"}),
    "a die that shows too much": (with_beacon(2, b"\x41"), {"beacons"}),
    "no die": (with_beacon(2, b""), {"beacons"}),
    "another seed": (forged(**searched(another_seed)), {"seed"}),
    "another player": (forged(seats={**FIELDS["seats"], SEAT: "x"}), {"seed"}),
    "another word": (forged(contributions={SEAT: "00"}), {"seed"}),
    "another beacon": (forged(beacons=[{"kind": 1, "value": b"0".hex()}]), {"seed"}),
    "another pick": (another_pick(), {"pick"}),
    "all keys kept back": (forged(keys=[None] * 4), {"keys"}),
    "the picked key among the others": (forged(keys=[key.hex() for key in DEAL.seal.keys]), {"keys"}),
    "a key twice": (the_same_key_twice(), {"keys"}),
    "a bad pack turned up": (a_bad_pack(1, 1, dealt_from=False), {"packs"}),
    "a bad pack dealt": (a_bad_pack(1, 1, dealt_from=True), {"openings", "places"}),
    "a card that is none dealt": (a_bad_pack(20, dealt_from=True), {"openings", "places"}),
    "a card that lies elsewhere as well": (a_card_twice(at=1), {"places"}),
    "a whole pack with other places": (false_places(), {"packs"}),
    "another card opened": (changed_opening(card=(openings(1)[0]["card"] + 1) % 20), {"openings", "places"}),
    "another position": (changed_opening(pos=(openings(1)[0]["pos"] + 1) % 20), {"openings", "places"}),
    "another salt": (changed_opening(salt="00" * 32), {"openings"}),
    "a path too long": (changed_opening(path=[*openings(1)[0]["path"], "00" * 32]), {"openings"}),
    "a path too short": (changed_opening(path=openings(1)[0]["path"][:-1]), {"openings"}),
    "another salt of the place": (changed_opening(place_salt="00" * 32), {"places"}),
    "a path to the place too long": (
        changed_opening(place_path=[*openings(1)[0]["place_path"], "00" * 32]),
        {"places"},
    ),
    "a path to the place too short": (changed_opening(place_path=openings(1)[0]["place_path"][:-1]), {"places"}),
    "a position beyond the pack": (changed_opening(pos=20), {"openings", "places"}),
    "a card beyond the pack": (changed_opening(card=20), {"openings", "places"}),
    "a card opened twice": (forged(openings=[openings(1)[0], *openings(1, 4)]), {"openings"}),
    "cards opened in another order": (forged(openings=[openings(4)[0], openings(1)[0]]), {"openings"}),
    "a card opened that was not dealt": (forged(dealt=7), {"dealt"}),
    "own cards that were not dealt": (forged(OWN, dealt=7), {"dealt"}),
    "more cards dealt than there are": (forged(dealt=21), {"dealt"}),
    "a dealer without a seat": (forged(dealer=int(UNTAKEN)), {"dealer"}),
    "another dealer in the first hand": (forged(dealer=ANOTHER_DEALER), {"dealer"}),
    "nobody dealt in": (forged(RUNNING, seats={}, contributions={}, pledges={}, reveals={}), {"dealer", "seed"}),
    "an outcome less a seat": (forged(outcome={"net": dict.fromkeys(OTHER_SEATS, 0), "voided": ""}), {"outcome"}),
    "an outcome and no hash": (forged(hash=None), {"outcome"}),
    "a hash and no outcome": (forged(RUNNING, hash="00" * 32), {"outcome"}),
    "a running hand declared void": (forged(RUNNING, reversed="no"), {"outcome"}),
    "own cards with an outcome": (forged(OWN, outcome=FIELDS["outcome"], hash="00" * 32), {"outcome"}),
    "another hash": (digested(hash="00" * 32), {"hash"}),
    "another outcome": (digested(outcome={"net": {**NETS, SEAT: 5}, "voided": ""}), {"hash"}),
    "a pack opened against the rule": (with_picked_pack(OVER, DEAL.picked_pack.key), {"disclosure"}),
    "a pack opened before the end": (with_picked_pack(RUNNING, DEAL.picked_pack.key), {"disclosure"}),
    "a pack opened because the hand was reversed": (
        with_reversal(with_picked_pack(OVER, DEAL.picked_pack.key), "no"),
        {"disclosure"},
    ),
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
    "an example of a pack that is none": (example(pick=4, openings=[]), {"pick", "dealt"}),
    "an example with a card of a pack that is none": (example(pick=4), {"pick", "dealt", "openings", "places"}),
    "an example with another card": (
        example(openings=json.loads(changed_opening(card=20))["openings"]),
        {"openings", "places"},
    ),
    "an example with a root of places less": (
        example(place_roots=EXAMPLE["place_roots"][:3]),
        {"commitment", "keys", "packs"},
    ),
    "an example with a pledge of nobody": (example(pledges={UNTAKEN: "00" * 32}, reveals={}), {"pledges", "seed"}),
}
"""Every lie as it is written, and the checks that betray it."""

TRUTHS = [
    *(OVER, OVER + "\n", RUNNING, VOIDED, OPEN, OWN, LISTED),
    *(with_reversal(text, "Budi’s cousin dealt") for text in (OVER, OPEN)),
    *(in_a_log(text, Random(6)) for text in (OVER, RUNNING, VOIDED, OPEN, OWN, with_reversal(OVER, "no"))),
    *LOG_TRUTHS,
    *(record(replace(so_far(AT_CLOSE, *PLACES), dealer=seat)) for seat in AT_CLOSE.closing.seats),
]

UNUSUAL = {
    "the other place of a card that lies twice": a_card_twice(at=0),
    "a required beacon": with_beacons(DISCORD, rules=REQUIRED),
    "a required beacon of the platform and of the round": with_beacons(DISCORD, SIGNATURE, named=ROUND, rules=REQUIRED),
    "a round that never came": with_beacons(DISCORD, named=ROUND),
    "no beacon where none is required": with_beacons(
        rules=canonical({**json.loads(REQUIRED), "beacon": "if-there-is-one"})
    ),
    "a long signature": with_beacons(Beacon(BeaconKind.DRAND, b"\n" * 96), named=ROUND),
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
