"""The sealed deal: sealing, dealing, opening and verifying, beside shuffling unproved and beside a single hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from random import Random, SystemRandom

from engine.fairness import KEY_BYTES, PACKS, TABLE_BYTES, Chance, Closing, Context, Seal, SealedDeal, rules_in_force
from engine.fairness.receivers import STREET, Hand, Move
from engine.fairness.records import Dealt, Outcome, record
from engine.fairness.verifying import verify
from engine.games import GAMES
from tools.benchmarks.measuring import Row, duration, side_by_side, times

SHOWN = 16
"""How many cards lie open at the end of a hand: four hands of dominoes, or a complete hand of Quan Dui."""

MOST_SECONDS = 0.025
"""What sealing and dealing may take together, because a table does nothing else meanwhile."""

RULES = {"dealing": "dealer+1 clockwise 0 1,1,1 1", "disclosure": "never"}
"""Dealt as a hand of dominoes, whatever the cards."""

SEATS = {seat: f"discord:{10**17 + seat}" for seat in range(4)}
WORDS = dict.fromkeys(range(4), b"another word")


def sealed(cards: Sequence[str]) -> Seal:
    """Seal the packs of a hand with fresh keys, up to the fingerprint that is posted."""
    rules = rules_in_force("qiuqiu", RULES)
    keys = tuple(secrets.token_bytes(KEY_BYTES) for _ in range(PACKS))
    seal = Seal(Context(bytes(TABLE_BYTES), 1, 0, rules, tuple(cards)), keys)
    _ = seal.commitment
    return seal


def dealt(seal: Seal) -> SealedDeal:
    """Deal from sealed packs."""
    deal = SealedDeal(seal, Closing(SEATS, WORDS), Chance())
    _ = deal.pack
    return deal


def written(deal: SealedDeal) -> str:
    """The record of a hand in which some cards were dealt and shown."""
    dealer, play = deal.first_dealer, [Move(deal.first_dealer, STREET)]
    to = Hand({**RULES, "game": "qiuqiu"}, tuple(SEATS), dealer, None, play).receivers()
    return record(Dealt(deal, dealer, to, range(SHOWN), None, play), Outcome(dict.fromkeys(SEATS, 0)))


def unproved(cards: int) -> list[int]:
    """A pack that has to be taken on trust."""
    order = list(range(cards))
    SystemRandom().shuffle(order)
    return order


def one_hash(cards: int) -> tuple[bytes, bytes, list[int]]:
    """The usual "provably fair" deal: the hash of a seed is posted, and the seed, with every card, afterwards."""
    seed = secrets.token_bytes(KEY_BYTES)
    return seed, hashlib.sha256(seed).digest(), _from_seed(seed, cards)


def checked(seed: bytes, posted: bytes, order: list[int]) -> bool:
    """Check such a deal."""
    return hashlib.sha256(seed).digest() == posted and _from_seed(seed, len(order)) == order


def _from_seed(seed: bytes, cards: int) -> list[int]:
    order = list(range(cards))
    Random(seed).shuffle(order)
    return order


def measure() -> list[Row]:
    """Time the packs of all games in turns."""
    return [row for game in GAMES.values() for row in _rows(game.pack_names)]


def _rows(cards: Sequence[str]) -> list[Row]:
    count = len(cards)
    seal = sealed(cards)
    deal = dealt(seal)
    text = written(deal)
    revealed = one_hash(count)
    assert verify(text).valid
    assert checked(*revealed)
    timings = side_by_side(
        {
            "seal": lambda: sealed(cards),
            "deal": lambda: dealt(seal),
            "open": lambda: [deal.opening(place) for place in range(SHOWN)],
            "verify": lambda: verify(text),
            "unproved": lambda: unproved(count),
            "one hash": lambda: one_hash(count),
            "one hash checked": lambda: checked(*revealed),
        }
    )

    def row(what: str, ours: str, name: str, plain: str) -> Row:
        beside = f"{name}: {duration(timings[plain])}"
        return Row(what, duration(timings[ours]), beside, times(timings.ratio(ours, plain)))

    together = timings["seal"] + timings["deal"]
    return [
        row(f"seal {PACKS} packs of {count} cards", "seal", "shuffle one pack unproved", "unproved"),
        row(f"seal {PACKS} packs of {count} cards", "seal", "shuffle one pack and hash its seed", "one hash"),
        row(f"deal {count} cards from sealed packs", "deal", "shuffle one pack unproved", "unproved")._replace(
            aim=f"≤ {duration(MOST_SECONDS)} with sealing", met=together <= MOST_SECONDS
        ),
        row(f"open {SHOWN} of {count} cards", "open", "open all by the seed", "one hash checked"),
        row(f"verify a record of {count} cards", "verify", "check one hash and the shuffle", "one hash checked"),
    ]


def work() -> None:
    """Two hundred hands of Quan Dui sealed, dealt, written down and verified."""
    cards = GAMES["quan-dui"].pack_names
    for _ in range(200):
        assert verify(written(dealt(sealed(cards)))).valid
