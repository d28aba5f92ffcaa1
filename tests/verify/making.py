"""Records to verify: of every kind, size and content that the real ones can have, all made from a seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any

from engine.fairness import (
    Beacon,
    BeaconKind,
    Chance,
    Closing,
    Context,
    Seal,
    SealedDeal,
    Stream,
    pledge,
    rules_in_force,
    shuffle,
)
from engine.fairness.receivers import DEALING, Hand, Move, NotDealtLikeThis, taken
from engine.fairness.records import Dealt, Outcome, hash_of, own_cards, record, with_picked_pack, with_reversal
from engine.games import GAMES
from tests.engine.fairness.example_log import in_a_log


class Kind(StrEnum):
    """What a record can be of."""

    RUNNING = "a hand that is running"
    OVER = "a hand that is over"
    VOIDED = "a hand that was called off"
    AT_CLOSE = "a hand whose picked pack is opened at its end"
    AGREED = "a hand whose picked pack all players opened"
    NOT_AGREED = "a hand whose picked pack they did not open"
    REVERSED = "a hand that was declared void afterwards"
    OWN_CARDS = "a player's own cards"
    WORKED = "an example of the arithmetic"


DISCLOSURE = {Kind.AT_CLOSE: "at-close", Kind.AGREED: "unanimous", Kind.NOT_AGREED: "unanimous"}
PACKS = [game.pack_names for game in GAMES.values()]
"""The packs of all games."""

FEW_ATTEMPTS = 2
"""Up to how many attempts records tell of the log, which has entries for each."""
FEWEST = {"qiuqiu": 4, "koo-kiew": 2, "quan-dui": 15}
"""How many cards each player of a game is dealt at least."""

DEALINGS = {
    "qiuqiu": ["dealer+1 clockwise 0 1,1,1 1", "dealer+0 clockwise 0 2 1 1"],
    "koo-kiew": ["dealer+1 clockwise 0 1,1", "banker+1 clockwise 0 1,1"],
    "quan-dui": ["dealer+0 anticlockwise 1 5,5,5 stock"],
}
"""Ways in which the cards of each game are handed out."""

WORDS_OF = {"qiuqiu": ["fold", "street"], "koo-kiew": ["fold"], "quan-dui": ["draw", "pick-up {}", "dui {}", "win {}"]}
"""Words in the play of each game."""

RULES = {"ante": ["10", "Kiu Kiu 九 \U0001f0cf\uffee"]}
"""House rules that no verifier reads."""

LARGEST = [12, 12, 12, 12, 40, 130]
"""How many cards a pack of no game may have: mostly few, because each of them is sealed four times."""

WORDS = [
    b"kocok!",
    "切牌 ✂".encode(),
    b"\x00 ",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    "a\u202eb\u2066".encode(),
    b'{}[]",:',
    b"x" * 64,
]
"""Words that a verifier might stumble over."""

NAMES = [
    "discord:175928847299117063",
    "telegram:-5",
    "local:Sari \U0001f0cf",
    'local:"<b>\\',
    "x",
    "local:\u2028\u0001",
]


@dataclass(frozen=True)
class Made:
    """A record, and the deal that it is of."""

    kind: Kind
    deal: SealedDeal
    text: str


def made(kind: Kind, rng: Random, cards: Sequence[str] | None = None, opened: int | None = None) -> Made:
    """Make a record.

    Args:
        kind: what it is of.
        rng: decides everything that is not given.
        cards: the names of the cards of the pack.
        opened: how many of them are open.
    """
    deal = dealt(rng, DISCLOSURE.get(kind, "never"), cards)
    text = _written(kind, deal, rng, opened)
    if kind != Kind.WORKED and deal.seal.context.attempt <= FEW_ATTEMPTS and rng.random() < 0.5:
        text = in_a_log(text, rng)
    return Made(kind, deal, text)


def chain(rng: Random, length: int, numbers: Sequence[int] = ()) -> list[str]:
    """Make the records of consecutive hands of a table; the last one is running.

    Args:
        rng: decides everything that is not given.
        length: how many hands there are.
        numbers: their numbers; from 1 upwards if they are not told.
    """
    texts: list[str] = []
    table = rng.randbytes(16)
    for number in numbers or range(1, length + 1):
        previous = hash_of(texts[-1]) if texts else bytes(32)
        deal = dealt(rng, "never", numbered(12), Context(table, number, 0, "", (), previous))
        outcome = _outcome(deal, rng) if len(texts) < length - 1 else None
        texts.append(record(_opened(_told(deal, rng), rng, 2), outcome))
    return texts


def numbered(count: int) -> tuple[str, ...]:
    """The cards of a pack of any size, every name there twice."""
    return tuple(f"card {number // 2}" for number in range(count))


def dealt(rng: Random, disclosure: str, cards: Sequence[str] | None = None, place: Context | None = None) -> SealedDeal:
    """Deal from fresh packs.

    Args:
        rng: decides keys, seats, what was added and the chance since.
        disclosure: the house rule.
        cards: the names of the cards of the pack.
        place: the table, the hand, the attempt and the last record, if they are not to be random as well.
    """
    if cards is None:
        cards = rng.choice(PACKS) if rng.random() < 0.05 else numbered(rng.randint(2, rng.choice(LARGEST)))
    place = place or Context(
        rng.randbytes(16),
        rng.choice([0, 1, 7, 2**32 - 1]),
        rng.choice([0, 1, FEW_ATTEMPTS, rng.randrange(256)]),
        "",
        (),
        rng.randbytes(32),
    )
    closed, revealed = closing(rng, max(1, len(cards) // FEWEST["koo-kiew"]))
    drawn, players = beacons(rng), len(closed.seats)
    games = [game for game, fewest in FEWEST.items() if fewest * players + (game == "quan-dui") <= len(cards)]
    rules = {name: rng.choice(values) for name, values in RULES.items()}
    if drawn:
        rules["beacon"] = rng.choice(["required", "if-there-is-one"])
    game = rng.choice(games or ["qiuqiu"])
    rules[DEALING] = rng.choice(DEALINGS[game])
    in_force = rules_in_force(game, {**rules, "disclosure": disclosure})
    context = replace(place, rules=in_force, cards=tuple(cards))
    seal = Seal(context, tuple(rng.randbytes(32) for _ in range(4)))
    return SealedDeal(seal, closed, Chance(drawn, revealed))


def closing(rng: Random, most: int) -> tuple[Closing, dict[int, bytes]]:
    """Seats, words and pledges, and the reveals of these."""
    chairs = rng.sample(range(256), rng.randint(1, min(9, most)))
    seats = {chair: rng.choice(NAMES) + str(chair) for chair in chairs}
    speakers = rng.sample(chairs, rng.randint(0, len(chairs)))
    words = {chair: rng.choice([*WORDS, rng.randbytes(rng.randint(1, 64))]) for chair in speakers}
    own = {chair: rng.randbytes(32) for chair in chairs if rng.random() < 0.2}
    pledges = {chair: pledge(reveal) for chair, reveal in own.items()}
    revealed = {chair: reveal for chair, reveal in own.items() if rng.random() < 0.7}
    return Closing(seats, words, pledges), revealed


def beacons(rng: Random) -> tuple[Beacon, ...]:
    """Beacons of one kind or of both."""
    dice = bytes(rng.randint(1, 64) for _ in range(rng.randint(1, 3)))
    discord, telegram = Beacon(BeaconKind.DISCORD, b"%d" % rng.getrandbits(64)), Beacon(BeaconKind.TELEGRAM, dice)
    return rng.choice([(discord,), (telegram,), (discord, telegram)])


def worked(deal: SealedDeal, places: Sequence[int], rng: Random) -> dict[str, Any]:
    """A worked record of a deal, with all keys open."""
    fields = json.loads(record(Dealt(deal, deal.first_dealer, (), places)))
    shared = ["rules", "cards", "context", "roots", "place_roots", "commit", "seats", "contributions", "pledges"]
    shared += ["reveals", "round", "beacons", "seed"]
    place = ["table", "hand", "attempt", "previous"]
    return {
        "name": f"example {rng.randrange(100)}",
        **{name: fields[name] for name in [*shared, *place, "pick", "openings"]},
        "keys": [key.hex() for key in deal.seal.keys],
        "order0": list(shuffle(Stream(deal.seal.keys[0], "deck"), len(deal.pack))),
        "tau": list(deal.positions),
        "dealt": list(deal.pack),
        "rejected": 0,
    }


def _told(deal: SealedDeal, rng: Random) -> Dealt:
    """What a table may say of a deal: who dealt a later hand, and how it was played so far."""
    chairs, rules = tuple(sorted(deal.closing.seats)), json.loads(deal.seal.context.rules)
    dealer = deal.first_dealer if deal.seal.context.hand == 1 else rng.choice(chairs)
    sold = rules[DEALING].startswith("banker")
    hand = Hand(rules, chairs, dealer, rng.choice(chairs) if sold else None, ())
    for _ in range(60):
        number = rng.randint(1, len(deal.pack))
        word = rng.choice(WORDS_OF[rules["game"]]).format(number)
        longer = replace(hand, play=(*hand.play, Move(rng.choice(chairs), word)))
        with suppress(NotDealtLikeThis):
            hand = longer if len(longer.receivers()) <= len(deal.pack) else hand
    return Dealt(deal, dealer, hand.receivers(), (), hand.banker, hand.play)


def _opened(told: Dealt, rng: Random, count: int, seat: int | None = None) -> Dealt:
    """The same with so many cards open, if there are as many: of all that were dealt, or of a seat's own."""
    from_middle = taken(map(Move._make, told.play))
    holders = dict(enumerate(told.dealt_to, start=1)) | from_middle
    places = [number - 1 for number, holder in holders.items() if seat in (None, holder)]
    opened = set(rng.sample(places, min(len(places), count)))
    if seat is None:
        opened |= {number - 1 for number in from_middle}
    return replace(told, opened=sorted(opened))


