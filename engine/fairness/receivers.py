"""The receiver of each card of a deal.

The way in which a game hands out its cards is sealed with the rules of the hand. Rounds deal by it and verifiers read
it, so a new game or house rule changes no verifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeAlias

from engine.fairness.bounds import MOST_CARDS

FOLD, STREET, DRAW = "fold", "street", "draw"
"""Words of an order of play: a player folds, the dealer deals the next street, a player draws from the stock."""

DEALING: Final = "dealing"
"""The name of the dealing among the rules in force."""

Chairs: TypeAlias = tuple[int, ...]


class Move(NamedTuple):
    chair: int
    word: str


class NotDealtLikeThis(ValueError):
    """No hand is dealt and played like this."""


_BATCHES = "[1-9](?:,[1-9])*"
_TEXT = re.compile(
    rf"(dealer|banker)\+([01]) (clockwise|anticlockwise) ([0-9]) ({_BATCHES}(?: {_BATCHES})*)( stock)?", re.ASCII
)
_TAKEN = re.compile("[a-z-]+ ([1-9][0-9]{0,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The way in which a game hands out its cards."""

    streets: tuple[tuple[int, ...], ...]
    """Cards for each player in each batch of each street. The first street begins the hand, each later one follows a
    betting round."""

    first: int = 1
    """Steps from the dealer to the first receiver, in the direction of the deal."""

    clockwise: bool = True

    ahead: int = 0
    """Cards that the dealer gets before anybody else."""

    stock: bool = False
    """True if cards are drawn after the deal and taken from the middle; otherwise none are."""

    from_banker: bool = False
    """True if the buyer of the bank stands for the dealer; nothing is dealt before the bank is sold."""

    def __str__(self) -> str:
        origin = "banker" if self.from_banker else "dealer"
        direction = "clockwise" if self.clockwise else "anticlockwise"
        streets = " ".join([",".join(map(str, batches)) for batches in self.streets])
        return f"{origin}+{self.first} {direction} {self.ahead} {streets}{' stock' * self.stock}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text of a dealing; raise ``NotDealtLikeThis``."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise NotDealtLikeThis
        origin, first, direction, ahead, streets, stock = found.groups()
        batches = [tuple(map(int, street.split(","))) for street in streets.split(" ")]
        clockwise, from_banker = direction == "clockwise", origin == "banker"
        return cls(tuple(batches), int(first), clockwise, int(ahead), stock is not None, from_banker)

    def in_order(self, chairs: Sequence[int], dealer: int) -> Chairs:
        """Put ascending chairs in the order in which they receive cards."""
        order = tuple(chairs) if self.clockwise else tuple(reversed(chairs))
        at = order.index(dealer) + self.first
        return order[at:] + order[:at]

    def street(self, number: int, live: Sequence[int]) -> Chairs:
        """Return the receiver of each card of a street, from 0, among the live chairs in their order."""
        return tuple([chair for batch in self.streets[number] for chair in live for _ in range(batch)])

    def begin(self, chairs: Sequence[int], dealer: int) -> Chairs:
        """Return the receiver of each card that is dealt at first."""
        return (dealer,) * self.ahead + self.street(0, self.in_order(chairs, dealer))


@dataclass(frozen=True, slots=True)
class Hand:
    """The facts that decide who receives the cards of a hand."""

    rules: Mapping[str, str]
    """The rules in force by name; :data:`DEALING` is one of them."""

    chairs: Chairs
    """The chairs that were dealt in, ascending, which is clockwise."""

    dealer: int
    banker: int | None
    """The chair that bought the bank; ``None`` where it is not sold, or not yet."""

    play: Sequence[Move]

    def receivers(self) -> Chairs:
        """Return the chair that was dealt or drew each card, in order.

        Raise ``NotDealtLikeThis`` where no hand goes like this.
        """
        _require(DEALING in self.rules)
        dealing = Dealing.read(self.rules[DEALING])
        origin = self.banker if dealing.from_banker else self.dealer
        _require(self.dealer in self.chairs and (dealing.from_banker or self.banker is None))
        if origin is None:
            _require(not self.play)
            return ()
        _require(origin in self.chairs and sum(map(sum, dealing.streets)) * len(self.chairs) <= MOST_CARDS)
        live = list(dealing.in_order(self.chairs, origin))
        given = list(dealing.begin(self.chairs, origin))
        taken: dict[int, int] = {}
        street = 1
        for chair, word in self.play:
            _require(chair in self.chairs and len(given) <= MOST_CARDS)
            if word == FOLD:
                _require(len(dealing.streets) > 1 and chair in live and len(live) > 1)
                live.remove(chair)
            elif word == STREET:
                _require(chair == self.dealer and street < len(dealing.streets) and len(live) > 1)
                given += dealing.street(street, live)
                street += 1
            elif word == DRAW:
                _require(dealing.stock)
                given.append(chair)
            else:
                card = taken_card(word)
                _require(dealing.stock and 0 < card <= len(given) and taken.get(card, given[card - 1]) != chair)
                taken[card] = chair
        return tuple(given)


def taken(play: Iterable[Move]) -> dict[int, int]:
    """Map each card taken from the middle, counted from 1, to the chair that took it last; ignore other words."""
    return {card: chair for chair, word in play if (card := taken_card(word))}


def taken_card(word: str) -> int:
    """Return the number of the card that a word takes from the middle, counted from 1; 0 for other words."""
    found = _TAKEN.fullmatch(word)
    return int(found[1]) if found else 0


def _require(held: bool) -> None:
    if not held:
        raise NotDealtLikeThis
