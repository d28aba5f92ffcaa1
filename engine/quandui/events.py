from __future__ import annotations

from typing import NamedTuple

from engine.play import Card, Seat
from engine.quandui.claims import Later
from engine.quandui.melds import Pair


class Staked(NamedTuple):
    """Every player has put ``amount`` chips on the table, enough for quan dui."""

    amount: int


class Dealt(NamedTuple):
    dealer: Seat
    stock: int
    """Cards left to draw."""


class Drew(NamedTuple):
    seat: Seat
    stock: int
    """Cards left to draw."""


class PickedUp(NamedTuple):
    """A player has picked up the discard of the left neighbour."""

    seat: Seat
    card: Card
    exposed: bool
    """True if it makes a dui that has to lie face up."""


class Claimed(NamedTuple):
    """A player has taken a discard for a dui, which now lies face up."""

    seat: Seat
    card: Card
    discarder: Seat


class Discarded(NamedTuple):
    seat: Seat
    card: Card


class Left(NamedTuple):
    """A player has left the table; their hand is played on for them, and they pay like everybody else."""

    seat: Seat


class Won(NamedTuple):
    seat: Seat
    pairs: tuple[Pair, ...]
    """Exposed dui first, then by number."""

    stakes: int
    """Stakes that each of the others pays: one, or two for quan dui."""

    amount: int
    """The same in chips."""

    card: Card | None
    """The discard that was taken for it, by a claim or where taking it left no choice; ``None`` if there was none."""

    discarder: Seat | None

    pair: Pair | None
    """The pair that this discard completed."""

    forced: bool
    """True if picking it up left no choice, since it completed a ka (QD-12)."""

    later: tuple[Later, ...]
    """The claims to it that came to nothing because of this one (QD-8); now that the hand is over, all may know."""


class HandDrawn(NamedTuple):
    """Nobody has won, and nobody pays."""

    reason: str
    """``"stock"``: there is no card left to draw; ``"endless"``: too many turns in a row without a card from it."""


EVENTS: tuple[type, ...] = (Staked, Dealt, Drew, PickedUp, Claimed, Discarded, Left, Won, HandDrawn)
