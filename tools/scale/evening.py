"""An evening of many groups: who plays, when, and how many actions each second brings."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple
from zlib import crc32

SLOTS: Final = 32
"""Slots of groups, as several processes share them."""

HOURS: Final = 9
SECONDS: Final = HOURS * 3600
"""An evening, from five o'clock until two."""

PLAY_TONIGHT: Final = 0.3
"""Groups that play on a busy evening."""

COME_AT, SPREAD = 3.5 * 3600, 1.25 * 3600
"""Mean and deviation of the second at which a group begins; all groups live in one time zone."""

MORE_TABLES: Final = (0.85, 0.12, 0.03)
"""Groups with one, two and three tables."""

HANDS: Final = 20
"""Hands of a table on average; the numbers are geometric."""

QUICK, SLOW, SLOW_SHARE = (2.0, 6.0), (12.0, 30.0), 0.1
"""Seconds until somebody who is asked has moved, and the share of moves that take longer."""

BETWEEN_HANDS: Final = (6.0, 20.0)
"""Seconds from a result to the next deal."""

PRESSES_A_MOVE: Final = 0.5
"""Presses besides moves that store nothing: hands looked at, amounts chosen, and presses that are refused."""


class Game(NamedTuple):
    """A game as the database sees it."""

    name: str
    share: float
    """Tables that play it."""

    players: tuple[int, int]
    moves: float
    """Moves of a player in a hand."""

    at_once: bool
    """All are asked at the same time."""


GAMES: Final = (
    Game("qiuqiu", 0.65, (2, 6), 2.25, at_once=False),
    Game("koo-kiew", 0.2, (4, 24), 1.5, at_once=True),
    Game("quan-dui", 0.15, (2, 6), 4.4, at_once=False),
)


@dataclass
class Load:
    """Events of an evening by second."""

    actions: array[int] = field(default_factory=lambda: _zeros(SECONDS))
    hands: array[int] = field(default_factory=lambda: _zeros(SECONDS))
    presses: array[int] = field(default_factory=lambda: _zeros(SECONDS))
    tables: array[int] = field(default_factory=lambda: _zeros(SECONDS + 1))
    """Tables that begin, less those that end."""

    slots: list[array[int]] = field(default_factory=lambda: [_zeros(SECONDS // 60) for _ in range(SLOTS)])
    """Actions of each slot by minute."""

    groups: int = 0
    """Groups that played."""

    def busiest_minute(self) -> int:
        return max(range(SECONDS // 60), key=lambda minute: sum(slot[minute] for slot in self.slots))

    def tables_at_most(self) -> int:
        most = now = 0
        for change in self.tables:
            now += change
            most = max(most, now)
        return most

    def busiest_share(self, processes: int, minute: int) -> float:
        """Return the load of the busiest of some processes in a minute, beside an equal share."""
        loads = [sum(slot[minute] for slot in self.slots[number::processes]) for number in range(processes)]
        return max(loads) * processes / sum(loads)


def evening(groups: int, seed: int) -> Load:
    """Play an evening; the same seed gives the same one, and more groups change nothing of the first."""
    load = Load()
    for number in range(groups):
        name = f"telegram:-100{number}"
        rng = Random(f"{seed} {name}")
        if rng.random() < PLAY_TONIGHT:
            load.groups += 1
            _play(rng, load, load.slots[crc32(name.encode()) % SLOTS])
    return load


def _play(rng: Random, load: Load, slot: array[int]) -> None:
    come = rng.gauss(COME_AT, SPREAD)
    for _ in range(rng.choices((1, 2, 3), MORE_TABLES)[0]):
        game = rng.choices(GAMES, [each.share for each in GAMES])[0]
        at = begun = max(0.0, come + rng.random() * 600)
        for moves in _hands(rng, game):
            last = at
            for moved in _moves(rng.random, game, at, moves):
                if (second := int(moved)) >= SECONDS:
                    break
                load.actions[second] += 1
                load.presses[second] += rng.random() < PRESSES_A_MOVE
                slot[second // 60] += 1
                last = max(last, moved)
            if last >= SECONDS - BETWEEN_HANDS[1]:
                break
            load.hands[int(last)] += 1
            at = last + rng.uniform(*BETWEEN_HANDS)
        load.tables[min(int(begun), SECONDS)] += 1
        load.tables[min(int(at), SECONDS)] -= 1


def _hands(rng: Random, game: Game) -> Iterator[int]:
    """Yield the number of moves of each hand of a table."""
    moves = round(rng.randint(*game.players) * game.moves)
    while rng.random() > 1 / (HANDS + 1):
        yield max(2, round(moves * rng.uniform(0.6, 1.4)))


def _moves(chance: Callable[[], float], game: Game, at: float, moves: int) -> Iterator[float]:
    """Yield the time of each move of a hand, with the deal as its first."""
    yield at
    for _ in range(moves):
        low, high = SLOW if chance() < SLOW_SHARE else QUICK
        waited = low + chance() * (high - low)
        if game.at_once:
            yield at + waited
        else:
            at += waited
            yield at


def _zeros(length: int) -> array[int]:
    return array("l", bytes(length * array("l").itemsize))
