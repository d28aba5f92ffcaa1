"""Records to verify: of every kind, size and content that the real ones can have, all made from a seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any

from engine.fairness import Beacon, BeaconKind, Closing, Context, Seal, SealedDeal, Stream, rules_in_force, shuffle
from engine.fairness.records import Dealt, Outcome, hash_of, own_cards, record, with_picked_pack, with_reversal
from engine.games import GAMES
from tests.engine.fairness.example_deals import so_far


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


def made(kind: Kind, chance: Random, cards: Sequence[str] | None = None, opened: int | None = None) -> Made:
    """Make a record.

    Args:
        kind: what it is of.
        chance: where all that is not told comes from.
        cards: the names of the cards of the pack.
        opened: how many of them are open.
    """
    deal = dealt(chance, DISCLOSURE.get(kind, "never"), cards)
    count = len(deal.pack)
    places = sorted(chance.sample(range(count), min(count, chance.randint(0, 12) if opened is None else opened)))
    return Made(kind, deal, _written(kind, _told(deal, places, chance), chance))


def chain(chance: Random, length: int, numbers: Sequence[int] = ()) -> list[str]:
    """Make the records of consecutive hands of a table; the last one is running.

    Args:
        chance: where all that is not told comes from.
        length: how many hands there are.
        numbers: their numbers; from 1 upwards if they are not told.
    """
    texts: list[str] = []
    table = chance.randbytes(16)
    for number in numbers or range(1, length + 1):
        previous = hash_of(texts[-1]) if texts else bytes(32)
        deal = dealt(chance, "never", numbered(12), Context(table, number, 0, "", (), previous))
        outcome = _outcome(deal, chance) if len(texts) < length - 1 else None
        texts.append(record(so_far(deal, 0, 3, cards=6), outcome))
    return texts


def numbered(count: int) -> tuple[str, ...]:
    """The cards of a pack of any size, every name there twice."""
    return tuple(f"card {number // 2}" for number in range(count))


def dealt(
    chance: Random, disclosure: str, cards: Sequence[str] | None = None, place: Context | None = None
) -> SealedDeal:
    """Deal from fresh packs.

    Args:
        chance: where keys, seats, words and the beacon come from.
        disclosure: the house rule.
        cards: the names of the cards of the pack.
        place: the table, the hand, the attempt and the last record, if they are not to be chance as well.
    """
    if cards is None:
        cards = chance.choice(PACKS) if chance.random() < 0.05 else numbered(chance.randint(1, chance.choice(LARGEST)))
    place = place or Context(
        chance.randbytes(16), chance.choice([0, 1, 7, 2**32 - 1]), chance.randrange(256), "", (), chance.randbytes(32)
    )
    rules = rules_in_force(
        chance.choice(["qiuqiu", "Kiu Kiu 九 \U0001f0cf\uffee"]), {"disclosure": disclosure, "ante": "10"}
    )
    context = replace(place, rules=rules, cards=tuple(cards))
    seal = Seal(context, tuple(chance.randbytes(32) for _ in range(4)))
    return SealedDeal(seal, closing(chance), beacon(chance))


def closing(chance: Random) -> Closing:
    """Seats and words."""
    chairs = chance.sample(range(256), chance.randint(1, 9))
    seats = {chair: chance.choice(NAMES) + str(chair) for chair in chairs}
    speakers = chance.sample(chairs, chance.randint(0, len(chairs)))
    return Closing(
        seats, {chair: chance.choice([*WORDS, chance.randbytes(chance.randint(1, 64))]) for chair in speakers}
    )


def beacon(chance: Random) -> Beacon:
    """A beacon of any kind."""
    kind = chance.choice(list(BeaconKind))
    dice = bytes(chance.randint(1, 64) for _ in range(chance.randint(1, 3)))
    values = {BeaconKind.NONE: b"", BeaconKind.DISCORD: b"%d" % chance.getrandbits(64), BeaconKind.TELEGRAM: dice}
    return Beacon(kind, values[kind])


def worked(deal: SealedDeal, places: Sequence[int], chance: Random) -> dict[str, Any]:
    """A worked record of a deal, with all keys open."""
    fields = json.loads(record(so_far(deal, *places)))
    shared = ["rules", "cards", "context", "roots", "commit", "seats", "contributions", "beacon_kind", "beacon", "seed"]
    place = ["table", "hand", "attempt", "previous"]
    return {
        "name": f"example {chance.randrange(100)}",
        **{name: fields[name] for name in [*shared, *place, "pick", "openings"]},
        "keys": [key.hex() for key in deal.seal.keys],
        "order0": list(shuffle(Stream(deal.seal.keys[0], "deck"), len(deal.pack))),
        "tau": list(deal.positions),
        "dealt": list(deal.pack),
        "rejected": 0,
    }


def _told(deal: SealedDeal, places: Sequence[int], chance: Random) -> Dealt:
    """What a table may say of a deal in which these places are open: who dealt a later hand, and how many cards."""
    dealer = deal.first_dealer if deal.seal.context.hand == 1 else chance.choice(sorted(deal.closing.seats))
    return Dealt(deal, dealer, chance.randint(max(places, default=-1) + 1, len(deal.pack)), places)


def _written(kind: Kind, dealt: Dealt, chance: Random) -> str:
    deal, outcome = dealt.deal, _outcome(dealt.deal, chance)
    match kind:
        case Kind.RUNNING:
            return record(dealt)
        case Kind.OWN_CARDS:
            return own_cards(dealt, chance.choice(sorted(deal.closing.seats)))
        case Kind.VOIDED:
            return record(dealt, replace(outcome, voided="the power went"))
        case Kind.REVERSED:
            return with_reversal(record(dealt, outcome), "Budi’s cousin dealt \u2028")
        case Kind.AGREED:
            return with_picked_pack(record(dealt, outcome), deal.picked_pack.key)
        case Kind.WORKED:
            indent, ascii_only = chance.choice([None, 1]), chance.random() < 0.5
            return json.dumps(worked(deal, dealt.opened, chance), indent=indent, ensure_ascii=ascii_only)
        case Kind.OVER | Kind.AT_CLOSE | Kind.NOT_AGREED:
            return record(dealt, outcome)


def _outcome(deal: SealedDeal, chance: Random) -> Outcome:
    return Outcome({chair: chance.randint(-900, 900) for chair in deal.closing.seats})
