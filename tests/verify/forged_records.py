"""Lies: for every check some that it betrays, and of all that a forger can make fit nothing else betrays them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.fairness import (
    Beacon,
    BeaconKind,
    Chance,
    Closing,
    Context,
    Opening,
    Seal,
    SealedDeal,
    pledge,
    rules_in_force,
)
from engine.fairness.dealing import first_dealer, picked, reordered
from engine.fairness.encoding import canonical
from engine.fairness.receivers import Hand, Move
from engine.fairness.records import Dealt, Outcome, file_digest, own_cards, record, with_picked_pack, with_reversal
from tests.engine.fairness.example_log import in_a_log
from tests.verify.forged_logs import LOG_LIES, LOG_TRUTHS
from tests.verify.making import dealt, numbered, worked
from tests.verify.tampering import resealed

Fields = dict[str, Any]
CHANCE = Random(81)
FIRST_HAND = Context(bytes([7]) * 16, 1, 0, "", (), bytes([1]) * 32)
LATER_HAND = replace(FIRST_HAND, hand=7)
REVEAL = bytes(range(32))
DISCORD = Beacon(BeaconKind.DISCORD, b"13")
DICE = Beacon(BeaconKind.TELEGRAM, b"\x06\x01")


QIUQIU = {"dealing": "dealer+1 clockwise 0 1,2 1", "disclosure": "never"}
KEPT = {"dealing": "dealer+1 clockwise 0 1,1", "disclosure": "never"}
CHAIRS = (2, 10, 31, 100, 200, 7)
Play = Sequence[tuple[int, str]]


def dealt_as(game: str, rules: Mapping[str, str], players: int, count: int, place: Context = LATER_HAND) -> SealedDeal:
    """A deal for so many players, from packs of so many cards, to which everything was added that can be."""
    made = dealt(CHANCE, "never", numbered(count), place).seal
    seal = Seal(replace(made.context, rules=rules_in_force(game, dict(rules))), made.keys)
    one, other, *_ = seats = {chair: f"local:{chair}" for chair in CHAIRS[:players]}
    closing = Closing(seats, {other: b"kopi"}, {one: pledge(REVEAL), other: pledge(b"kept back")})
    return SealedDeal(seal, closing, Chance((DISCORD, DICE), {one: REVEAL}))


def told(
    deal: SealedDeal,
    *places: int,
    dealer: int | None = None,
    banker: int | None = None,
    play: Play | None = None,
    rules: Mapping[str, str] | None = None,
) -> Dealt:
    """What a table tells of a deal; if it is not said how it was played, everybody was dealt their last tile.

    Args:
        deal: the deal.
        places: the places of the cards to open.
        dealer: who deals; if it is not said, whom the seed draws.
        banker: who has bought the bank.
        play: how it was played.
        rules: by which it was dealt, if not by those that it is sealed with.
    """
    dealing = deal.first_dealer if dealer is None else dealer
    moves = [Move(*move) for move in ([(dealing, "street")] if play is None else play)]
    by = json.loads(deal.seal.context.rules) if rules is None else rules
    given = Hand(by, tuple(sorted(deal.closing.seats)), dealing, banker, moves).receivers()
    return Dealt(deal, dealing, given, places, banker, moves)


DEAL = dealt_as("qiuqiu", QIUQIU, 5, 20, FIRST_HAND)
AT_CLOSE = dealt_as("qiuqiu", {"dealing": "dealer+0 clockwise 0 2 1 1", "disclosure": "at-close"}, 3, 20)
TOO_MANY = dealt_as("qiuqiu", QIUQIU, 6, 20)
KOO_KIEW = dealt_as("koo-kiew", KEPT, 4, 20)
SOLD = dealt_as("koo-kiew", {**KEPT, "dealing": "banker+1 clockwise 0 1,1"}, 4, 20)
QUAN_DUI = dealt_as("quan-dui", {**KEPT, "dealing": "dealer+0 anticlockwise 1 5,5,5 stock"}, 3, 60)
PLACES = (1, 4, 7)
DEALT = told(DEAL, *PLACES)
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
            order = reordered(seed, 20)
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
    return list(json.loads(record(told(DEAL, *places)))["openings"])


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
    chances = (
        replace(DEAL.chance, beacons=(Beacon(BeaconKind.DISCORD, b"%d" % number), DICE)) for number in range(999)
    )
    deals = (SealedDeal(seal, DEAL.closing, chance) for chance in chances)
    return record(told(next(deal for deal in deals if wanted(deal)), *places), NET)


def a_card_twice(*, at: int) -> str:
    """Card 1 lies at the positions 0 and 1 of a pack, its place is sealed as 0, and one of them is opened."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["order"] = (1, 1, *[card for card in seal.packs[2].order if card != 1][1:])
    seal.packs[2].__dict__["places"] = (2, 0, *range(2, 20))
    chances = (
        replace(DEAL.chance, beacons=(Beacon(BeaconKind.DISCORD, b"%d" % number), DICE)) for number in range(999)
    )
    deal = next(deal for chance in chances if (deal := SealedDeal(seal, DEAL.closing, chance)).pick == 2)
    return record(told(deal, deal.positions.index(at)), NET)


