"""Facts of a finished round for statistics and records.

A fact that not everybody could see is marked hidden, and counted for its player alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from engine.play import LEAVE, Seat

_Hand = TypeVar("_Hand", str, int)


class Move(NamedTuple):
    """An answer to a question of a round."""

    seat: Seat
    verb: str
    question: int

    by_clock: bool = False
    """True if the move was made for a seat out of time."""


class MadeHand(NamedTuple):
    hand_type: str
    """A special hand, or the class of its value, as the statistics count them."""

    name: str
    """The exact hand: ``9-8``, ``pair-red-general``, ``dui-5``."""

    worth: int
    """Strength among hands of the same game under the usual house rules, from 1 up."""

    rarity: int = 0
    """Deals in a thousand with a hand as good or better; 0 without exact odds."""

    shown: bool = False
    """True if everybody saw it."""


class SeatFacts(NamedTuple):
    """Facts of one seat; amounts are chips."""

    showdown: bool = False
    """True if its cards were turned over to decide the round."""

    pots: tuple[int, ...] = ()
    """Chips taken from each pot won or shared, main pot first; without a pot, chips won."""

    made: MadeHand | None = None
    """``None`` if it lacked cards or never laid them out."""

    moves: Mapping[str, int] = {}
    """Counts of public moves, those of the clock included."""

    by_clock: Mapping[str, int] = {}
    """Counts of the moves made by the clock."""

    hidden_moves: Mapping[str, int] = {}
    """Counts of moves that only the player knows of: claims without effect."""

    @property
    def taken(self) -> int:
        return sum(self.pots)


def final_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the final move of each seat at each question, in the order of first answers.

    The last answer counts; the clock moves only for a silent seat. Leaving is no move.
    """
    final: dict[tuple[Seat, int], Move] = {}
    for move in moves:
        key = move.seat, move.question
        if not (move.by_clock and key in final):
            final[key] = move
    return tuple(move for move in final.values() if move.verb != LEAVE.verb)


def counted(moves: Iterable[Move], seats: int) -> tuple[tuple[Counter[str], Counter[str]], ...]:
    counts = tuple((Counter[str](), Counter[str]()) for _ in range(seats))
    for move in moves:
        made, by_clock = counts[move.seat]
        made[move.verb] += 1
        if move.by_clock:
            by_clock[move.verb] += 1
    return counts


def rarities(ways: Mapping[_Hand, int]) -> Mapping[_Hand, int]:
    """Map each hand to the deals in a thousand with one as good or better.

    ``ways`` counts the deals of each possible hand, best first.
    """
    total, so_far, found = sum(ways.values()), 0, dict[_Hand, int]()
    for hand, each in ways.items():
        so_far += each
        if each:
            found[hand] = (1000 * total + so_far // 2) // so_far
    return found
