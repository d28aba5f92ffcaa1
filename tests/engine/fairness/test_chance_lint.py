"""Chance enters the engine as the keys of sealed packs only, and no draw takes the remainder of a word as it comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.fairness.chance_lint import chance, generators_made, remainders

PROJECT = Path(__file__).parents[3]

HANDED_A_GENERATOR = {"play.py", "game.py", "opponent.py"}
"""Files of the engine that name the type of the generator which a computer player is handed; a round never does."""

IN_THE_SHELL = {
    "chance.py": {"secrets", "random.Random"},
    "tables/computers.py": {"random.Random"},
    "chats/discord_chat/sending.py": {"secrets"},
    "chats/local_chat/people.py": {"secrets"},
    "chats/local_chat/room.py": {"secrets"},
}
"""Only ``chance.py`` makes keys: the others toss a computer player's coins, and name messages, people and pictures."""


def sources(folder: str) -> dict[str, str]:
    """Every file of a folder by its name within."""
    root = PROJECT / folder
    found = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))}
    assert found
    return found


def test_the_engine_has_no_chance_but_what_it_is_handed() -> None:
    for name, source in sources("engine").items():
        handed = {"random.Random"} if Path(name).name in HANDED_A_GENERATOR else set()

        assert chance(source) <= handed, name
        assert generators_made(source) == [], name


def test_the_sealed_deal_takes_one_remainder() -> None:
    """Where the words that favour some numbers have been skipped."""
    taken = [f"{name}: {place}" for name, source in sources("engine/fairness").items() for place in remainders(source)]

    assert taken == ["streams.py: Stream.below"]


def test_in_the_shell_only_one_file_makes_keys() -> None:
    found = {name: used for name, source in sources("bot").items() if (used := chance(source))}

    assert found == IN_THE_SHELL


# Faults planted on purpose.


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import random", {"random"}),
        ("import random as dice\ndice.shuffle([])", {"random"}),
        ("from random import SystemRandom", {"random.SystemRandom"}),
        ("import numpy.random", {"numpy.random"}),
        ("from numpy import random", {"numpy.random"}),
        ("def late():\n    from secrets import randbelow", {"secrets.randbelow"}),
        ("import os\nkey = os.urandom(32)", {"os.urandom"}),
        ("import os as system\nkey = system.getrandom(32)", {"os.getrandom"}),
        ("from os import urandom", {"os.urandom"}),
        ("__import__('random').random()", {"random"}),
        ("from importlib import import_module\nimport_module('secrets')", {"secrets"}),
        ("import os, hashlib, randomness\nos.path.join('random', 'secrets')\nrng.random()", set()),
    ],
)
def test_other_chance_is_found(source: str, found: set[str]) -> None:
    assert chance(source) == found


@pytest.mark.parametrize(
    "fault",
    ["rng = Random(1)", "class Dice(Random): ...", "make = Random", "def late(rng: Random = Random()) -> None: ..."],
)
def test_a_generator_that_is_made_is_found(fault: str) -> None:
    typed = "def choose(view: View, rng: Random) -> Random:\n    mine: Random = rng\n    return mine\n"

    assert generators_made(typed) == []
    assert generators_made(typed + fault) == [4]


@pytest.mark.parametrize(
    "fault",
    [
        "word % limit",
        "word %= limit",
        "divmod(word, limit)[1]",
        "math.fmod(word, limit)",
        "int.__mod__(word, limit)",
        "from operator import mod",
        "[word % limit for word in words]",
    ],
)
def test_a_remainder_is_found(fault: str) -> None:
    source = (
        f"class Stream:\n  def draw(self, word, limit):\n    {fault}\n  def half(self, word):\n    return word // 2\n"
    )

    assert remainders(source) == ["Stream.draw"]
    assert remainders(fault) == [""]