def held_twice() -> tuple[str, str]:
    """The own cards of two players who were dealt the same card; its place was sealed as that of the first."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["order"] = (1, 1, *[card for card in seal.packs[2].order if card != 1][1:])
    # One who forges a pack seals the places of all other cards as they are, so that nobody else finds anything.
    order = seal.packs[2].order
    seal.packs[2].__dict__["places"] = tuple(order.index(card) if card in order else 1 for card in range(20))
    for number in range(999):
        chance = replace(DEAL.chance, beacons=(Beacon(BeaconKind.DISCORD, b"%d" % number), DICE))
        deal = SealedDeal(seal, DEAL.closing, chance)
        dealt = told(deal)
        one, other = (dealt.dealt_to[deal.positions.index(at)] for at in (0, 1))
        if deal.pick == 2 and one != other:
            return own(dealt, one), own(dealt, other)
    raise AssertionError("no deal gives the two copies to two players")


def false_places() -> str:
    """A whole pack is turned up for which the places of its cards were sealed otherwise."""
    seal = Seal(DEAL.seal.context, DEAL.seal.keys)
    seal.packs[2].__dict__["places"] = tuple(range(20))
    return a_record_of(seal, lambda deal: deal.pick != 2)


def with_beacons(*beacons: Beacon, rules: str = DEAL.seal.context.rules) -> str:
    """A record of a deal to which these were added, whatever they are."""
    seal = Seal(replace(DEAL.seal.context, rules=rules), DEAL.seal.keys)
    closing = Closing(DEAL.closing.seats, DEAL.closing.words)
    return record(told(SealedDeal(seal, closing, Chance(beacons)), *PLACES), NET)


def with_beacon(kind: int, value: bytes) -> str:
    return with_beacons(Beacon(BeaconKind(kind), value))


def listed_beacons(*kinds: int) -> list[Fields]:
    return [{"kind": kind, "value": b"12".hex()} for kind in kinds]


def with_rules(rules: str, banker: int | None = None) -> str:
    """A record of a deal for which packs were sealed under these rules, whatever they are, and dealt as before."""
    seal = Seal(replace(DEAL.seal.context, rules=rules), DEAL.seal.keys)
    dealt = told(SealedDeal(seal, DEAL.closing, DEAL.chance), *PLACES, rules={**QIUQIU, "game": "qiuqiu"})
    return record(replace(dealt, banker=banker))


def unplaced(place: Context) -> Fields:
    """A worked record of a deal at this place, without a word of where that is."""
    told = worked(dealt(Random(1), "never", numbered(3), place), [0], Random(1))
    return {name: told[name] for name in told.keys() - {"table", "hand", "attempt", "previous"}}


def with_the_longest_beacon() -> Fields:
    beacon = Beacon(BeaconKind.DISCORD, b"1" * 32_767)
    return worked(SealedDeal(DEAL.seal, DEAL.closing, Chance((beacon,))), PLACES, Random(1))


def with_the_longest_word() -> str:
    closing = replace(DEAL.closing, words=dict.fromkeys(DEAL.closing.words, b"k" * 64))
    return record(told(SealedDeal(DEAL.seal, closing, DEAL.chance), *PLACES), NET)


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
OPEN = record(told(AT_CLOSE, *PLACES), Outcome(dict.fromkeys(AT_CLOSE.closing.seats, 0)))


def own(dealt: Dealt, seat: int, *places: int) -> str:
    """A player's own cards, or those at the places that the forger puts in."""
    numbered = enumerate(dealt.dealt_to)
    return own_cards(replace(dealt, opened=places or [at for at, chair in numbered if chair == seat]), seat)


