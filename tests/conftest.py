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
    """What is collected stays: a million objects that no garbage collection need look at, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


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
