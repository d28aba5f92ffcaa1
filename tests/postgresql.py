"""A PostgreSQL of the tests: a server on loopback in a temporary folder, with a new database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tools.postgresql import MISSING, Server, programs, running

WITHOUT_SYNC: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of tests that never end the machine of a server, only its processes."""

MEMORY: Final = Path("/dev/shm")  # noqa: S108
"""Where files are in memory: each database has hundreds."""


@contextmanager
def server(*settings: str) -> Iterator[Server]:
    """Run a PostgreSQL; skip the test where none is installed."""
    if programs() is None:
        pytest.skip(MISSING)
    with running(*settings, beneath=MEMORY if MEMORY.is_dir() else None) as started:
        yield started
