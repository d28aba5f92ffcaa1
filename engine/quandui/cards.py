"""The 120 Dongguan cards: thirty different ones, four copies of each. A card is a number, the same for its four copies,
in the order in which a hand is laid out: the ones with the three odd cards, then the twos, and so on.
"""

from __future__ import annotations

import re

from engine.play import Card

SUITS = ("ben", "suo", "wan")

ODD_CARDS = ("da hong", "xiao hong", "ba shu")
"""Ones without a suit: big red, small red and eight bundle, which is no eight (QD-2)."""

NAMES: tuple[str, ...] = (
    *(f"1 {suit}" for suit in SUITS),
    *ODD_CARDS,
    *(f"{number} {suit}" for number in range(2, 10) for suit in SUITS),
)
"""Every different card: ``1 ben``, … ``da hong``, … ``9 wan``."""

COPIES = 4

CARDS: tuple[Card, ...] = tuple(Card(number) for number in range(len(NAMES)))

NAME_OF: dict[Card, str] = dict(zip(CARDS, NAMES, strict=True))

PACK: tuple[Card, ...] = tuple(card for card in CARDS for _ in range(COPIES))
"""Every card of the pack (QD-1)."""

UNKNOWN: tuple[Card, ...] = tuple(Card(len(NAMES) + place) for place in range(len(PACK)))
"""Cards that nobody has seen, in a hand that is replayed from what lies open: each goes with nothing."""

NUMBER: tuple[int, ...] = (
    *(int(name[0]) if name[0].isdigit() else 1 for name in NAMES),
    *(10 + place for place in range(len(UNKNOWN))),
)
"""The number of each card, which decides what it pairs with (QD-2); an unknown card has one of its own."""

OF_NUMBER: dict[int, tuple[Card, ...]] = {
    number: tuple(card for card in CARDS if NUMBER[card] == number) for number in range(1, 10)
}
"""The different cards of each number: six ones, three of every other."""

_BY_NAME = {name: card for card, name in NAME_OF.items()}


def card(text: str) -> Card:
    """Read any usual spelling: ``3 suo``, ``3-suo``, ``Da Hong``. Raise ``ValueError`` if this is no card."""
    name = re.sub(r"[\s_-]+", " ", text.strip().lower())
    if name not in _BY_NAME:
        raise ValueError("not a Dongguan card")
    return _BY_NAME[name]


def card_name(one: Card) -> str:
    """Write a card: ``3 suo``."""
    return NAMES[one]


def card_word(one: Card) -> str:
    """Write a card as one word, as the choice of an action: ``3-suo``."""
    return NAMES[one].replace(" ", "-")
