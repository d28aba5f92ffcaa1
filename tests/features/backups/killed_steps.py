"""Kills a backup, or a restoration, at its steps: ``python -m tests.features.backups.killed_steps KIND FOLDER EVERY``.

A step is whatever reaches the disk: a file opened, renamed, removed or connected to, and each wait for the disk. The
work begins anew in a process of its own, which is killed EVERY steps later each time, until one comes to its end.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.environment.settings import Settings
from bot.features.backups.backing_up import Backups
from bot.features.backups.queries import check_file
from bot.features.backups.restoring import restore_backup
from bot.hosting.backup_files import backups_in
from bot.ledger import Ledger, Transfer, mint, queries
from tests.bot.fast_database import fast_database
from tests.bot.ledger.conftest import GROUP
from tests.bot.scenario import url_of
from tests.features.backups.test_backing_up import ANN, here, plan
from tests.manual_clock import ManualClock

STEPS = ("open", "os.rename", "os.remove", "os.link", "os.mkdir", "sqlite3.connect")
CLOCK = ManualClock()


async def made(folder: Path) -> None:
    """Play a little, and make a backup of it."""
    async with await Ledger.open(url_of(folder), now=CLOCK.utc) as ledger:
        await ledger.commit((Transfer(mint(GROUP), ANN, 1, "x"),))
        await Backups(ledger.copy_to, plan(folder, kept=1), CLOCK, here).make()


def restored(folder: Path, *_: str) -> None:
    """Put the backup in the place of a database that knows more."""
    (backup,) = backups_in(folder / "backups")
    code = restore_backup(Settings(data=folder), backup.path, accept_loss=True, write=lambda _: None)
    assert code == 0


def balance(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT balance FROM account WHERE owner = 'ann'").fetchone()
        return int(found[0]) if found else 0


def killed_at(step: int, work: Callable[[], object]) -> bool:
    """Do some work in a process that is killed at its so many-th step; return whether it was."""
    child = os.fork()
    if not child:
        left = step

        def stepped(event: str, _: object) -> None:
            nonlocal left
            if event in STEPS:
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        waited = os.fsync

        def fsync(fd: Any) -> None:
            stepped("open", None)
            waited(fd)
            stepped("open", None)

        os.fsync = fsync
        sys.addaudithook(stepped)
        try:
            work()
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
            os._exit(1)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def kill_backups(folder: Path, every: int) -> int:
    """Whatever was killed, the newest finished backup is whole, and nothing unfinished survives the next one."""
    # Whatever is imported on the way is no step of a backup; and from now on there is always one that counts.
    asyncio.run(made(folder))
    kills = 0
    while killed_at(1 + kills * every, lambda: asyncio.run(made(folder))):
        kills += 1
        CLOCK.move_to(CLOCK.now() + 60)
        found = backups_in(folder / "backups")
        for backup in found:
            assert check_file(backup.path).sound
        assert found
    assert [*folder.rglob("*partial*"), *(folder / "backups").rglob("*.part")] == []
    assert len(backups_in(folder / "backups")) == 1
    return kills


def kill_restorations(folder: Path, every: int) -> int:
    """Whatever was killed, there is a whole database: the one that was there, or the restored one."""
    asyncio.run(made(folder))
    (backup,) = backups_in(folder / "backups")
    before, kills, states = balance(backup.path), 0, set()

    async def play() -> None:
        async with await Ledger.open(url_of(folder), now=CLOCK.utc) as ledger:
            await ledger.commit((Transfer(mint(GROUP), ANN, 5, "x"),))

    asyncio.run(play())
    kept = folder.with_name("kept")
    shutil.copytree(folder, kept)
    while True:
        # A log beside the database that was there must never be taken for that of the restored one.
        (folder / "kiu.sqlite3-wal").write_bytes(os.urandom(100))
        killed = killed_at(1 + kills * every, lambda: restored(folder))

        async def seen() -> int:
            async with await Ledger.open(url_of(folder), now=CLOCK.utc) as ledger:
                return await ledger.read(queries.balance, ANN)

        found = asyncio.run(seen())
        assert found in (before, before + 5)
        states.add(found)
        assert not (folder / "kiu.sqlite3.restored").exists()
        if not killed:
            assert found == before
            assert len(states) == 2
            return kills
        kills += 1
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)


def main(kind: str, folder: Path, every: int) -> None:
    with fast_database():
        kills = kill_restorations(folder, every) if kind == "restore" else kill_backups(folder, every)
    print(json.dumps({"kills": kills}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
