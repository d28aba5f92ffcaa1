"""The 112 four-colour cards: seven ranks in four colours, four of each. The copies of a card are alike to every rule,
so a card says which of the 28 it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from engine.play import Card

TwoCards: TypeAlias = tuple[Card, Card]
"""Two cards, in the order in which they were dealt."""

COLOURS = ("yellow", "red", "green", "white")
"""The colours, highest first as usual; the house rules may rank them otherwise (decision KK-2)."""

RANKS = ("general", "valet", "minister", "chariot", "horse", "cannon", "soldier")
"""The ranks, highest first; their points run the other way, from 1 to 7."""

COPIES = 4
"""Copies of each card in the pack (KK-1)."""

SUITS: Mapping[str, str] = {"yellow": "♠", "red": "♦", "green": "♥", "white": "♣"}
"""The suit of ordinary playing cards for each colour in a pack made at home (KK-8)."""

PLAYING_CARDS: Mapping[str, str] = {
    "general": "K",
    "valet": "Q",
    "minister": "J",
    "chariot": "4",
    "horse": "3",
    "cannon": "2",
    "soldier": "A",
}
"""The ordinary playing card for each rank; all others are left out of the four packs (KK-8)."""

KINDS: tuple[Card, ...] = tuple(Card(number) for number in range(len(COLOURS) * len(RANKS)))
"""The 28 different cards: each is its colour times seven plus its rank, both counted from the highest."""

NAME_OF: dict[Card, str] = dict(zip(KINDS, [f"{colour}-{rank}" for colour in COLOURS for rank in RANKS], strict=True))
"""The name of each card: ``yellow-general``."""

_BY_NAME = {name: kind for kind, name in NAME_OF.items()}

PACK: tuple[Card, ...] = tuple(kind for kind in KINDS for _ in range(COPIES))
"""Every card of the pack by number, the copies of a card side by side."""

POINTS: tuple[int, ...] = tuple(kind % len(RANKS) + 1 for kind in KINDS)
"""Points of each card in a mixed hand: a general 1, a soldier 7."""


def colour(card: Card) -> str:
    return COLOURS[card // len(RANKS)]


def rank(card: Card) -> str:
    return RANKS[card % len(RANKS)]


def card(text: str) -> Card:
    """Read ``yellow-general`` or ``Yellow general``. Raise ``ValueError`` if there is no such card."""
    name = re.sub(r"[\s_-]+", "-", text.strip().lower())
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError("not a four-colour card") from None


def card_name(one: Card) -> str:
    return NAME_OF[one]


def hand(*names: str) -> TwoCards:
    """Raise ``ValueError`` if these are not two cards."""
    first, second = map(card, names)
    return first, second


def hand_names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(NAME_OF[each] for each in cards)
