"""The walks in the documentation lead through files that are there, in the order in which the program enters them."""

from __future__ import annotations

import ast
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_stack
from types import FrameType
from typing import Any, NamedTuple

import pytest

from bot.games.qiuqiu import dominoes, hand_picture
from bot.pictures import cards
from tests.bot.scenario import Scenario

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
IN_THE_CHAT = ("bot/chats/", "bot/messages/buttons.py")
"""Files of a platform, and the press that it reads; a scenario has neither."""


class Stop(NamedTuple):
    """One line of a walk."""

    file: str
    function: str


def walks() -> dict[str, list[Stop]]:
    """Every walk by its heading."""
    section = PAGE.partition("## Four walks through the code")[2].partition("\n## ")[0]
    found: dict[str, list[Stop]] = {}
    for part in section.split("\n### ")[1:]:
        title, _, lines = part.partition("\n")
        found[title] = [Stop(*each) for each in re.findall(r"^[0-9]+\. `([^`]+)` `([^`]+)`:", lines, re.MULTILINE)]
    return found


WALKS = walks()


def functions(file: str) -> set[str]:
    """The names of all functions and methods of a file."""

    def named(body: list[ast.stmt], before: str) -> Iterator[str]:
        for each in body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                yield before + each.name
            elif isinstance(each, ast.ClassDef):
                yield from named(each.body, f"{before}{each.name}.")

    return set(named(ast.parse((ROOT / file).read_text(encoding="utf-8")).body, ""))


def test_there_are_four_walks() -> None:
    assert [len(stops) for stops in WALKS.values()] == [14, 14, 13, 7]


@pytest.mark.parametrize("walk", WALKS)
def test_every_stop_is_there_and_in_a_file_of_its_own(walk: str) -> None:
    stops = WALKS[walk]
    assert [stop for stop in stops if stop.function not in functions(stop.file)] == []
    assert len({stop.file for stop in stops}) == len(stops)


# --- followed in the running program ---------------------------------------------------------------------------


class Followed:
    """The order in which the stops of a walk were first entered."""

    def __init__(self, stops: list[Stop]) -> None:
        self._wanted = {(str(ROOT / stop.file), stop.function.rpartition(".")[2]): stop for stop in stops}
        self.seen: list[Stop] = []
        self.callers: set[str] = set()
        """The files that have called a stop after the first."""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            stop = self._wanted.get((frame.f_code.co_filename, frame.f_code.co_name))
            if stop is not None and stop not in self.seen:
                self.callers |= {caller(frame)} if self.seen else set()
                self.seen.append(stop)


def caller(frame: FrameType) -> str:
    """The file of the program that calls a function."""
    files = [each.f_code.co_filename.removeprefix(f"{ROOT}/") for each, _ in walk_stack(frame.f_back)]
    return next(file for file in files if file.startswith(("bot/", "engine/")))


@contextmanager
def following(stops: list[Stop]) -> Iterator[Followed]:
    """Note which stops are entered, in every thread that begins meanwhile."""
    followed = Followed(stops)
    before: Callable[..., Any] | None = sys.getprofile()
    threading.setprofile(followed)
    sys.setprofile(followed)
    try:
        yield followed
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def inside(walk: str) -> list[Stop]:
    """The stops of a walk that lie behind the chats."""
    (title,) = (each for each in WALKS if each.startswith(walk))
    return [stop for stop in WALKS[title] if not stop.file.startswith(IN_THE_CHAT)]


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A group with nobody in it."""
    async with Scenario(tmp_path) as one:
        yield one


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """A table at which a hand has begun and somebody has bet."""
    await scenario.deal("sari", "budi")
    await scenario.act("bet 10")
    return scenario


async def test_a_raise_takes_its_walk(table: Scenario) -> None:
    stops = inside("A raise")
    with following(stops) as followed:
        await table.act("raise 60")
    assert followed.seen == stops
    assert followed.callers <= {stop.file for stop in stops}, "a file lies between two stops"


async def test_a_card_takes_its_walk(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    stops = inside("A card")
    for drawn in (hand_picture._remembered, dominoes.domino, cards.blank_card):
        drawn.cache_clear()
    with following(stops) as followed:
        await scenario.do("sari", "start")
    assert followed.seen == stops


async def test_a_house_rule_takes_its_walk(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    scenario.admins.add("sari")
    stops = inside("A house rule")
    with following(stops) as followed:
        await scenario.do("sari", "house set hui on")
        await scenario.do("sari", "house apply")
        await scenario.do("sari", "start")
    assert followed.seen == stops


async def test_a_refusal_takes_its_walk(table: Scenario) -> None:
    stops = inside("A refusal")
    with following(stops) as followed:
        await table.refused(table.asked(), "raise 1")
    assert followed.seen == stops
