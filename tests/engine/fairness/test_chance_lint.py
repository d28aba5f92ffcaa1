"""Chance enters the engine as the keys of sealed packs only, and no draw takes the remainder of a word as it comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.fairness.chance_lint import (
    BY_A_BACK_DOOR,
    GENERATOR,
    WORDS,
    built_ins,
    chance,
    generators_made,
    imported,
    named,
    reductions,
    strangers,
)

PROJECT = Path(__file__).parents[3]

ALL_MAY_IMPORT = frozenset(
    {"__future__", "codecs", "collections", "dataclasses", "engine", "functools", "itertools", "json", "re", "typing"}
)
"""None of them knows anything of its own: what comes out is made of what is put in."""

GAMES_MAY_IMPORT = ALL_MAY_IMPORT | {"abc", "array", "bisect", "enum", "fractions", "operator.attrgetter", "types"}

THE_SEALED_DEAL_MAY_IMPORT = ALL_MAY_IMPORT | {"enum", "hashlib", "struct"}

HANDED_A_GENERATOR = {"play.py", "game.py", "opponent.py"}
"""Files of the engine that name the type of the generator which a computer player is handed; a round never does."""

LOADS_INSTALLED_GAMES = {"importlib.metadata.EntryPoint", "importlib.metadata.entry_points"}
"""Imports of ``engine/games.py``, which deals nothing."""

LOAD_FEATURES = {"bot/__main__.py": {"import_module"}}

IN_THE_SHELL = {
    "environment/entropy.py": {"secrets", "random.Random"},
    "tables/computers.py": {"random.Random"},
    "features/backups/queries.py": {"secrets"},
    "features/hints/commands.py": {"random.Random"},
    "chats/discord_chat/channel_messages.py": {"secrets"},
    "chats/local_chat/guests.py": {"secrets"},
    "chats/local_chat/room.py": {"secrets"},
}
"""Only ``entropy.py`` makes keys: others toss computer players' coins or none, or name messages, guests and people."""

NO_WORD = {
    "engine/fairness/streams.py": ["Stream.below: WORDS // limit"],
    "engine/fairness/merkle.py": [
        "path: position //= 2",
        "root_of: position & 1",
        "root_of: position // 2",
        "root_of: (count + 1) // 2",
    ],
    "engine/fairness/transparency_log.py": [
        "LogTail.appended: full & 1",
        "LogTail.appended: full >>= 1",
        "tail: size >> level & 1",
        "tail: size >> level",
        "tail: begin >> level",
        "is_consistent: earlier.size & earlier.size - 1",
        "is_consistent: first & 1",
        "is_consistent: first >> 1",
        "is_consistent: second >> 1",
        "complete_subtrees: index & 1",
        "complete_subtrees: index >> 1",
        "_root_of_range: count & count - 1",
        "_root_of_range: low >> level",
    ],
    "engine/fairness/checks.py": ["_rejections: WORDS // limit"],
    "bot/tables/next_deal.py": [
        "dealer_chair: (start + step * distance) % around",
        "with_cutter: (number - last - 1) % around",
    ],
    "bot/tables/store.py": ["TableLog._tell: (self._services.clock.utc() - hand.began) / timedelta(milliseconds=1)"],
    "bot/tables/sealing.py": ["sealed_for: attempt // MOST_ATTEMPTS", "sealed_for: attempt % MOST_ATTEMPTS"],
}
"""Made smaller where words or keys are at hand, but no words: a limit, a place in a tree, a chair, a count, a time."""

THE_ONE_REMAINDER = "Stream.below: word % limit"
"""Taken where the words that favour some numbers have been skipped."""


