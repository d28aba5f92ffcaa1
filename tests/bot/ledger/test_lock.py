"""One process alone has a database: from before it looks at any file until everything is closed, however that ends."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.ledger import AnotherInstance, CannotOpen, Damaged, DatabaseTooNew, Ledger, locked
from bot.ledger.storage import Storage
from tests.child_processes import child_lines

from .conftest import now, url_of

TRIES = """
import fcntl, sys
try:
    fcntl.flock(open(sys.argv[1], "rb"), fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    sys.exit("held")
"""
"""A program that wants the lock of a database."""


def is_held(path: Path) -> bool:
    """Whether another process would be refused the lock."""
    tried = subprocess.run([sys.executable, "-SEc", TRIES, f"{path}.lock"], capture_output=True, text=True, check=False)
    assert tried.stderr.strip() in ("", "held")
    return tried.returncode != 0


def make_folder(path: Path) -> None:
    """Let a folder be where the database should be."""
    path.mkdir(parents=True)


def write_nonsense(path: Path) -> None:
    """Let something be where the database should be that is none."""
    path.parent.mkdir()
    path.write_bytes(b"no database" * 1000)


async def test_the_lock_is_held_for_as_long_as_the_database_is_open(path: Path) -> None:
    ledger = await Ledger.open(url_of(path), now=now)
    try:
        assert is_held(path)
    finally:
        await ledger.close()
    assert not is_held(path)


async def test_whoever_finds_the_lock_held_touches_no_file(path: Path) -> None:
    """A restored database that waits to be put in its place is none of their business, nor is anything else there."""
    path.parent.mkdir()
    restored = path.with_name(f"{path.name}.restored")
    restored.write_bytes(b"restored")
    with locked(path):
        assert is_held(path)
        with pytest.raises(AnotherInstance, match=f"running on {path}"):
            await Ledger.open(url_of(path), now=now)
        with pytest.raises(AnotherInstance), locked(path):
            pass  # pragma: no cover
        assert sorted(each.name for each in path.parent.iterdir()) == [f"{path.name}.lock", restored.name]
        assert is_held(path), "whoever was refused has not let it go"
    assert not is_held(path)


async def test_the_database_keeps_others_out_even_without_the_lock_file(path: Path) -> None:
    """It may have been removed by hand, while Kiu runs."""
    async with await Ledger.open(url_of(path), now=now):
        path.with_name(f"{path.name}.lock").unlink()
        with pytest.raises(AnotherInstance, match=f"running on {path}"):
            await Ledger.open(url_of(path), now=now)
        assert not is_held(path), "whoever was refused has not kept a lock of their own"


async def test_a_process_that_is_started_meanwhile_does_not_keep_the_lock(path: Path) -> None:
    ledger = await Ledger.open(url_of(path), now=now)
    with child_lines("sleep", "60", close_fds=False):
        await ledger.close()
        assert not is_held(path)


async def test_the_lock_is_let_go_where_the_database_cannot_be_opened(path: Path) -> None:
    async with await Ledger.open(url_of(path), now=now):
        pass
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 9999")
    for _ in range(2):
        with pytest.raises(DatabaseTooNew):
            await Ledger.open(url_of(path), now=now)
        assert not is_held(path)


async def test_the_lock_is_let_go_where_the_file_cannot_be_made(path: Path) -> None:
    make_folder(path)

    with pytest.raises(CannotOpen, match=f"The database {path} cannot be used: Is a directory."):
        await Ledger.open(url_of(path), now=now)

    assert not is_held(path)


async def test_the_lock_is_let_go_where_the_file_is_no_database(path: Path) -> None:
    write_nonsense(path)
    for _ in range(2):
        with pytest.raises(Damaged, match=f"The file {path} is damaged: file is not a database."):
            await Ledger.open(url_of(path), now=now)
        assert not is_held(path)


async def test_nobody_else_can_read_the_lock(path: Path) -> None:
    with locked(path):
        assert path.with_name(f"{path.name}.lock").stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700


class OneDisk(Storage):
    """A disk that remembers which folders were synced."""

    def __init__(self) -> None:
        self.synced: list[Path] = []

    def sync_folder(self, path: Path) -> None:
        self.synced.append(path)


class NoDisk(Storage):
    """A disk that is not there, of which the system says nothing."""

    def make_folder(self, path: Path) -> None:
        raise OSError("no such disk")


async def test_the_name_of_a_new_database_survives_a_power_cut(path: Path) -> None:
    new, known = OneDisk(), OneDisk()
    for disk in (new, known):
        await (await Ledger.open(url_of(path), now=now, storage=disk)).close()

    assert new.synced == [path.parent]
    assert known.synced == []


async def test_a_disk_that_is_not_there_is_told_of(path: Path) -> None:
    with pytest.raises(CannotOpen, match=f"The database {path} cannot be used: no such disk."):
        await Ledger.open(url_of(path), now=now, storage=NoDisk())


async def test_a_ledger_in_memory_needs_no_lock() -> None:
    async with await Ledger.open("sqlite+aiosqlite://", now=now) as ledger:
        assert (await ledger.audit()).sound
