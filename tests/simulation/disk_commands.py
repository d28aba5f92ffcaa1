"""Backups, restoring, archives, forgetting and first starts on a disk that fails.

``python -m tests.simulation.disk_commands FOLDER NAMES``, in a process that was started with the library of
``tools/simulation/file_calls.c``; it says on the standard error how far it is, and prints what came of it as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple
from unittest.mock import patch

from bot.environment.settings import Settings
from bot.hosting.backup_files import backups_in, digest_of
from bot.ledger import CannotOpen, GuestSaved, Ledger, PostSaved, Transfer, mint, queries, wallet
from bot.ledger.database import PRAGMAS
from bot.ledger.storage import Storage
from tests.bot.fast_database import compiled_once, fast_database
from tests.bot.scenario import Scenario
from tests.bot.traces import spellings
from tests.manual_clock import ManualClock
from tools.simulation.command_faults import Command, Trial

if TYPE_CHECKING:
    from bot.features.backups.backing_up import Backups
    from bot.features.histories.queries import StoredHand

GROUP: Final = "local:home"
PLACE: Final = "local:home/main"
ANN: Final = wallet(GROUP, "ann")
SARI: Final = ("local:1", "Sariwati")
OF_SARI: Final = b"a drawing of Sariwati's hand " * 9
ANOTHERS: Final = b"a drawing of somebody else's hand " * 9

Tell = Callable[[str], None]


def file_of(folder: Path) -> Path:
    return folder / "kiu.sqlite3"


async def opened(folder: Path, clock: ManualClock | None = None) -> Ledger:
    return await Ledger.open(f"sqlite+aiosqlite:///{file_of(folder)}", now=(clock or ManualClock()).utc)


def gift(chips: int) -> Transfer:
    return Transfer(mint(GROUP), ANN, chips, "x")


def post(number: int, of: str, picture: bytes) -> PostSaved:
    body = {"at": 0, "message": {"title": of, "picture": {"alt": of}}}
    return PostSaved(PLACE, number, json.dumps(body), picture)


def with_database(work: Callable[[], Awaitable[None]]) -> None:
    """Carry something out with ledgers that are quick to open."""

    async def carried_out() -> None:
        await work()

    with compiled_once():
        asyncio.run(carried_out())


def looked_at(work: Callable[[], Awaitable[None]]) -> None:
    """The same where nobody waits for the disk."""
    with fast_database():
        with_database(work)


async def here(work: Callable[..., Any], *args: Any) -> Any:
    return work(*args)


class FirstStart(Command):
    """Making the database, and paying somebody."""

    name, done = "first start", "paid"

    def prepare(self, folder: Path) -> None:
        """Nothing is there."""

    def run(self, folder: Path, tell: Tell) -> None:
        async def work() -> None:
            async with await opened(folder) as ledger:
                await ledger.commit((gift(7),))
                tell("paid")

        with_database(work)

    def check(self, folder: Path, told: frozenset[str]) -> None:
        async def look() -> None:
            async with await opened(folder) as ledger:
                assert (await ledger.audit()).sound
                assert await ledger.read(queries.balance, ANN) >= (7 if "paid" in told else 0)

        looked_at(look)


class Backup(Command):
    """A backup by a Kiu that runs, between two payments; there is an older one."""

    name, done = "backup", "paid again"

    def prepare(self, folder: Path) -> None:
        async def work() -> None:
            async with await opened(folder) as ledger:
                await ledger.commit((gift(1), post(1, "", ANOTHERS)))
                await self._backups(folder, ledger).make()
                await ledger.commit((post(2, "", OF_SARI),))

        looked_at(work)

    def _backups(self, folder: Path, ledger: Ledger) -> Backups:
        from bot.features.backups.backing_up import BackupPlan, Backups

        made = [each.made + timedelta(hours=1) for each in backups_in(folder / "backups")]
        clock = ManualClock(max(made, default=ManualClock().utc()))
        plan = BackupPlan(file_of(folder), folder / "backups", 1)
        return Backups(ledger.copy_to, plan, clock, here)

    def run(self, folder: Path, tell: Tell) -> None:
        async def work() -> None:
            async with await opened(folder) as ledger:
                await ledger.commit((gift(1),))
                tell("paid")
                await self._backups(folder, ledger).make()
                tell("backed up")
                await ledger.commit((gift(1),))
                tell("paid again")

        with_database(work)

    def check(self, folder: Path, told: frozenset[str]) -> None:
        from bot.features.backups.queries import check_file
        from tests.features.backups.killed_steps import balance

        backups = sorted(backups_in(folder / "backups"), key=lambda each: each.made)
        assert backups, "there is no backup"
        # One that is not kept is overwritten before it is removed, and a power cut may bring it back.
        assert digest_of(backups[-1].path) == backups[-1].digest, f"{backups[-1].path.name} is not whole"
        newest = backups[-1].path
        assert check_file(newest).sound
        assert balance(newest) >= (2 if "backed up" in told else 1)

        async def look_at() -> None:
            async with await opened(folder) as ledger:
                assert (await ledger.audit()).sound
                assert await ledger.read(queries.balance, ANN) >= 1 + len(told & {"paid", "paid again"})
                assert [each.picture for each in await ledger.read(queries.posts, PLACE, 9)] == [ANOTHERS, OF_SARI]

        looked_at(look_at)


class Restore(Command):
    """Putting a backup in the place of a database that has more."""

    name, done = "restore", "restored"
    damaged: ClassVar[bool] = False
    """Whether of the database only the log is left."""

    more: ClassVar[bool] = True
    """Whether people were told of more than the backup has."""

    told: ClassVar[dict[str, str]] = {"Restored": "restored", "Nothing was restored": "nothing was restored"}
    """How begins what the host is told, and what that says."""

    def prepare(self, folder: Path) -> None:
        from bot.features.backups.backing_up import BackupPlan, Backups

        async def work() -> None:
            clock = ManualClock()
            plan = BackupPlan(file_of(folder), folder / "backups", 1)
            async with await opened(folder) as ledger:
                await ledger.commit((gift(1), post(1, "", ANOTHERS)))
                await Backups(ledger.copy_to, plan, clock, here).make()
            if self.more:
                async with await opened(folder) as ledger:
                    await ledger.commit((gift(5),))

        looked_at(work)
        # As a Kiu leaves it that was killed: what was paid last is in the log alone.
        killed = folder / "killed"
        killed.mkdir()

        async def leave_log() -> None:
            async with await opened(folder) as ledger:
                if self.more:
                    await ledger.commit((gift(5),))
                for ending in ("", "-wal"):
                    shutil.copy(f"{file_of(folder)}{ending}", killed)

        looked_at(leave_log)
        for path in killed.iterdir():
            path.replace(folder / path.name)
        killed.rmdir()
        if self.damaged:
            file_of(folder).write_bytes(b"the disk has lost it")
        self._old = self._state(folder)
        there = folder.with_name("restored")
        shutil.copytree(folder, there)
        self.run(there, lambda _: None)
        self._new = self._state(there)
        shutil.rmtree(there)
        assert self._old != self._new

    def run(self, folder: Path, tell: Tell) -> None:
        from bot.features.backups.restoring import restore_backup

        (backup,) = backups_in(folder / "backups")

        def write(text: str) -> None:
            for beginning, what in self.told.items():
                if text.startswith(beginning):
                    tell(what)
            said.append(text)

        said: list[str] = []
        assert restore_backup(Settings(data=folder), backup.path, accept_loss=True, write=write) == 0, said

    def _state(self, folder: Path) -> list[str]:
        """All that is in a database, but when it was restored; Kiu is started on a copy of it."""
        with fast_database(), compiled_once():
            there = folder.with_name("looked-at")
            shutil.rmtree(there, ignore_errors=True)
            shutil.copytree(folder, there)

            async def start() -> None:
                await (await opened(there)).close()

            try:
                asyncio.run(start())
            except CannotOpen:
                assert self.damaged
                return ["damaged"]
        with closing(sqlite3.connect(file_of(there))) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "restoration"')]

    def check(self, folder: Path, told: frozenset[str]) -> None:
        state = self._state(folder)
        assert state in (self._old, self._new), "it is neither database"
        if "restored" in told:
            assert state == self._new, "it is not restored"
        elif "nothing was restored" in told:
            assert state == self._old, "it is restored"

        async def look() -> None:
            async with await opened(there) as ledger:
                assert (await ledger.audit()).sound
                if state == self._new:
                    assert [each.picture for each in await ledger.read(queries.posts, PLACE, 9)] == [ANOTHERS]

        there = folder.with_name("looked-at")
        if state != ["damaged"]:
            looked_at(look)


class RestoreOverDamage(Restore):
    """The same where the disk has lost the database, and not its log."""

    name, damaged = "restore over damage", True


class RestoreOfAll(RestoreOverDamage):
    """The same where the backup has all that people were told, so that nothing is written to it."""

    name, more = "restore of all", False


class Prune(Command):
    """Deleting journals and records of old hands."""

    name, done = "prune", "pruned"

    def prepare(self, folder: Path) -> None:
        from tests.features.backups.test_pruning import played

        async def work() -> None:
            async with Scenario(folder) as scenario:
                await played(scenario, 2)
            scenario.file.replace(file_of(folder))
            shutil.rmtree(scenario.file.parent)
            async with await opened(folder) as ledger:
                self._before = await self._read(ledger)

        looked_at(work)

    async def _read(self, ledger: Ledger) -> list[StoredHand]:
        from bot.features.histories.queries import stored_hand

        hands = [await ledger.read(stored_hand, hand) for hand in (1, 2)]
        return [hand for hand in hands if hand is not None]

    def run(self, folder: Path, tell: Tell) -> None:
        from bot.features.backups.queries import prune

        async def work() -> None:
            later = ManualClock().utc() + timedelta(days=9)
            async with await opened(folder) as ledger:
                await prune(ledger, later)
                tell("pruned")

        with_database(work)

    def check(self, folder: Path, told: frozenset[str]) -> None:
        async def look() -> None:
            async with await opened(folder) as ledger:
                hands = await self._read(ledger)
                assert (await ledger.audit()).sound
                assert [each.row.settlement for each in hands] == [each.row.settlement for each in self._before]
                pruned = [not each.journal and not each.row.record for each in hands]
                assert all(pruned) or hands == self._before, "a hand is half pruned"
                assert all(pruned) or "pruned" not in told

        looked_at(look)


class Forget(Command):
    """Forgetting somebody, whose name and picture are then in no byte of any file."""

    name, done = "forget", "forgotten"

    def prepare(self, folder: Path) -> None:
        async def work() -> None:
            async with await opened(folder) as ledger:
                await ledger.commit((gift(1), GuestSaved("hash", *SARI), post(1, SARI[0], OF_SARI)))
                await ledger.commit((post(2, "", ANOTHERS),))

        looked_at(work)
        assert self._traces(folder)

    def _traces(self, folder: Path) -> list[str]:
        files = [path for path in folder.rglob("*") if path.is_file()]
        searched = [*spellings(SARI), OF_SARI]
        return [path.name for path in files if any(each in path.read_bytes() for each in searched)]

    def run(self, folder: Path, tell: Tell) -> None:
        from bot.features.privacy.queries import erase_person

        async def work() -> None:
            async with await opened(folder) as ledger:
                await ledger.change(erase_person, SARI[0], {PLACE.partition("/")[0]: SARI[1]}, {})
                await ledger.clean_free_space()
                tell("forgotten")

        with_database(work)

    def check(self, folder: Path, told: frozenset[str]) -> None:
        if "forgotten" in told:
            assert self._traces(folder) == [], "they are still there"

        async def look() -> None:
            async with await opened(folder) as ledger:
                pictures = [each.picture for each in await ledger.read(queries.posts, PLACE, 9)]
                assert pictures[-1] == ANOTHERS
                assert pictures[0] in (b"", OF_SARI)
                assert (await ledger.audit()).sound
                assert await ledger.read(queries.balance, ANN) == 1

        looked_at(look)


COMMANDS: Final[dict[str, Callable[[], Command]]] = {
    each.name: each for each in (FirstStart, Backup, Restore, RestoreOverDamage, RestoreOfAll, Prune, Forget)
}


# --- what is left out on purpose -----------------------------------------------------------------------------------


class LeftOut(NamedTuple):
    """A wait for the disk that is left out of the code, which has to be noticed."""

    command: str
    module: str
    function: str
    of_folder: bool
    """Whether the names in a folder are not synced; otherwise what is in a file is not."""

    of_sqlite: bool = False
    """Whether SQLite does not wait either. It does so when a copy leaves its write-ahead log, and that is enough."""


LEFT_OUT: Final = {
    "what is in a backup": LeftOut("backup", "bot.ledger.online_copy", "run", of_folder=False, of_sqlite=True),
    "the name of a backup": LeftOut("backup", "bot.features.backups.backing_up", "finished", of_folder=True),
    "what is in a restored database": LeftOut(
        "restore of all", "bot.ledger.replacement", "put_in_place", of_folder=False
    ),
    "the name with which it counts": LeftOut("restore", "bot.ledger.replacement", "put_in_place", of_folder=True),
    "that the older log is away": LeftOut(
        "restore over damage", "bot.ledger.replacement", "finish_restoring", of_folder=True
    ),
}
"""Every wait for the disk in the code of these commands on which something rests that people are told."""

COMMITS: Final = "commits"
"""What SQLite leaves out with ``synchronous=NORMAL``."""

STORAGE: Final = ("bot.ledger.storage",)
"""The modules that wait for the disk in the name of others."""


@contextmanager
def without(sync: LeftOut) -> Iterator[None]:
    """Leave out a wait for the disk."""
    waited = os.fsync

    def fsync(opened: int) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and (
            frame.f_globals["__name__"] in STORAGE or not frame.f_globals["__name__"].startswith("bot.")
        ):
            frame = frame.f_back
        asked = None if frame is None else (frame.f_globals["__name__"], frame.f_code.co_name)
        if asked != (sync.module, sync.function) or stat.S_ISDIR(os.fstat(opened).st_mode) != sync.of_folder:
            waited(opened)

    def connect(storage: Storage, path: Path) -> sqlite3.Connection:
        connection = connected(storage, path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    connected = Storage.connect
    with patch.object(os, "fsync", fsync), patch.object(Storage, "connect", connect if sync.of_sqlite else connected):
        yield


def planted(name: str) -> AbstractContextManager[object]:
    """Leave out something by its name."""
    if name == COMMITS:
        return patch.dict(PRAGMAS, synchronous=1)
    return without(LEFT_OUT[name])


def main() -> None:
    """Try commands."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--images", type=int, default=1)
    parser.add_argument("--left-out")
    asked = parser.parse_args()
    tried: dict[str, Any] = {}
    for name in asked.names:
        began, folder = time.monotonic(), asked.folder / name.replace(" ", "-")

        def say(text: str, began: float = began) -> None:
            print(f"{text} ({time.monotonic() - began:.0f} s)", file=sys.stderr, flush=True)

        left_out = partial(planted, asked.left_out) if asked.left_out else None
        trial = Trial(COMMANDS[name](), folder, every=asked.every, images=asked.images, how_far=say, planted=left_out)
        trial.begin()
        trial.cut_power()
        if left_out is None:
            trial.fail()
        tried[name] = vars(trial.tried)
        shutil.rmtree(folder)
    print(json.dumps(tried))


if __name__ == "__main__":
    main()