def sources(folder: str, *, without: str = "nothing") -> dict[str, str]:
    """Every file of a folder, but for those of one folder in it, by its name in the project."""
    paths = [path for path in sorted((PROJECT / folder).rglob("*.py")) if PROJECT / without not in path.parents]
    assert paths
    return {path.relative_to(PROJECT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def in_a_game(name: str, source: str) -> Iterator[str]:
    """What is wrong with a file of the engine outside the sealed deal."""
    handed = Path(name).name in HANDED_A_GENERATOR
    more = LOADS_INSTALLED_GAMES if name == "engine/games.py" else {f"random.{GENERATOR}"} if handed else set()
    yield from (f"imports {each}" for each in strangers(source, GAMES_MAY_IMPORT | more))
    unnamed = WORDS | BY_A_BACK_DOOR | (set() if handed else {GENERATOR})
    yield from (f"names {each}" for each in named(source, unnamed) | built_ins(source))
    if handed:
        yield from (f"makes a generator in line {line}" for line in generators_made(source))


def in_the_sealed_deal(name: str, source: str) -> Iterator[str]:
    """What is wrong with a file of the sealed deal."""
    allowed = THE_SEALED_DEAL_MAY_IMPORT
    yield from (f"imports {each}" for each in strangers(source, allowed))
    # Nobody hands it a generator of whose type it could make another.
    unnamed = named(source, BY_A_BACK_DOOR | {GENERATOR}) | built_ins(source) - {"type"}
    yield from (f"names {each}" for each in unnamed)
    yield from reduced(name, source)


def reduced(name: str, source: str) -> Iterator[str]:
    """What a file makes smaller that may be a random word."""
    yield from (f"takes {each}" for each in reductions(source) if each not in NO_WORD.get(name, ()))


def in_the_shell(name: str, source: str) -> Iterator[str]:
    """What is wrong with a file of the bot: only few take chance, and none makes numbers of it itself."""
    allowed = IN_THE_SHELL.get(name.removeprefix("bot/"), set())
    taken = chance(source)
    yield from (f"takes chance from {each}" for each in taken - allowed)
    yield from (f"takes no chance from {each}" for each in allowed - taken)
    unnamed = WORDS | {"__import__", "import_module", "modules"}
    yield from (f"names {each}" for each in named(source, unnamed - LOAD_FEATURES.get(name, set())))
    has_keys = strangers(source, {"bot.environment.entropy"}) < imported(source)
    if allowed or has_keys:
        yield from reduced(name, source)


def test_the_games_have_no_chance_but_what_they_are_handed() -> None:
    files = sources("engine", without="engine/fairness")

    assert {name: found for name, source in files.items() if (found := [*in_a_game(name, source)])} == {}


def test_the_sealed_deal_takes_one_remainder() -> None:
    files = sources("engine/fairness")

    assert {name: found for name, source in files.items() if (found := [*in_the_sealed_deal(name, source)])} == {
        "engine/fairness/streams.py": [f"takes {THE_ONE_REMAINDER}"]
    }


def test_in_the_shell_only_one_file_makes_keys() -> None:
    files = sources("bot")

    assert {name: found for name, source in files.items() if (found := [*in_the_shell(name, source)])} == {}
    assert {f"bot/{name}" for name in IN_THE_SHELL} <= files.keys()


def test_what_is_excused_is_there() -> None:
    for name, excused in NO_WORD.items():
        taken = reductions((PROJECT / name).read_text(encoding="utf-8"))
        assert [each for each in excused if each not in taken] == [], name


# Faults planted on purpose.

ROUND = "engine/qiuqiu/round.py"
OPPONENT = "engine/qiuqiu/opponent.py"
STREAMS = "engine/fairness/streams.py"


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        # Chance from elsewhere.
        ("import random", {"imports random"}),
        ("from random import SystemRandom", {"imports random.SystemRandom"}),
        ("from random import Random", {"imports random.Random", "names Random"}),
        ("import _random\n_random.Random(7)", {"imports _random", "names Random"}),
        ("import ssl\nssl.RAND_bytes(4)", {"imports ssl"}),
        ("def late():\n    from secrets import randbelow", {"imports secrets.randbelow"}),
        ("import numpy.random", {"imports numpy.random"}),
        ("import os as system\nsystem.urandom(32)", {"imports os"}),
        ("from time import time_ns", {"imports time.time_ns"}),
        ("open('/dev/urandom', 'rb').read(4)", {"names open"}),
        ("hash(object()) % 6", {"names hash"}),
        ("id(object()) % 6", {"names id"}),
        # A generator that others were handed.
        ("from engine.play import Random\nRandom(1)", {"names Random"}),
        ("from engine.play import Random as R\nR(1)", {"names Random"}),
        ("from engine import play\nplay.Random(1)", {"names Random"}),
        ("from . import dice", {"imports .dice"}),
        # Modules that are not imported.
        ("__import__('random').random()", {"names __import__"}),
        ("load = __import__", {"names __import__"}),
        ("import importlib\nimportlib.import_module(name='random')", {"imports importlib", "names import_module"}),
        ("import importlib\nwhich = 'random'\nimportlib.import_module(which)",
         {"imports importlib", "names import_module"}),
        ("import sys\nsys.modules['random'].shuffle(pack)", {"imports sys", "names modules"}),
        ("from dataclasses import sys\nsys.modules['random']", {"names modules"}),
        ("exec('import random')", {"names exec"}),
        # Words of the sealed deal.
        ("from engine.fairness import Stream\nStream(key, 'whim').below(1 << 8) % count", {"names Stream"}),
        ("from engine.fairness import Stream as S\nS(key, 'whim')", {"names Stream"}),
        ("import engine.fairness as sealed\nsealed.Stream(key, 'whim')", {"names Stream"}),
        ("from engine import fairness\ngetattr(fairness, 'Stream')", {"names Stream"}),
        ("import engine.fairness.streams as words", {"names streams"}),
        ("int.from_bytes(key, 'big') % count", {"names from_bytes"}),
        ("import operator\ngetattr(operator, 'mod')(word, count)", {"imports operator"}),
    ],
)  # fmt: skip
def test_other_chance_is_found_in_a_round(fault: str, found: set[str]) -> None:
    assert set(in_a_game(ROUND, fault)) == found


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("Random(1)", "makes a generator in line 5"),
        ("class Dice(Random): ...", "makes a generator in line 5"),
        ("make = Random", "makes a generator in line 5"),
        ("def late(rng: Random = Random()) -> None: ...", "makes a generator in line 5"),
        ("from random import Random as R; R(1)", "makes a generator in line 5"),
        ("from engine.play import Random as R; R(1)", "makes a generator in line 5"),
        ("from engine import play; play.Random(1)", "makes a generator in line 5"),
        ("type(rng)()", "names type"),
        ("make = type; make(rng)()", "names type"),
        ("rng.__class__()", "names __class__"),
        ("rng.getrandbits(32) % 6", "names getrandbits"),
        ("import random", "imports random"),
        ("from random import choice", "imports random.choice"),
    ],
)
def test_a_generator_that_is_made_is_found(fault: str, found: str) -> None:
    typed = "from random import Random\ndef choose(rng: Random) -> Random:\n    mine: Random = rng\n    return mine\n"

    assert list(in_a_game(OPPONENT, typed)) == []
    assert list(in_a_game(OPPONENT, typed + fault)) == [found]