OWN = own(DEALT, int(SEAT))
FIRST_OWN = own(DEALT, DEALT.dealt_to[0])
"""The own cards of whoever was dealt the first card."""

LISTED = json.dumps(EXAMPLE)


def places_of(dealt: Dealt, seat: int) -> list[int]:
    return [at for at, chair in enumerate(dealt.dealt_to) if chair == seat]


def exchanged(one: int, other: int) -> list[int]:
    """To whom each card went, if two players had each other's."""
    return [{one: other, other: one}.get(chair, chair) for chair in DEALT.dealt_to]


def given(deal: SealedDeal, dealer: int | None = None, play: Play | None = None, **rules: str) -> list[int]:
    """To whom each card went by other rules, another dealer, or another play."""
    dealing = deal.first_dealer if dealer is None else dealer
    by = {**json.loads(deal.seal.context.rules), **rules}
    return list(told(deal, dealer=dealing, play=play, rules=by).dealt_to)


def qiuqiu(**rules: str) -> str:
    """House rules of QiuQiu, some of them as there are none."""
    return canonical({**QIUQIU, "game": "qiuqiu", **rules})


def drawn(**changes: Any) -> str:
    """A hand of Quan Dui that chair 31 deals, in which two cards were drawn and one was taken, told otherwise."""
    return forged(record(told(QUAN_DUI, *PLACES, 46, dealer=31, play=DRAWN)), **changes)


OWN_PLACES = places_of(DEALT, int(SEAT))
ANOTHERS = places_of(DEALT, int(OTHER_SEATS[0]))[0]
FOLDED = [(int(SEAT), "fold"), (DEAL.first_dealer, "street")]
TWO_LAST = [[chair, "draw"] for chair in FIELDS["dealt_to"][:14:-1]]
"""The last street dealt the other way round, as if it had been drawn."""

DRAWN = [(10, "draw"), (2, "dui 47"), (31, "draw")]
"""Chair 31 deals, the next to the right are 10 and then 2: 10 draws and discards the same card, which 2 takes."""

FIRST_46 = list(told(QUAN_DUI, dealer=31, play=()).dealt_to)
OWN_DRAWN = [*places_of(told(QUAN_DUI, dealer=31, play=()), 2), 46]
REQUIRED = canonical({**json.loads(DEAL.seal.context.rules), "beacon": "required"})

