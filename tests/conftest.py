"""What holds for every test: how hypothesis looks for counterexamples, and that a test leaves the log as it was."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Generator, Iterator

import pytest
import structlog
from hypothesis import settings

from bot.environment.logs import QUIET_LIBRARIES
from tests.thoroughness import examples

# A machine shared with other work is slow now and then, which is no fault of the code under test.
settings.register_profile("here", max_examples=examples(100), deadline=None, print_blob=True)
# Where a run decides whether work is accepted, it tries the same examples each time.
settings.register_profile("ci", parent=settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


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


LONG = {"test_tutorial_game.py", "test_hosting_page.py", "test_release.py", "test_world.py", "test_memory.py"}
"""Files with a test that takes many seconds: begun last, it would be waited for when all others are done."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: item.path.name not in LONG)


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