@pytest.mark.parametrize(
    "fault",
    [
        "word % limit",
        "word %= limit",
        "divmod(word, limit)",
        "int.__mod__(word, limit)",
        "getattr(word, '__rmod__')(limit)",
        "pow(word, 1, limit)",
        "(lambda: pow(word, 1, limit))()",
        "[word % limit for word in words]",
        "word * limit >> 32",
        "word - word // limit * limit",
        "range(limit)[word - limit * (word // limit)]",
        "word & limit - 1",
        "word &= limit - 1",
        "int(word / 2**32 * limit)",
        "word -= limit",
    ],
)
def test_a_number_that_is_made_smaller_is_found(fault: str) -> None:
    honest = "  def half(self, words):\n    return len(words) // 2\n"
    source = f"class Stream:\n  def draw(self, word, limit):\n    {fault}\n{honest}"

    assert [each.partition(":")[0] for each in in_the_sealed_deal(STREAMS, source)] == ["takes Stream.draw"]


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("import random", {"imports random"}),
        ("import secrets", {"imports secrets"}),
        ("import ssl", {"imports ssl"}),
        ("import os", {"imports os"}),
        ("import math\nmath.fmod(word, limit)", {"imports math", "takes : math.fmod"}),
        ("from operator import mod", {"imports operator.mod", "takes : mod"}),
        ("open('/dev/urandom', 'rb')", {"names open"}),
    ],
)
def test_other_chance_is_found_in_the_sealed_deal(fault: str, found: set[str]) -> None:
    assert set(in_the_sealed_deal(STREAMS, fault)) == found


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("import random as dice\ndice.shuffle([])", {"takes chance from random"}),
        ("from random import SystemRandom", {"takes chance from random.SystemRandom"}),
        ("from random import Random as R\nR(1)", {"takes chance from random.Random"}),
        ("import _random", {"takes chance from _random"}),
        ("import ssl", {"takes chance from ssl"}),
        ("from numpy import random", {"takes chance from numpy.random"}),
        ("def late():\n    from secrets import randbelow", {"takes chance from secrets.randbelow"}),
        ("import os\nkey = os.urandom(32)", {"takes chance from os.urandom"}),
        ("import os as system\nkey = system.getrandom(32)", {"takes chance from os.getrandom"}),
        ("from os import urandom", {"takes chance from os.urandom"}),
        ("__import__('random').random()", {"names __import__"}),
        ("from importlib import import_module as load\nload('secrets')", {"names import_module"}),
        ("import sys\nsys.modules['random']", {"names modules"}),
        ("from engine.fairness import Stream", {"names Stream"}),
        ("int.from_bytes(key) % 28", {"names from_bytes"}),
        ("from bot.environment.entropy import Entropy\ndef draw(entropy: Entropy): return entropy.key()[0] % 28",
         {"takes draw: entropy.key()[0] % 28"}),
        ("from bot.environment import entropy as entropies\nkey[0] % 28", {"takes : key[0] % 28"}),
    ],
)  # fmt: skip
def test_other_chance_is_found_in_the_shell(fault: str, found: set[str]) -> None:
    assert set(in_the_shell("bot/tables/hands.py", fault)) == found


def test_honest_code_is_not_blamed() -> None:
    game = "import re\nfrom itertools import chain\nfrom engine.play import Seat\nclass Here:\n    rules: type[Rules]\n"
    opponent = "from random import Random\ndef choose(rng: Random) -> float:\n    return rng.uniform(0.9, 1.1)\n"
    shell = "import os, hashlib, randomness\nos.path.join('random', 'secrets')\nwhims.random()\nnumber % 10\n"

    assert [*in_a_game(ROUND, game + "nearest = (seat + 1) % seats\n"), *in_a_game(OPPONENT, game + opponent)] == []
    assert [*in_the_shell("bot/tables/hands.py", shell)] == []
    assert [
        *in_the_sealed_deal(STREAMS, "half = len(words) // 2\ntold = '%d cards' % count\nhere = folder / 'x'\n")
    ] == []