BY_CHECK: dict[str, dict[str, str]] = {
    "text": {
        "blanks between the fields": OVER.replace(",", ", "),
        "two line ends": OVER + "\n\n",
        "a beacon too long to be hashed": forged(beacons=[{"kind": 1, "value": "31" * 65_536}]),
        "an example with a name twice": LISTED.replace('"pick"', '"pick": 0, "pick"'),
        "an example with a fraction": LISTED.replace('"rejected": 0', '"rejected": 0.0'),
        "an example of two tables": example(table_id=EXAMPLE["table"]),
        "an example that names a format": example(format="worked record"),
    },
    "fields": {
        "a field more": forged(note=""),
        "a field less": resealed(without("reversed", OVER)),
        "three packs": forged(roots=FIELDS["roots"][:3]),
        "a truth for a number": forged(attempt=True),
        "capital hex": forged(seed="A" + FIELDS["seed"][1:]),
        "a seat spelled otherwise": forged(seats={"0" + SEAT: "x"}),
        "a seat too high": forged(seats={"256": "x"}),
        "a seat too many": forged(seats={str(seat): "x" for seat in range(256)}),
        "another format": forged(format="sealed-deck/1 record"),
        "three packs by their places": forged(place_roots=FIELDS["place_roots"][:3]),
        "a beacon of nobody": forged(beacons=listed_beacons(0)),
        "a beacon of a kind that is none": forged(beacons=listed_beacons(3)),
        "three beacons": forged(beacons=listed_beacons(1, 2, 2)),
        "a pledge that is no hash": forged(pledges={SEAT: "00" * 31}),
        "a public round": forged(round={"chain": "00" * 32, "number": 78}),
        "a public round that is a number": forged(round=78),
        "a log that is none": forged(log=[]),
        "a play without a chair": forged(play=[["street"]]),
        "a play of two words": forged(play=[[int(SEAT), "fold", "fold"]]),
        "a play with a number for a word": forged(play=[[int(SEAT), 1]]),
        "a card for a chair that is none": forged(dealt_to=[256]),
        "a banker that is no chair": forged(banker=-1),
        "an example with a remark": example(note=""),
    },
    "digest": {
        "another digest": canonical({**FIELDS, "digest": other(FIELDS["digest"])}),
        "a log that was added without a new digest": canonical({**FIELDS, "log": FIELDS_IN_A_LOG["log"]}),
    },
    "rules disclosure dealt_to": {
        "rules without a game": with_rules('{"disclosure":"never"}'),
        "an unknown disclosure": with_rules('{"disclosure":"maybe","game":"x"}'),
        "rules in another order": with_rules('{"game":"x","disclosure":"never"}'),
        "a rule that is no text": with_rules('{"ante":1,"disclosure":"never","game":"x"}'),
        "rules that are none": with_rules("never"),
        "rules of half a character": with_rules('{"disclosure":"never","game":"\\ud800"}'),
        "an unknown rule of the beacon": with_rules('{"beacon":"maybe","disclosure":"never","game":"x"}'),
    },
    "context": {
        "another table": forged(table="00" * 16),
        "another hand": forged(hand=99),
        "another attempt": forged(attempt=(FIELDS["attempt"] + 1) % 256),
        "another record before": forged(previous="00" * 32),
        "another rule": forged(rules=FIELDS["rules"].replace("never", "unanimous")),
        "another card in the pack": forged(cards=["x", *FIELDS["cards"][1:]]),
        "an example of another table": json.dumps(without("table", LISTED)),
        "an example of another hand": example(hand=99),
    },
    "fingerprint": {"another commitment": forged(**searched(another_commitment))},
    "words seed": {
        "a word from nobody": forged(contributions={**FIELDS["contributions"], UNTAKEN: "00"}),
        "an empty word": forged(contributions={SEAT: ""}),
        "a word too long": forged(contributions={SEAT: "00" * 65}),
        "an example with an empty word": example(contributions={SEAT: ""}),
    },
    "beacons seed": {
        "a beacon twice": forged(beacons=listed_beacons(1, 1)),
        "beacons in another order": forged(beacons=FIELDS["beacons"][::-1]),
    },
    "beacon": {"no beacon where one is required": with_beacons(rules=REQUIRED)},
    "pledges seed": {
        "a pledge of nobody": forged(pledges={**FIELDS["pledges"], UNTAKEN: "00" * 32}),
        "a reveal without a pledge": forged(pledges={}),
        "another reveal": forged(reveals=dict.fromkeys(FIELDS["reveals"], "00" * 32)),
        "an example with a pledge of nobody": example(pledges={UNTAKEN: "00" * 32}, reveals={}),
    },
    "seed": {
        "a reveal kept back": forged(reveals={}),
        "a pledge left out": forged(pledges={seat: FIELDS["pledges"][seat] for seat in FIELDS["reveals"]}),
        "another seed": forged(**searched(another_seed)),
        "another player": forged(seats={**FIELDS["seats"], SEAT: "x"}),
        "another word": forged(contributions={SEAT: "00"}),
        "another beacon": forged(beacons=[{"kind": 1, "value": b"0".hex()}, *FIELDS["beacons"][1:]]),
    },
    "beacons": {
        "a number that is none": with_beacon(1, b"12x"),
        "a number with other digits": with_beacon(1, "٣".encode()),
        "no number": with_beacon(1, b""),
        "a die that shows nothing": with_beacon(2, b"\x01\x00"),
        "a die that shows too much": with_beacon(2, b"\x41"),
        "no die": with_beacon(2, b""),
    },
    "pick": {"another pick": another_pick()},
    "keys": {
        "all keys kept back": forged(keys=[None] * 4),
        "the picked key among the others": forged(keys=[key.hex() for key in DEAL.seal.keys]),
        "a key twice": the_same_key_twice(),
    },
    "packs": {
        "a bad pack turned up": a_bad_pack(1, 1, dealt_from=False),
        "a whole pack with other places": false_places(),
        "an example with a key changed": example(keys=[*EXAMPLE["keys"][:3], "00" * 32]),
    },
    "openings places": {
        "a bad pack dealt": a_bad_pack(1, 1, dealt_from=True),
        "a card that is none dealt": a_bad_pack(20, dealt_from=True),
        "another card opened": changed_opening(card=(openings(1)[0]["card"] + 1) % 20),
        "another position": changed_opening(pos=(openings(1)[0]["pos"] + 1) % 20),
        "a position beyond the pack": changed_opening(pos=20),
        "a card beyond the pack": changed_opening(card=20),
        "more cards opened than there are": forged(openings=openings(1) * 21),
        "an example with another card": example(openings=json.loads(changed_opening(card=20))["openings"]),
    },
    "places": {
        "a card that lies elsewhere as well": a_card_twice(at=1),
        "own cards of which one is another player's as well": held_twice()[1],
        "another salt of the place": changed_opening(place_salt="00" * 32),
        "a path to the place too long": changed_opening(place_path=[*openings(1)[0]["place_path"], "00" * 32]),
        "a path to the place too short": changed_opening(place_path=openings(1)[0]["place_path"][:-1]),
    },
    "openings": {
        "another salt": changed_opening(salt="00" * 32),
        "a path too long": changed_opening(path=[*openings(1)[0]["path"], "00" * 32]),
        "a path too short": changed_opening(path=openings(1)[0]["path"][:-1]),
        "a card opened twice": forged(openings=[openings(1)[0], *openings(1, 4)]),
        "cards opened in another order": forged(openings=[openings(4)[0], openings(1)[0]]),
    },
    "openings places disclosed": {
        "a position beyond a pack that is open": forged(OPEN, openings=[{**json.loads(OPEN)["openings"][0], "pos": 20}])
    },
    "dealt": {
        "a card opened that was not dealt": record(told(DEAL, 1, 4, 17, play=())),
        "more cards dealt than there are": record(told(TOO_MANY)),
        "an example with a card dealt twice": example(dealt=[EXAMPLE["dealt"][0]] * 20),
        "an example with too few cards dealt": example(dealt=EXAMPLE["dealt"][:-1]),
    },
    "dealt seat": {"own cards that were not dealt": own(told(DEAL, play=()), int(SEAT), 17)},
    "dealt_to": {
        "fewer cards dealt than there were": forged(dealt_to=FIELDS["dealt_to"][:-1]),
        "two whole hands exchanged": forged(dealt_to=exchanged(int(SEAT), int(OTHER_SEATS[0]))),
        "own cards of a hand that was exchanged": forged(
            own(DEALT, int(SEAT), *places_of(DEALT, int(OTHER_SEATS[0]))),
            dealt_to=exchanged(int(SEAT), int(OTHER_SEATS[0])),
        ),
        "own cards taken from the middle in a game without one": forged(
            OWN, play=[*FIELDS["play"], [int(SEAT), f"dui {ANOTHERS + 1}"]]
        ),
        "last tiles exchanged by drawing them": forged(
            play=TWO_LAST, dealt_to=[*FIELDS["dealt_to"][:15], *[chair for chair, _ in TWO_LAST]]
        ),
        "dealt from the dealer on where it is from the left": forged(
            dealt_to=given(DEAL, dealing="dealer+0 clockwise 0 1,2 1")
        ),
        "dealt in other batches": forged(dealt_to=given(DEAL, dealing="dealer+1 clockwise 0 1,1,1 1")),
        "dealt from another dealer on": forged(dealt_to=given(DEAL, dealer=ANOTHER_DEALER)),
        "dealt in no order that there is": with_rules(qiuqiu(dealing="dealer+1 clockwise 0 2+2")),
        "dealt from nobody on": with_rules(qiuqiu(dealing="nobody+1 clockwise 0 1,2 1")),
        "dealt in no streets that there are": with_rules(qiuqiu(dealing="dealer+1 clockwise 0")),
        "dealt without a rule of it": with_rules('{"disclosure":"never","game":"qiuqiu"}'),
        "a bank in a game without one": with_rules(qiuqiu(bank="highest_bidder"), banker=2),
        "a tile for somebody who has folded": forged(play=[[int(SEAT), "fold"], *FIELDS["play"]]),
        "somebody said to have folded who has not": forged(
            play=[[int(SEAT), "fold"], *FIELDS["play"]], dealt_to=[*given(DEAL, play=FOLDED)[:-1], int(SEAT)]
        ),
        "folded twice": forged(play=[*FIELDS["play"], *[[int(SEAT), "fold"]] * 2]),
        "everybody folded": forged(play=[*FIELDS["play"], *[[seat, "fold"] for seat in CHAIRS[:5]]]),
        "a fold of nobody": forged(play=[[int(UNTAKEN), "fold"], *FIELDS["play"]]),
        "a street dealt by another": forged(play=[[ANOTHER_DEALER, "street"]]),
        "a street too many": forged(play=FIELDS["play"] * 2),
        "a street for one player": forged(
            play=[*[[seat, "fold"] for seat in CHAIRS[:5] if seat != DEAL.first_dealer], *FIELDS["play"]]
        ),
        "a street that was not dealt": forged(dealt_to=FIELDS["dealt_to"][:15]),
        "a word that is none": forged(play=[*FIELDS["play"], [int(SEAT), "calls"]]),
        "play of another game": forged(play=[*FIELDS["play"], [int(SEAT), "draw"]]),
        "nothing told of a hand that is over": forged(dealt_to=[], play=[], openings=[]),
        "play told of a hand of which nothing was dealt": forged(VOIDED, dealt_to=[], openings=[]),
        "two cards at once": forged(record(told(KOO_KIEW, play=())), dealt_to=sorted(told(KOO_KIEW, play=()).dealt_to)),
        "cards from the banker on": forged(
            record(told(KOO_KIEW, play=())), dealt_to=[*told(KOO_KIEW, play=()).dealt_to[3:], 2]
        ),
        "play before the cards are shown": forged(record(told(KOO_KIEW, play=())), play=[[2, "fold"]]),
        "a third card where everybody gets two": forged(
            record(told(KOO_KIEW, play=())), play=[[2, "draw"]], dealt_to=[*told(KOO_KIEW, play=()).dealt_to, 2]
        ),
        "a banker where the bank is not sold": forged(record(told(KOO_KIEW, play=())), banker=KOO_KIEW.first_dealer),
        "a dealing that was not sealed": record(
            told(dealt_as("koo-kiew", {"disclosure": "never"}, 4, 20), play=(), rules=KEPT)
        ),
        "another banker": forged(record(told(SOLD, banker=2, play=())), banker=10),
        "cards dealt before the bank is sold": forged(record(told(SOLD, banker=2, play=())), banker=None),
        "a bank sold to nobody": forged(record(told(SOLD, banker=2, play=())), banker=int(UNTAKEN)),
        "a bank sold and nothing dealt": forged(record(told(SOLD, play=())), banker=2),
        "a draw shifted": drawn(dealt_to=[*FIRST_46, 2, 10]),
        "a draw of nobody": drawn(play=[[int(UNTAKEN), "draw"]], dealt_to=[*FIRST_46, int(UNTAKEN)]),
        "a draw with a number": drawn(play=[[10, "draw 47"]], dealt_to=[*FIRST_46, 10]),
        "a card dealt to another from the first": drawn(dealt_to=[10, *FIRST_46[1:], 10, 31]),
        "a card taken that another held": drawn(play=[[10, "draw"], [2, "dui 1"], [31, "draw"]]),
        "a card taken that was not dealt": drawn(play=[[10, "draw"], [2, "dui 48"], [31, "draw"]]),
        "a card taken by whoever discarded it": drawn(play=[[10, "draw"], [10, "dui 47"], [2, "draw"]]),
        "a card taken that did not lie open": record(told(QUAN_DUI, *PLACES, dealer=31, play=DRAWN)),
        "a card taken by a number spelled otherwise": drawn(play=[[10, "draw"], [2, "dui 047"], [31, "draw"]]),
        "a fold in a game without one": drawn(play=[*DRAWN, [2, "fold"]]),
        "a banker in a game without one": drawn(banker=2),
    },
    "seat": {
        "the own cards of another": own(DEALT, int(SEAT), *places_of(DEALT, int(OTHER_SEATS[0]))),
        "one card of another among the own": own(DEALT, int(SEAT), *sorted((*OWN_PLACES, ANOTHERS))),
        "own cards said to be another's": forged(OWN, seat=int(OTHER_SEATS[0])),
        "a card among the own that another has taken": own(told(QUAN_DUI, dealer=31, play=DRAWN), 10, 46),
        "own cards of nobody": forged(OWN, seat=int(UNTAKEN)),
        "no cards of nobody": forged(OWN, seat=int(UNTAKEN), openings=[]),
    },
    "dealt dealt_to": {"a draw that was not made": drawn(dealt_to=FIRST_46)},
    "dealer dealt_to": {"a dealer without a seat": forged(dealer=int(UNTAKEN))},
    "dealer": {"another dealer in the first hand": record(told(DEAL, *PLACES, dealer=ANOTHER_DEALER))},
    "dealer dealt_to seed": {"nobody dealt in": forged(RUNNING, seats={}, contributions={}, pledges={}, reveals={})},
    "outcome": {
        "an outcome less a seat": forged(outcome={"net": dict.fromkeys(OTHER_SEATS, 0), "voided": ""}),
        "an outcome and no hash": forged(hash=None),
        "a hash and no outcome": forged(RUNNING, hash="00" * 32),
        "a running hand declared void": forged(RUNNING, reversed="no"),
        "own cards with an outcome": forged(OWN, outcome=FIELDS["outcome"], hash="00" * 32),
    },
    "hash": {
        "another hash": digested(hash="00" * 32),
        "another outcome": digested(outcome={"net": {**NETS, SEAT: 5}, "voided": ""}),
    },
    "disclosure": {
        "a pack opened against the rule": with_picked_pack(OVER, DEAL.picked_pack.key),
        "a pack opened before the end": with_picked_pack(RUNNING, DEAL.picked_pack.key),
        "a pack opened because the hand was reversed": with_reversal(
            with_picked_pack(OVER, DEAL.picked_pack.key), "no"
        ),
        "own cards with the whole pack": with_picked_pack(OWN, DEAL.picked_pack.key),
        "a pack not opened at the end": forged(OPEN, disclosed=None),
        "a pack opened when called off": with_picked_pack(VOIDED, DEAL.picked_pack.key),
    },
    "disclosed": {"another pack opened": forged(OPEN, disclosed="00" * 32)},
    "openings places seat": {
        "own cards beyond the pack": forged(FIRST_OWN, openings=[{**json.loads(FIRST_OWN)["openings"][0], "pos": 20}])
    },
    "order0": {"an example with another order": example(order0=list(range(20)))},
    "tau dealt": {
        "an example not re-ordered": example(tau=list(range(20))),
        "an example re-ordered beyond the pack": example(tau=[*EXAMPLE["tau"][:-1], 20]),
    },
    "rejected": {"an example with words rejected": example(rejected=1)},
    "keys packs": {"an example with a key less": example(keys=EXAMPLE["keys"][:3])},
    "seed tau": {"an example with another seed": example(seed=json.loads(forged(**searched(another_seed)))["seed"])},
    "pick dealt": {"an example of a pack that is none": example(pick=4, openings=[])},
    "pick dealt openings places": {"an example with a card of a pack that is none": example(pick=4)},
    "fingerprint keys packs": {
        "an example with a root of places less": example(place_roots=EXAMPLE["place_roots"][:3])
    },
}
"""Lies by the checks that betray them."""

