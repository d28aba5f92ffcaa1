"""What tests of simulated worlds and disks share, and the group of the core's tests."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tests.bot.conftest import scenario  # noqa: F401 - a fixture


@pytest.fixture
def how_far(capfd: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Says how far a long test is, though pytest keeps what tests write to itself."""

    def say(text: str) -> None:
        with capfd.disabled():
            print(text, file=sys.stderr, flush=True)

    return say
