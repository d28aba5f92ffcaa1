from __future__ import annotations

from typing import NamedTuple

from engine.play import Seat
from engine.qiuqiu.tiles import Tile


class Anted(NamedTuple):
    """A player has put in the ante, or all they had towards it."""

    seat: Seat
    amount: int
    all_in: bool


class Carried(NamedTuple):
    """The pot begins with odd chips of the last round."""

    amount: int


class Dealt(NamedTuple):
    """Everybody still in has been dealt ``tiles`` more, face down."""

    tiles: int


class Checked(NamedTuple):
    """A player has passed without betting."""

    seat: Seat


class Bet(NamedTuple):
    """A player has made the first bet of a betting round."""

    seat: Seat
    amount: int
    all_in: bool


class Called(NamedTuple):
    """A player has put in ``amount`` chips to match the bet, or all they had towards it."""

    seat: Seat
    amount: int
    all_in: bool


class Raised(NamedTuple):
    """A player has raised the bet to ``to`` chips."""

    seat: Seat
    to: int
    all_in: bool


class Folded(NamedTuple):
    """A player has given up the hand; their tiles stay hidden."""

    seat: Seat
    left: bool
    """True if the player got up and left the table."""


class Returned(NamedTuple):
    """Chips that nobody matched have gone back to the player who bet them."""

    seat: Seat
    amount: int


class Showed(NamedTuple):
    """A player has turned over the hand and declared it."""

    seat: Seat
    tiles: tuple[Tile, ...]
    groups: tuple[tuple[Tile, ...], ...]
    """The tiles as they are laid out: two pairs, better first; all four for a special; three doubles and one."""

    label: str


class Awarded(NamedTuple):
    """A pot, or the high or low half of one, has been shared."""

    pot: int
    """0 is the main pot, then the side pots."""

    part: str
    """``"whole"``, ``"high"`` or ``"low"``."""

    amount: int
    shares: tuple[tuple[Seat, int], ...]
    """The winners in the order in which odd chips fall to them, with their chips."""

    odd: int
    """Chips that could not be shared equally."""

    carried: int
    """Odd chips left for the next round."""


class Uncontested(NamedTuple):
    """The only player left has taken the pot without showing."""

    seat: Seat
    amount: int


EVENTS: tuple[type, ...] = (
    Anted,
    Carried,
    Dealt,
    Checked,
    Bet,
    Called,
    Raised,
    Folded,
    Returned,
    Showed,
    Awarded,
    Uncontested,
)
