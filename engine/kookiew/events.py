"""Public events in a deal of Koo Kiew."""

from __future__ import annotations

from typing import NamedTuple

from engine.kookiew.cards import TwoCards
from engine.kookiew.ranking import Comparison
from engine.play import Seat


class BidSealed(NamedTuple):
    """A bid for the bank; hidden until all are in."""

    seat: Seat
    left: bool
    """True if the player got up and left the table."""


class BidsOpened(NamedTuple):
    bids: tuple[tuple[Seat, int], ...]
    """Everybody who bid, with the chips offered, highest first; nobody may have."""


class BankTaken(NamedTuple):
    """A player holds the bank of this deal, and answers for the stakes with ``chips``."""

    seat: Seat
    chips: int


class Dealt(NamedTuple):
    """Everybody has been dealt so many cards, face down; nobody may look."""

    cards: int


class Staked(NamedTuple):
    seat: Seat
    amount: int


class SatOut(NamedTuple):
    """A player stakes nothing on this deal."""

    seat: Seat
    left: bool


class StakesClosed(NamedTuple):
    """The stakes are closed; a seat without one is not in this deal."""

    players: int
    """The number of stakes; with none, the cards stay face down and the deal is over."""

    total: int
    """Chips staked by all of them together, covered or not."""


class CoveredInPart(NamedTuple):
    """The bank does not cover the whole of a stake, and the rest goes back (KK-12).

    It is told once the stakes are closed, of one stake after the other from the banker's left.
    """

    seat: Seat
    stake: int
    covered: int
    """Chips that remain in the deal; 0 if the bank does not reach as far as this seat."""

    cover: int
    """Chips of stakes that the bank covers in all; what this seat does not get of them went to those before it."""


class BankerShowed(NamedTuple):
    """The banker has turned over the hand that is to be beaten."""

    seat: Seat
    hand: TwoCards
    label: str


class Settled(NamedTuple):
    """The hand of a player lies open, and the stake has been settled; one each, from the banker's left."""

    seat: Seat
    hand: TwoCards
    label: str
    wins: bool
    """True if the hand beats the banker's, staked on or not."""

    stake: int
    """Chips staked; 0 is none."""

    covered: int
    """Chips of the stake that won or lost, which is all of it unless the bank covers less (KK-12).

    With 0 the player is not in this deal.
    """

    net: int

    owed: int
    """Chips that the bank should have paid on top and has not; told, and left to the players (KK-12)."""

    unpaid: int
    """Chips won that an empty bank neither pays nor owes, since it pays only while it lasts (KK-12)."""

    decided: Comparison
    """The deciding step between this hand and the banker's."""


class BankCounted(NamedTuple):
    """The bank before the settlement and after it."""

    seat: Seat
    before: int
    after: int


class BankPassed(NamedTuple):
    """Another player is to hold the bank next."""

    seat: Seat
    to: Seat
    why: str
    """``given-up``, ``left``, ``too-small`` for the least stake, or ``in-turn`` by the house rule."""


EVENTS: tuple[type, ...] = (
    BidSealed,
    BidsOpened,
    BankTaken,
    Dealt,
    Staked,
    SatOut,
    StakesClosed,
    CoveredInPart,
    BankerShowed,
    Settled,
    BankCounted,
    BankPassed,
)
