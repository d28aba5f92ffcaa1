"""Deals to try things on, and strategies that make others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import cycle

from hypothesis import strategies as st

from engine.fairness import (
    NO_RECORD,
    PACKS,
    Beacon,
    BeaconKind,
    Chance,
    Closing,
    Context,
    Seal,
    SealedDeal,
    rules_in_force,
)
from engine.fairness.receivers import DEALING, Hand, Move
from engine.fairness.records import Dealt

TABLE = bytes(range(16))
SEATS: Mapping[int, str] = {0: "discord:175928847299117063", 1: "telegram:123456789", 5: "local:0001ab"}
WORDS: Mapping[int, bytes] = {0: b"kocok!", 5: "切牌".encode()}
DICE = Chance((Beacon(BeaconKind.TELEGRAM, bytes([64, 1, 17])),))
KEYS = tuple(bytes([number]) * 32 for number in range(1, PACKS + 1))


def context(cards: Sequence[str] | int = 28, hand: int = 7, attempt: int = 0, disclosure: str = "never") -> Context:
    """What packs are sealed for; a number of cards stands for cards that are called by their numbers."""
    names = tuple(f"c{number}" for number in range(cards)) if isinstance(cards, int) else tuple(cards)
    return Context(TABLE, hand, attempt, rules_in_force("test", {"disclosure": disclosure}), names)


def sealed(
    cards: Sequence[str] | int = 28, keys: Sequence[bytes] = KEYS, hand: int = 7, disclosure: str = "never"
) -> Seal:
    """Packs sealed for a hand."""
    return Seal(context(cards, hand, disclosure=disclosure), tuple(keys))


def dealt(
    seal: Seal | None = None,
    words: Mapping[int, bytes] = WORDS,
    chance: Chance = DICE,
    seats: Mapping[int, str] = SEATS,
) -> SealedDeal:
    """A deal from sealed packs."""
    return SealedDeal(seal or sealed(), Closing(seats, words), chance)


def so_far(deal: SealedDeal, *opened: int, play: Sequence[tuple[int, str]] = (), cards: int | None = None) -> Dealt:
    """What a table may say of a deal, in which these places are open.

    Args:
        deal: the deal.
        opened: the places of the cards that lie open.
        play: what was played, where the rules say how the cards are handed out.
        cards: how many cards were dealt, one after the other, where the rules do not say how; if it is not told, no
            more than lie open.
    """
    chairs, rules = tuple(sorted(deal.closing.seats)), json.loads(deal.seal.context.rules)
    if DEALING in rules and cards is None:
        hand = Hand(rules, chairs, deal.first_dealer, None, [Move(*move) for move in play])
        return Dealt(deal, deal.first_dealer, hand.receivers(), opened, None, play)
    least = max(opened, default=-1) + 1
    dealt_to = [chair for chair, _ in zip(cycle(chairs), range(least if cards is None else cards), strict=False)]
    return Dealt(deal, deal.first_dealer, dealt_to, opened)


KEY = st.integers(0, 2**32).map(lambda number: hashlib.sha256(number.to_bytes(5, "big")).digest())
"""Keys that look like keys, so that one of them is never part of something else by accident."""

CONTEXTS = st.builds(
    Context,
    table=st.binary(min_size=16, max_size=16),
    hand=st.integers(0, 2**32 - 1),
    attempt=st.integers(0, 255),
    rules=st.sampled_from(["never", "at-close", "unanimous"]).map(
        lambda each: rules_in_force("test", {"disclosure": each})
    ),
    cards=st.integers(1, 130).map(lambda count: tuple(f"card {number // 4}" for number in range(count))),
    previous=st.just(NO_RECORD) | st.binary(min_size=32, max_size=32),
)
SEALS = st.builds(Seal, CONTEXTS, st.lists(KEY, min_size=1, max_size=PACKS, unique=True).map(tuple))
BEACONS = st.one_of(
    st.integers(1, 2**64).map(lambda number: Beacon(BeaconKind.DISCORD, str(number).encode())),
    st.lists(st.integers(1, 64), min_size=1, max_size=5).map(lambda dice: Beacon(BeaconKind.TELEGRAM, bytes(dice))),
)
CHANCES = st.lists(BEACONS, max_size=2, unique_by=lambda beacon: beacon.kind).map(
    lambda beacons: Chance(tuple(sorted(beacons)))
)


@st.composite
def _closings(draw: st.DrawFn) -> Closing:
    seats = draw(st.dictionaries(st.integers(0, 60), st.text(min_size=1, max_size=30), min_size=1, max_size=8))
    words = draw(st.dictionaries(st.sampled_from(sorted(seats)), st.binary(min_size=1, max_size=64)))
    pledged = draw(st.dictionaries(st.sampled_from(sorted(seats)), st.binary(min_size=32, max_size=32)))
    return Closing(seats, words, pledged)


CLOSINGS = _closings()
DEALS = st.builds(SealedDeal, SEALS, CLOSINGS, CHANCES)
