"""Pairs: which cards go together, and what a hand is worth.

Two identical cards are a *dui*, two different cards of one number a *ka* (QD-2).
So any two cards of one number are a pair, and a hand is complete exactly if it has an even number of every number,
unless the house rules do not let four identical cards be two dui (QD-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple, TypeAlias

from engine.play import Card
from engine.quandui.cards import CARDS, COPIES, NUMBER

Pair: TypeAlias = tuple[Card, Card]

FULL = 16
"""Cards of a player who has to discard; everybody else holds one less."""


class HeldCards(NamedTuple):
    hidden: tuple[Card, ...] = ()
    """In the order in which they arrived."""

    exposed: tuple[Card, ...] = ()
    """One card of each dui that lies face up; these are locked (QD-10)."""

    @property
    def size(self) -> int:
        return len(self.hidden) + 2 * len(self.exposed)

    @property
    def last(self) -> Card:
        return self.hidden[-1]

    def taking(self, card: Card) -> HeldCards:
        return HeldCards((*self.hidden, card), self.exposed)

    def losing(self, card: Card) -> HeldCards:
        """The hand without one hidden card, of several copies the one that came last."""
        return self.without(len(self.hidden) - 1 - self.hidden[::-1].index(card))

    def without(self, at: int) -> HeldCards:
        return HeldCards(self.hidden[:at] + self.hidden[at + 1 :], self.exposed)

    def exposing(self, card: Card) -> HeldCards:
        """The hand after a card from outside was paired with an identical hidden one, face up (QD-10)."""
        return HeldCards(self.losing(card).hidden, (*self.exposed, card))


class Layout(NamedTuple):
    """As many pairs as possible, with as many dui among them as possible."""

    pairs: tuple[Pair, ...]
    """By number; exposed dui come first."""

    singles: tuple[Card, ...]
    """Cards without a partner, by number."""

    @property
    def dui(self) -> int:
        return sum(one == other for one, other in self.pairs)

    @property
    def complete(self) -> bool:
        """True if these are eight pairs."""
        return not self.singles and 2 * len(self.pairs) == FULL

    @property
    def stakes(self) -> int:
        """Stakes that each of the others pays: two for quan dui, one for another complete hand, else none."""
        return (2 if self.dui == len(self.pairs) else 1) if self.complete else 0


def layout(hand: HeldCards, four_alike: bool = True) -> Layout:
    """Lay a hand out; ``four_alike`` tells whether four identical cards may be two dui (QD-3)."""
    return _laid_out(tuple(sorted(hand.hidden)), hand.exposed, four_alike)


def complete(hand: HeldCards) -> bool:
    return layout(hand).complete


def quan_dui(hand: HeldCards) -> bool:
    return layout(hand).stakes == 2


def pair_with(pairs: Iterable[Pair], card: Card) -> Pair:
    """The pair in which a card lies: a dui if there is one."""
    return min((pair for pair in pairs if card in pair), key=lambda pair: pair[0] != pair[1])


def makes_dui(hand: HeldCards, card: Card, four_alike: bool = True) -> bool:
    """True if a card from outside can be paired with an identical hidden one."""
    return card in hand.hidden and (four_alike or card not in hand.exposed)


def completing(hand: HeldCards, four_alike: bool = True) -> tuple[Card, ...]:
    """The cards any one of which would complete a hand of fifteen."""
    held = Counter(hand.hidden) + Counter({card: 2 * times for card, times in Counter(hand.exposed).items()})
    return tuple(card for card in CARDS if held[card] < COPIES and layout(hand.taking(card), four_alike).complete)


@lru_cache(maxsize=4096)
def _laid_out(hidden: tuple[Card, ...], exposed: tuple[Card, ...], four_alike: bool) -> Layout:
    pairs: list[Pair] = [(card, card) for card in exposed]
    singles: list[Card] = []
    for _, alike in groupby(hidden, NUMBER.__getitem__):
        cards = tuple(alike)
        made, left = _all_paired(cards) if four_alike else _paired_at_best(Counter(cards), exposed)
        pairs += made
        singles += left
    return Layout(tuple(pairs), tuple(singles))


def _all_paired(cards: Iterable[Card]) -> tuple[list[Pair], list[Card]]:
    """Pair cards of one number, in order: first all dui, then ka of what is left, of which no two are identical."""
    pairs: list[Pair] = []
    left: list[Card] = []
    for card in cards:
        if left and left[-1] == card:
            pairs.append((card, left.pop()))
        else:
            left.append(card)
    ka = len(left) // 2 * 2
    return pairs + list(zip(left[:ka:2], left[1:ka:2], strict=True)), left[ka:]


def _paired_at_best(cards: Counter[Card], exposed: Sequence[Card]) -> tuple[list[Pair], list[Card]]:
    """Pair cards of one number with at most one dui of each, exposed ones included.

    A dui too many may leave two identical cards over, so that fewer dui can make more pairs.
    """
    most = [count >= 2 and card not in exposed for card, count in cards.items()]
    ways = sorted(product(*(range(each + 1) for each in most)), key=sum, reverse=True)
    return max((_paired(cards, way) for way in ways), key=lambda made: len(made[0]))


def _paired(cards: Counter[Card], dui: Iterable[int]) -> tuple[list[Pair], list[Card]]:
    """Make so many ``dui`` of each card, then ka of what is left, the most plentiful cards first."""
    pairs: list[Pair] = []
    left: Counter[Card] = Counter()
    for (card, count), times in zip(cards.items(), dui, strict=True):
        pairs += [(card, card)] * times
        left[card] = count - 2 * times
    left = +left
    while len(left) > 1:
        (one, _), (other, _) = left.most_common(2)
        pairs.append((min(one, other), max(one, other)))
        left = left - Counter((one, other))
    return pairs, sorted(left.elements())
