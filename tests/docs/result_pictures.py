"""Pictures of results that people pass on, as Kiu draws them; `make docs` writes them anew.

Each is of a hand that is played by the rules, from a pack that was arranged for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import cycle, islice
from random import Random
from typing import Any

from bot.messages import Picture
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language
from engine.game import Deal
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.kookiew.rules import USUAL
from engine.play import Action, Round
from engine.qiuqiu.rules import SUMATRA
from engine.quandui.rules import AMSTERDAM
from engine.table.hand import TableHand
from tests.bot.wording.dealing import deal
from tests.docs.reference import DOCS
from tests.engine.kookiew import storytelling as kookiew
from tests.engine.qiuqiu import storytelling as qiuqiu
from tests.engine.quandui import storytelling as quandui

FOLDER = DOCS / "pictures"

BEGAN = datetime(2026, 8, 17, 13, 45, tzinfo=UTC)
HAND = 4711

NAMES = (
    "Sari", "Дмитрий", "王小明", "محمد علي", "Γιώργος", "さくら", "김민수", "נועה", "สมชาย", "प्रिया",
    "Ayu 🎉", "Nguyễn Anh", "Wayan", "Kadek", "Ni Luh Putu", "Zoë", "Bo", "Çağla", "Jürgen", "ᬓᬢᬸᬢ᭄",
)  # fmt: skip

Choose = Callable[[Round[Any], int], Action]
"""What a seat does in a round."""


def first_choice(now: Round[Any], seat: int) -> Action:
    return now.options(seat).ready[0]


def drawn(
    game: str, rules: GameRules, names: Sequence[str], pack: Sequence[int], stack: int, choose: Choose = first_choice
) -> Picture:
    """The picture of the result of a hand in which the first of these people deals."""
    players, stacks = tuple(f"local:{seat}" for seat in range(len(names))), (stack,) * len(names)
    step = GAMES[game].deal(Deal(rules, stacks, 0, tuple(pack)))
    now, events = step.round, step.events
    while now.awaited:
        step = now.play(now.awaited[0], choose(now, now.awaited[0]))
        now, events = step.round, events + step.events
    chairs, sealed = tuple(range(len(names))), deal(game, rules, len(names), "pictures")
    hand = TableHand(HAND, 1, players, tuple(names), chairs, 0, stacks, now, rules, sealed, BEGAN, events)
    draw = PRESENTERS[game].public(hand, in_language("en")).draw
    assert draw is not None
    return draw()


def _stake(amounts: Sequence[int]) -> Choose:
    """Each seat stakes an amount, in turn, or nothing for 0."""

    def chosen(now: Round[Any], seat: int) -> Action:
        amount, asked = amounts[seat % len(amounts)], now.options(seat)
        return Action(asked.amounts[0].verb, amount) if asked.amounts and amount else asked.ready[0]

    return chosen


def _bet(now: Round[Any], seat: int) -> Action:
    """Each seat bets the most it may, or calls."""
    asked = now.options(seat)
    bets = [Action(each.verb, each.most) for each in asked.amounts if each.verb == "bet"]
    calls = [action for action in asked.ready if action.verb == "call"]
    return next(iter([*bets, *calls, *asked.ready]))


def _win(now: Round[Any], seat: int) -> Action:
    ready = now.options(seat).ready
    return next((action for action in ready if action.verb == "win"), ready[0])


def enam_dewa() -> Picture:
    held = (("6-6", "6-3", "5-4", "4-1"), ("6-0", "5-1", "4-2", "3-3"), ("6-5", "5-2", "2-1", "3-2"))
    return drawn("qiuqiu", SUMATRA, ("Sari", "王小明", "محمد علي"), qiuqiu.arranged(held, 0, SUMATRA), 500, _bet)


def broken_bank() -> Picture:
    held = [
        ("red-horse", "white-soldier"),
        ("green-general", "green-general"),
        ("yellow-cannon", "white-horse"),
        ("red-chariot", "yellow-minister"),
    ]
    pack = kookiew.arranged(held, 0)
    return drawn("koo-kiew", USUAL, ("Дмитрий", "Sari", "สมชาย", "Ayu 🎉"), pack, 300, _stake((0, 300, 10, 0)))


def quan_dui() -> Picture:
    pairs = ("3-suo", "5-suo", "7-suo", "2-wan", "8-wan", "4-ben", "9-ben", "da-hong")
    pack = quandui.arranged([[each for pair in pairs for each in (pair, pair)], [], []], [], 0)
    return drawn("quan-dui", AMSTERDAM, ("김민수", "Sari", "Wayan"), pack, 1000, _win)


def settlement() -> Picture:
    """56 players, with names in every script."""
    names, pack = tuple(islice(cycle(NAMES), 56)), Random(21).sample(range(112), 112)
    return drawn("koo-kiew", USUAL, names, pack, 2000, _stake((20, 50, 10, 0, 100, 35, 5)))


PICTURES = {
    "enam-dewa.png": enam_dewa,
    "broken-bank.png": broken_bank,
    "quan-dui.png": quan_dui,
    "settlement.png": settlement,
}


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (FOLDER / name).write_bytes(picture().png)