LIES: dict[str, tuple[str, set[str]]] = {
    **LOG_LIES,
    **{lie: (text, set(names.split())) for names, lies in BY_CHECK.items() for lie, text in lies.items()},
}
"""Every lie as it is written, and the checks that betray it."""

TRUTHS = [
    *(OVER, OVER + "\n", RUNNING, VOIDED, OPEN, OWN, LISTED),
    *(with_reversal(text, "Budi’s cousin dealt") for text in (OVER, OPEN)),
    *(in_a_log(text, Random(6)) for text in (OVER, RUNNING, VOIDED, OPEN, OWN, with_reversal(OVER, "no"))),
    *LOG_TRUTHS,
    *(record(told(AT_CLOSE, *PLACES, dealer=seat)) for seat in AT_CLOSE.closing.seats),
    *(own(DEALT, seat) for seat in DEAL.closing.seats),
    *(record(told(KOO_KIEW, *PLACES, dealer=seat, play=())) for seat in KOO_KIEW.closing.seats),
    *(record(told(SOLD, *PLACES, banker=seat, play=())) for seat in SOLD.closing.seats),
    record(told(SOLD, play=())),
    *(record(told(QUAN_DUI, *PLACES, dealer=seat, play=())) for seat in QUAN_DUI.closing.seats),
    record(told(QUAN_DUI, *PLACES, 46, dealer=31, play=DRAWN)),
    own(told(QUAN_DUI, dealer=31, play=DRAWN), 2, *OWN_DRAWN),
    record(told(DEAL, *PLACES, play=FOLDED)),
    record(replace(DEALT, dealt_to=(), opened=(), play=()), replace(NET, voided="it could not be played again")),
]

