"""A PostgreSQL of the tests: a server on loopback in a temporary folder, with a new database for each test."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.bot.databases import prepare
from tools.postgresql import MISSING, Server, begun, programs, running

WITHOUT_SYNC: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of tests that never end the machine of a server, only its processes."""

MEMORY: Final = Path("/dev/shm")  # noqa: S108
"""Where files are in memory: each database has hundreds."""

_LIFE: Final = os.pipe()
"""The ends of a pipe that is open as long as the run, in all its processes."""


@contextmanager
def server(*settings: str) -> Iterator[Server]:
    """Run a PostgreSQL that a test ends, or that writes as at home; skip the test where none is installed."""
    if programs() is None:
        pytest.skip(MISSING)
    with running(*settings, beneath=_beneath()) as started:
        yield started


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """The server of the whole run: the first worker that wants one starts it."""
    if programs() is None:
        pytest.skip(MISSING)
    known = tmp_path_factory.getbasetemp() / "postgresql"
    with known.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not known.stat().st_size:
            started = begun(*WITHOUT_SYNC, life=_LIFE[0], beneath=_beneath())
            prepare(started)
            pickle.dump(started, file)
            file.flush()
        file.seek(0)
        found: Server = pickle.load(file)  # noqa: S301
        return found


def _beneath() -> Path | None:
    return MEMORY if MEMORY.is_dir() else None
