"""What is remembered of each seat of a finished round, for statistics and records.

Facts are computed by each game from the finished round, what it has told, and the moves that were made.
A fact that not everybody at the table could see says so, so that it is counted for its player alone.
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
    """The number of the question (:attr:`engine.play.Round.question`)."""

    by_clock: bool = False
    """Whether the seat's time ran out, and the move was made for it."""


class MadeHand(NamedTuple):
    """What a seat held in the end."""

    hand_type: str
    """Its type: a special hand, or the class of its value; one of the game's, as the statistics count them."""

    name: str
    """The hand itself, which says more than its type: ``9-8``, ``pair-red-general``, ``dui-5``."""

    worth: int
    """For comparing hands of the same game, from 1: greater is better, by the usual house rules."""

    rarity: int = 0
    """In how many deals one is as good as this or better, in thousandths; 0 where no exact odds exist."""

    shown: bool = False
    """Whether everybody at the table has seen it."""


class SeatFacts(NamedTuple):
    """What is remembered of one seat; all amounts are chips."""

    showdown: bool = False
    """Whether its cards were turned over to decide the round."""

    pots: tuple[int, ...] = ()
    """What it took out of each pot that it won or shared, the main pot first; where there is no pot, what it won."""

    made: MadeHand | None = None
    """What it held in the end; ``None`` if it had not all of its cards, or they were never laid out."""

    moves: Mapping[str, int] = {}
    """How often it made each move that everybody could see, those of the clock included."""

    by_clock: Mapping[str, int] = {}
    """How often of these the clock did."""

    hidden_moves: Mapping[str, int] = {}
    """How often it made each move that only its player knows of: claims that came to nothing."""

    @property
    def taken(self) -> int:
        """What it took out of all pots together."""
        return sum(self.pots)


def final_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The move of each seat to each question, in the order of their first answers.

    Where an answer may be changed the last one counts, and the clock makes none for a seat that has answered.
    Leaving the table is no move of a game.
    """
    final: dict[tuple[Seat, int], Move] = {}
    for move in moves:
        key = move.seat, move.question
        if not (move.by_clock and key in final):
            final[key] = move
    return tuple(move for move in final.values() if move.verb != LEAVE.verb)


def counted(moves: Iterable[Move], seats: int) -> tuple[tuple[Counter[str], Counter[str]], ...]:
    """For each seat, how often each move was made, and how often of these by the clock."""
    counts = tuple((Counter[str](), Counter[str]()) for _ in range(seats))
    for move in moves:
        made, by_clock = counts[move.seat]
        made[move.verb] += 1
        if move.by_clock:
            by_clock[move.verb] += 1
    return counts


def rarities(ways: Mapping[_Hand, int]) -> Mapping[_Hand, int]:
    """For each hand in how many deals one is as good or better, in thousandths.

    Args:
        ways: in how many deals each of all possible hands comes, the best first.
    """
    total, so_far, found = sum(ways.values()), 0, dict[_Hand, int]()
    for hand, each in ways.items():
        so_far += each
        if each:
            found[hand] = (1000 * total + so_far // 2) // so_far
    return found