AGREED = dealt_as("qiuqiu", {**QIUQIU, "disclosure": "unanimous"}, 3, 20)
NOT_AGREED = record(told(AGREED, *PLACES), Outcome(dict.fromkeys(AGREED.closing.seats, 0)))

UNUSUAL = {
    "own cards of whom the copy was sealed for": held_twice()[0],
    "the other place of a card that lies twice": a_card_twice(at=0),
    "a required beacon": with_beacons(DISCORD, rules=REQUIRED),
    "no beacon where none is required": with_beacons(
        rules=canonical({**json.loads(REQUIRED), "beacon": "if-there-is-one"})
    ),
    "dice that show the least and the most": with_beacon(2, b"\x01\x40"),
    "the longest word": with_the_longest_word(),
    "the place by its other names": LISTED.replace('"table"', '"table_id"')
    .replace('"hand"', '"hand_no"')
    .replace('"previous"', '"previous_record_hash"'),
    "no place": json.dumps(unplaced(Context(bytes(range(16)), 7, 1, "", ()))),
    "nothing but the hand": json.dumps({**unplaced(Context(bytes(range(16)), 9, 1, "", ())), "hand_no": 9}),
    "a game that nobody knows": with_rules(qiuqiu(game="qiuqiu2")),
    "a long rule": with_rules(qiuqiu(ante="1" * 65_000)),
    "the longest beacon": json.dumps(with_the_longest_beacon()),
    "a rejected word that does not count": json.dumps(a_rejected_word()),
    "a rejected word": json.dumps({**a_rejected_word(), "rejected": 1}),
    "a pack that all agreed to open": with_picked_pack(NOT_AGREED, AGREED.picked_pack.key),
    "a pack that not all agreed to open": NOT_AGREED,
}
"""Truths that are told in another way than usual."""
