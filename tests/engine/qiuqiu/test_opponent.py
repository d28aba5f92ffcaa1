"""The computer player: it wins against simple players, does nothing foolish, and sees only its own view."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.play import Action
from engine.pots import Pot
from engine.qiuqiu.opponent import best_reply, choose
from engine.qiuqiu.rules import NINETY_NINE, SUMATRA
from engine.qiuqiu.showdown import Declared
from engine.qiuqiu.tiles import hand as hand_of_tiles
from tests.engine.qiuqiu.match import Player, caller, match, random_player
from tests.engine.qiuqiu.storytelling import ScriptedHand, hand_of
from tests.engine.stories import Story, retold, stories


@pytest.mark.parametrize("villain", [random_player, caller], ids=["random", "caller"])
@pytest.mark.parametrize("seats", [2, 6])
def test_it_beats_simple_players(villain: Player, seats: int) -> None:
    """It wins an ante a hand, with four standard errors to spare; `tools/benchmarks/opponent.py` plays 10,000."""
    won = match(choose, villain, seats=seats, deals=900 // seats, rules=SUMATRA, seed=99)

    assert won.per_hundred - 4 * won.error > 100 * SUMATRA.ante


def test_it_wins_where_checking_is_not_allowed() -> None:
    won = match(choose, caller, seats=2, deals=300, rules=NINETY_NINE, seed=5)

    assert won.per_hundred - 4 * won.error > 0


def test_a_simple_player_does_not_beat_itself() -> None:
    """The measure is fair: equal players win nothing but luck."""
    won = match(caller, caller, seats=2, deals=300, rules=SUMATRA, seed=1)

    assert won.per_hundred == 0


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    view = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}).now.view(0)

    assert choose(view, Random(3)) == choose(view, Random(3))


class Mood(Random):
    """A mood that is known, and the lot that is drawn for a bluff.

    Args:
        mood: from 0, where it thinks a tenth too little of its hand, to 1, where it thinks a tenth too much.
        lot: it bluffs if this is below the chance of a bluff.
    """

    def __init__(self, mood: float, lot: float) -> None:
        super().__init__(0)
        self._mood = mood
        self._lot = lot

    def uniform(self, a: float, b: float) -> float:
        return a + (b - a) * self._mood

    def random(self) -> float:
        return self._lot


MOODS = {"timid": 0.0, "even": 0.5, "bold": 1.0}


@stories(Path(__file__).with_name("opponent.txt"))
def test_it_chooses_as_it_is_told(story: Story) -> None:
    hand = hand_of(story)

    def decides(mood_and_lot: str) -> Action:
        mood, lot = mood_and_lot.split()
        return choose(hand.view(hand.asked), Mood(MOODS[mood], float(lot)))

    def chooses(_: str) -> list[str]:
        """In so many moods."""
        return sorted({choose(hand.view(hand.asked), Random(mood)).verb for mood in range(60)})

    retold(story, hand, decides=decides, chooses=chooses)


NINE = Pot(9, (0, 1, 2))
"""A main pot for three, of which halves leave odd chips."""


@pytest.mark.parametrize(
    ("tiles", "labels", "others", "pots", "first", "label"),
    [
        pytest.param(
            "4-0 4-4 5-1 6-1", "5-0 4-1 3-2", ["6-5 5-5 2-2 2-0 as 6-1", "0-0 4-2 3-0 5-3 as 9-8"],
            [Pot(30, (0, 1, 2))], 0, "5-0", id="nothing can be won: the best ordinary one",
        ),
        pytest.param(
            "4-0 4-4 5-1 6-1", "5-0 4-1 3-2", ["6-5 5-5 2-2 2-0 as 6-1", "0-0 4-2 3-0 5-3 as 9-8"],
            [Pot(30, (0, 1, 2)), Pot(200, (0, 1))], 0, "3-2", id="a side pot can be won in part",
        ),
        pytest.param(
            "4-0 2-0 3-0 5-5", "7-2 6-3 5-4", ["6-6 1-0 0-0 6-0 as 7-2", "3-3 6-2 4-4 4-2 as 4-4"],
            [NINE, Pot(25, (0, 1))], 0, "7-2", id="a tie is worth it with the odd chip",
        ),
        pytest.param(
            "4-0 2-0 3-0 5-5", "7-2 6-3 5-4", ["6-6 1-0 0-0 6-0 as 7-2", "3-3 6-2 4-4 4-2 as 4-4"],
            [NINE, Pot(25, (0, 1))], 1, "5-4", id="and is not where the odd chip is another's",
        ),
    ],
)  # fmt: skip
def test_the_best_reply_counts_every_pot_and_every_odd_chip(
    tiles: str, labels: str, others: list[str], pots: list[Pot], first: int, label: str
) -> None:
    """QQ-18, QQ-25, QQ-26."""
    rules, shown = replace(SUMATRA, compare="split_pot"), {}
    for seat, each in enumerate(others, start=1):
        theirs, _, declared = each.partition(" as ")
        shown[seat] = Declared(hand_of_tiles(*theirs.split()), declared)

    assert best_reply(rules, pots, shown, 0, hand_of_tiles(*tiles.split()), labels.split(), first, 3) == label
