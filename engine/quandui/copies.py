"""Copies of equal cards: the rules never tell them apart, but the proof of a deal does. A copy is known by its *place*,
its order of dealing from 0. A player who holds several copies of a card parts with one that has lain open before,
else with the one that came last. That tells nothing secret: everybody has seen which open cards a player picked up
and how many they parted with since, and an open place tells only when its card came. For a player who has left, it
is always the copy that came last: an open one in its place would reveal the card drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.play import Card, Seat


class Copies(NamedTuple):
    """The place of every copy dealt or drawn; discards before the last lie for good."""

    hidden: tuple[tuple[int, ...], ...]
    """For each seat, its hidden cards in order of arrival, in step with the cards of its hand."""

    exposed: tuple[tuple[int, ...], ...]
    """For each seat, both cards of each dui that lies face up."""

    opened: frozenset[int] = frozenset()
    """Copies that lie, or have lain, open to everybody."""

    discard: int = -1
    """The last discard, which alone can be taken."""

    def chosen(self, seat: Seat, cards: Sequence[Card], card: Card, *, absent: bool = False) -> int:
        """The index, among the hidden ``cards`` of a seat, of the copy of ``card`` that it parts with.

        An open copy, or else the last; for an absent player always the last.
        """
        alike = [at for at, each in enumerate(cards) if each == card]
        if absent or len(alike) == 1:
            return alike[-1]
        places = self.hidden[seat]
        return next((at for at in alike if places[at] in self.opened), alike[-1])

    def taking(self, seat: Seat, place: int) -> Copies:
        hidden = _with(self.hidden, seat, (*self.hidden[seat], place))
        return Copies(hidden, self.exposed, self.opened, self.discard)

    def discarding(self, seat: Seat, at: int) -> Copies:
        place = self.hidden[seat][at]
        return Copies(_without(self.hidden, seat, at), self.exposed, self.opened | {place}, place)

    def exposing(self, seat: Seat, at: int) -> Copies:
        """After a seat has taken the discard and exposed it with one of its hidden cards."""
        place = self.hidden[seat][at]
        exposed = _with(self.exposed, seat, (*self.exposed[seat], self.discard, place))
        return Copies(_without(self.hidden, seat, at), exposed, self.opened | {place}, self.discard)

    def showing(self, seat: Seat) -> Copies:
        return self._replace(opened=self.opened.union(self.hidden[seat]))

    def held(self, seat: Seat) -> tuple[int, ...]:
        """All cards of a seat, ascending."""
        return tuple(sorted((*self.hidden[seat], *self.exposed[seat])))


def _without(places: tuple[tuple[int, ...], ...], seat: Seat, at: int) -> tuple[tuple[int, ...], ...]:
    return _with(places, seat, places[seat][:at] + places[seat][at + 1 :])


def _with(places: tuple[tuple[int, ...], ...], seat: Seat, changed: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*places[:seat], changed, *places[seat + 1 :])