def _written(kind: Kind, deal: SealedDeal, rng: Random, opened: int | None) -> str:
    count = rng.randint(0, 12) if opened is None else opened
    if kind == Kind.WORKED:
        indent, ascii_only = rng.choice([None, 1]), rng.random() < 0.5
        places = sorted(rng.sample(range(len(deal.pack)), min(count, len(deal.pack))))
        return json.dumps(worked(deal, places, rng), indent=indent, ensure_ascii=ascii_only)
    told, seat = _told(deal, rng), rng.choice(sorted(deal.closing.seats))
    if kind == Kind.OWN_CARDS:
        return own_cards(_opened(told, rng, count, seat), seat)
    dealt, outcome = _opened(told, rng, count), _outcome(deal, rng)
    match kind:
        case Kind.RUNNING:
            return record(dealt)
        case Kind.VOIDED:
            return record(dealt, replace(outcome, voided="the power went"))
        case Kind.REVERSED:
            return with_reversal(record(dealt, outcome), "Budi’s cousin dealt \u2028")
        case Kind.AGREED:
            return with_picked_pack(record(dealt, outcome), deal.picked_pack.key)
    return record(dealt, outcome)


def _outcome(deal: SealedDeal, rng: Random) -> Outcome:
    return Outcome({chair: rng.randint(-900, 900) for chair in deal.closing.seats})
