"""A hand as a page draws it: cards, bets and the middle of the table, as one viewer may see them.

Cards stand by name, so that the page knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from engine.play import Seat

Groups: TypeAlias = tuple[tuple[str, ...], ...]
"""Names of cards, grouped as they count."""


class DrawnSeat(NamedTuple):
    bet: int = 0
    down: int = 0
    """The number of cards face down."""

    up: Groups = ()
    value: str = ""
    """The value of the cards face up."""

    dim: bool = False
    """True for a seat that plays this hand no longer."""

    mark: str = ""
    did: str = ""
    """The last action of this betting round."""


class OwnCards(NamedTuple):
    groups: Groups = ()
    values: tuple[str, ...] = ()
    """The values of the first groups."""

    value: str = ""
    newest: str = ""
    up: tuple[str, ...] = ()
    """One card of each pair that lies face up."""

    notes: tuple[str, ...] = ()
    plain: bool = True
    """True if a pair counts by its spots alone, without a house rule for single cards."""

    by_card: Mapping[str, str] = {}
    """The card of each command that discards one."""


class DrawnPot(NamedTuple):
    amount: int
    seats: tuple[Seat, ...]
    """The winners of a pot, or the seats that can win it."""


class DrawnMoment(NamedTuple):
    """Something to celebrate at the end of a hand."""

    kind: str
    seat: Seat
    headline: str
    words: str


class DrawnHand(NamedTuple):
    """The whole hand; a game without drawings has its seats alone."""

    seats: tuple[DrawnSeat, ...]
    middle: Mapping[str, Any] | None = None
    own: OwnCards | None = None
    showing: tuple[Seat, ...] = ()
    """The seats of a showdown in the order in which a page turns their cards, winners last."""

    won: tuple[DrawnPot, ...] = ()
    moment: DrawnMoment | None = None
    contenders: tuple[Seat, ...] = ()
