"""Groups drawn by chance: house rules of which each can be put in force by a command, and people with habits."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import NamedTuple

from bot.groups import GroupSettings
from engine.games import GAMES
from engine.house_rules import BadRule, Kind
from engine.table.rules import TableRules
from tools.simulation.habits import Habit

NAMES = (
    *("sari", "budi", "wati", "joko", "tono", "rini", "asep", "dewi"),
    *("agus", "lina", "hadi", "mira", "eko", "tini", "yanto", "nina"),
)

CHANGED = 0.2
"""The share of the house rules of a game that a group has set otherwise than its preset."""

PLAYABLE = {
    "turn_seconds": (10, 60),
    "time_bank": (0, 60),
    "pause_seconds": (3, 30),
    "computer_seconds": (0, 5),
    "lapses": (1, 3),
    "buy_in": (200, 2_000),
    "min_buy_in": (50, 200),
    "max_buy_in": (2_000, 20_000),
    "grant": (1_000, 20_000),
    "daily": (200, 2_000),
    "gifts": (0, 200),
    "ante": (1, 20),
    "min_bet": (5, 30),
    "max_bet": (50, 500),
    "stake": (1, 20),
    "min_stake": (1, 20),
    "max_stake": (20, 200),
    "stake_seconds": (10, 60),
    "claim_seconds": (3, 20),
    "endless": (2, 10),
    "bank_deals": (1, 6),
}
"""From what to what the numbers are with which an evening goes on; other numbers are at most 60 above their least."""

LEFT_ALONE = ("quiet_hours", "quiet_from", "quiet_to")
"""Rules that would keep a group from playing for the whole time."""

SIZES = ((2, 3, 0.25), (3, 6, 0.6), (7, 12, 0.1), (13, 56, 0.05))
"""From how many to how many people groups have, and the share of such groups."""


class DrawnPerson(NamedTuple):
    """Somebody in a group."""

    name: str
    habit: Habit


def house_rules(rng: Random, game: str) -> list[tuple[str, str]]:
    """House rules for a game, each of which can be put in force after those before it.

    Args:
        rng: chance.
        game: what the group plays.

    Returns:
        Names of rules with values, as they are typed behind ``house set``; ``preset`` stands for ``house preset``.
    """
    settings, chosen = GroupSettings(), list[tuple[str, str]]()
    presets = list(GAMES[game].presets)
    if rng.random() < 0.5:
        preset = rng.choice(presets)
        settings = settings.with_preset(game, preset)
        chosen.append(("preset", preset))
    kinds = {**GAMES[game].rules.kinds(), **TableRules.kinds()}
    for name, kind in kinds.items():
        drawn, value = rng.random(), value_of(rng, name, kind)
        if drawn >= CHANGED or name in LEFT_ALONE:
            continue
        with suppress(BadRule):
            wanted = settings.with_rule(game, name, value)
            for each in GAMES:
                wanted.check_table(each)
            if wanted != settings:
                settings = wanted
                chosen.append((name, value))
    return chosen


def value_of(rng: Random, name: str, kind: Kind) -> str:
    """A value that a rule may have, as it is typed."""
    if kind.choices:
        if not kind.many:
            return rng.choice(kind.choices)
        shuffled = rng.sample(kind.choices, len(kind.choices))
        fewer = rng.randint(1, len(shuffled)) if kind.reads("none") else len(shuffled)
        return ">".join(shuffled[:fewer])
    least, most = kind.least or 0, kind.most or 0
    low, high = PLAYABLE.get(name, (least, least + 60))
    numbers = [str(rng.randint(max(low, least), min(high, most))) for _ in range(3)]
    if kind.reads("none") and rng.random() < 0.3:
        return "none"
    several = ",".join(sorted(numbers, key=int))
    return several if kind.reads(several) and rng.random() < 0.5 else numbers[0]


def people(rng: Random, game: str) -> list[DrawnPerson]:
    """The people of a group, the one who opens the table first; one of them is slow."""
    least, most, _ = rng.choices(SIZES, [share for *_, share in SIZES])[0]
    number = max(rng.randint(least, most), GAMES[game].fewest)
    habits = [rng.choice(list(Habit)) for _ in range(number)]
    habits[0] = rng.choice((Habit.ADMIN, Habit.HOST, Habit.QUICK))
    habits[-1] = Habit.SLOW
    return [DrawnPerson(name_of(place), habit) for place, habit in enumerate(habits)]


def name_of(place: int) -> str:
    """The name of the person with a number in their group."""
    again, name = divmod(place, len(NAMES))
    return NAMES[name] + (str(again + 1) if again else "")


def channels(rng: Random, number: int) -> list[str]:
    """The channels of a group with so many people."""
    return ["main", *(f"table{each}" for each in range(2, 2 + rng.randint(0, min(number // 4, 3))))]
