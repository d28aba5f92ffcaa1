"""Which copy of a card is which: the rules never ask, but the proof of a deal does.

A copy is known by its *place*: when it was dealt or drawn, 0 for the first card of the pack.
A player who discards or exposes a card of which they hold several copies parts with one that has lain open before,
or if there is none, with the one that came last. What lies open then tells nothing that is secret:

* Whether a discard opens one more card does not depend on what is hidden: everybody has seen which open cards a player
  picked up, and with how many of them they have parted since.
* An open place tells when its card came. That is bound to its proof, and it is like watching from where in a hand a
  card is taken. Of the rest of the hand it tells only that what came later is no copy of it, and nothing of what came
  before; any rule tells as much, of one end of the hand or the other, and the discard is the player's own choice.
* What is discarded for a player who has left is always the very copy that came last. If an open copy took its place,
  everybody would know what the card drawn is, though it stays hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.play import Card, Seat


class Copies(NamedTuple):
    """Where every copy is that was dealt or drawn, by its place; those discarded before the last lie for good."""

    hidden: tuple[tuple[int, ...], ...]
    """For each seat, its hidden cards in the order in which they arrived, in step with the cards of its hand."""

    exposed: tuple[tuple[int, ...], ...]
    """For each seat, both cards of each dui that lies face up."""

    opened: frozenset[int] = frozenset()
    """What lies, or has lain, open to everybody."""

    discard: int = -1
    """The last discard, which alone can be taken."""

    def chosen(self, seat: Seat, cards: Sequence[Card], card: Card, *, absent: bool = False) -> int:
        """With which copy of ``card`` a seat parts, by its index among the hidden ``cards`` of the seat.

        It is an open copy, or else the last; for a player who is absent, always the last.
        """
        alike = [at for at, each in enumerate(cards) if each == card]
        if absent or len(alike) == 1:
            return alike[-1]
        places = self.hidden[seat]
        return next((at for at in alike if places[at] in self.opened), alike[-1])

    def taking(self, seat: Seat, place: int) -> Copies:
        """After a seat has drawn a card, or taken the discard into its hand."""
        hidden = _with(self.hidden, seat, (*self.hidden[seat], place))
        return Copies(hidden, self.exposed, self.opened, self.discard)

    def discarding(self, seat: Seat, at: int) -> Copies:
        """After a seat has discarded one of its hidden cards."""
        place = self.hidden[seat][at]
        return Copies(_without(self.hidden, seat, at), self.exposed, self.opened | {place}, place)

    def exposing(self, seat: Seat, at: int) -> Copies:
        """After a seat has taken the discard and exposed it with one of its hidden cards."""
        place = self.hidden[seat][at]
        exposed = _with(self.exposed, seat, (*self.exposed[seat], self.discard, place))
        return Copies(_without(self.hidden, seat, at), exposed, self.opened | {place}, self.discard)

    def showing(self, seat: Seat) -> Copies:
        """After a seat has shown its whole hand."""
        return self._replace(opened=self.opened.union(self.hidden[seat]))

    def held(self, seat: Seat) -> tuple[int, ...]:
        """All cards of a seat, ascending."""
        return tuple(sorted((*self.hidden[seat], *self.exposed[seat])))


def _without(places: tuple[tuple[int, ...], ...], seat: Seat, at: int) -> tuple[tuple[int, ...], ...]:
    return _with(places, seat, places[seat][:at] + places[seat][at + 1 :])


def _with(places: tuple[tuple[int, ...], ...], seat: Seat, changed: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*places[:seat], changed, *places[seat + 1 :])
