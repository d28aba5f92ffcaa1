"""What holds for every test: how hypothesis looks for counterexamples, and that a test leaves the log as it was."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

import bot.features.installed
import bot.games  # noqa: F401 - commands, presenters and texts are there in every test
from bot.environment.logs import QUIET_LIBRARIES
from tests.bot import databases
from tests.seeds import SEED
from tests.thoroughness import TIMES, examples

pytest_plugins = ["tests.workers", "tests.removed_features", "tests.chromium", "tests.postgresql"]

TESTS = Path(__file__).parent

# A machine shared with other work is slow now and then, which is no fault of the code under test.
settings.register_profile(
    "slow machine",
    max_examples=examples(50),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
# Each run tries the same examples, so that it passes when the one before has; where there is time, others are sought.
settings.register_profile("repeatable", parent=settings.get_profile("slow machine"), derandomize=True, database=None)
settings.load_profile("slow machine" if TIMES > 1 else "repeatable")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: a million objects that no garbage collection need look at, now or later.

    What tests leave goes sooner or later, too: looking for it as often as usual takes a twentieth of their time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


SLOW = tuple(line for line in (TESTS / "slow_tests.txt").read_text("utf-8").splitlines() if line[:1] not in ("", "#"))
"""How the names begin of tests that start programs or browsers, or play whole evenings, or in simulated worlds."""

LONG = {
    *("test_tutorial_game.py", "test_hosting_page.py", "test_release.py", "test_world.py", "test_memory.py"),
    *("test_removing.py", "test_evening.py", "test_kill.py", "test_program.py", "test_figures.py"),
}
"""Files with a test that takes many seconds: begun last, it would be waited for when all others are done."""


@cache
def _of_the_seed(name: str) -> bool:
    """Return true for a module in which the seed decides something, or in one of the tests that it imports from."""
    known = vars(sys.modules[name])
    imported = {str(getattr(each, "__module__", "")) for each in known.values()} - {name}
    return "SEED" in known or any(_of_the_seed(each) for each in imported if each.startswith("tests."))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Function]) -> None:
    """Begin with what takes long, mark what belongs to ``make slow``, and leave out what no other seed changes."""
    if SEED != 1:
        others = [each for each in items if "scenario" in each.fixturenames or _of_the_seed(each.module.__name__)]
        config.hook.pytest_deselected(items=[each for each in items if each not in others])
        items[:] = others
    items.sort(key=lambda item: item.path.name not in LONG)
    for item in items:
        name = f"{item.path.relative_to(TESTS).as_posix()}::{item.name}"
        if name.startswith(SLOW) or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """Whoever starts Kiu sets its log up; the next test would hear nothing of what is below that level."""
    root = logging.getLogger()
    handlers, configured = root.handlers[:], structlog.get_config()
    levels = {logger: logger.level for logger in (root, *map(logging.getLogger, QUIET_LIBRARIES))}
    yield
    root.handlers[:] = handlers
    for logger, level in levels.items():
        logger.setLevel(level)
    structlog.configure(**configured)


@pytest.fixture(autouse=True)
def _database(request: pytest.FixtureRequest) -> Iterator[None]:
    """Files, or PostgreSQL where a test runs on both, and everywhere with ``TESTS_ON=postgresql``."""
    if "postgresql" not in (getattr(request, "param", ""), os.environ.get("TESTS_ON")):
        yield
        return
    with databases.on(used := request.getfixturevalue("postgresql")):
        yield
    databases.drop_all(used)
