"""Backups that are made while tables play, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sqlite3
import stat
import sys
import threading
from asyncio.subprocess import STDOUT
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from bot.environment.settings import Settings
from bot.features.backups import backing_up
from bot.features.backups.backing_up import BackupFailed, BackupPlan, Backups, back_up
from bot.features.backups.queries import check_file
from bot.features.backups.separate_process import in_process
from bot.hosting.backup_files import backups_in
from bot.ledger import Ledger, Transfer, mint, online_copy, wallet
from tests.bot.ledger.conftest import GROUP, now, url_of
from tests.bot.scenario import Scenario, empty_database
from tests.bot.test_kill import ROOT, running, say
from tests.child_processes import completed
from tests.manual_clock import ManualClock
from tests.patience import LONGEST_WAIT, until

ANN = wallet(GROUP, "ann")


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    await empty_database(tmp_path)
    async with await Ledger.open(url_of(tmp_path / "kiu.sqlite3"), now=now) as opened:
        yield opened


async def here(work: Callable[..., Any], *args: Any) -> Any:
    """Carry it out in this process, which is quicker."""
    return work(*args)


def plan(folder: Path, **changes: Any) -> BackupPlan:
    """Backups of the database in a folder."""
    return BackupPlan(folder / "kiu.sqlite3", folder / "backups", **{"kept": 24} | changes)


async def backups_of(folder: Path, ledger: Ledger, **changes: Any) -> Backups:
    return Backups(ledger.copy_to, plan(folder, **changes), ManualClock(), here)


class Midway:
    """A copy that stands still after its first step, until it may go on."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.has_begun, self.may_go_on = threading.Event(), threading.Event()

    async def __call__(self, target: Path) -> None:
        def stands_still(_: float) -> None:
            self.has_begun.set()
            self.may_go_on.wait(LONGEST_WAIT)

        with patch.object(online_copy, "time", SimpleNamespace(sleep=stands_still)):
            await self._ledger.copy_to(target)


def unfinished(folder: Path) -> list[Path]:
    """What was left behind of backups that did not become one."""
    return list(folder.rglob("*partial*"))


def balance(path: Path) -> int:
    """What Ann has in a backup."""
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT balance FROM account WHERE owner = 'ann'").fetchone()[0]
        return found


async def _backup_command(folder: Path, **settings: str) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIU_")}
    environment |= {"KIU_DATA": str(folder)} | settings
    done = await completed(sys.executable, "-m", "bot", "backup", cwd=ROOT, env=environment, stderr=STDOUT)
    return done.returncode, done.stdout


async def backed_up(folder: Path) -> tuple[int, str]:
    """What comes of the command without a process of its own."""
    said: list[str] = []
    return await back_up(Settings(_env_file=None, data=folder), said.append), "\n".join(said)


async def test_the_running_program_makes_one_when_it_is_asked_and_plays_on(tmp_path: Path) -> None:
    async with running(tmp_path) as program:
        one = await program.browser(secrets.token_hex(16), "Sari")
        await say(one, "/open qiuqiu", "1")
        code, said = await _backup_command(tmp_path)
        assert code == 0, said
        assert not (await say(one, "/add computer", "2"))["refused"]
        await one.close()
        (backup,) = backups_in(tmp_path / "backups")
        assert str(backup.path) in said
        assert not backup.stopped
        assert stat.S_IMODE(backup.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(backup.path.parent.stat().st_mode) == 0o700
        assert check_file(backup.path).sound
        (tmp_path / "kiu.control").unlink()
        code, said = await backed_up(tmp_path)
        assert code == 3, "it runs, and cannot be asked"
        assert "Another instance of Kiu" in said
        assert backups_in(tmp_path / "backups") == [backup]
        program.process.terminate()
        await program.process.wait()
    code, said = await backed_up(tmp_path)
    assert code == 0, said
    assert [each.stopped for each in backups_in(tmp_path / "backups")] == [False, True]
    code, said = await backed_up(tmp_path / "nothing")
    assert code == 6
    assert said.startswith("There is nothing to back up")


async def test_it_is_what_was_durable_at_the_end_of_the_copy(tmp_path: Path, ledger: Ledger) -> None:
    """Whoever plays meanwhile is put into it, and its chips balance at any moment."""
    backups = await backups_of(tmp_path, ledger)
    await ledger.commit((Transfer(mint(GROUP), ANN, 1, "x"),))

    async def play() -> None:
        for _ in range(200):
            await ledger.commit((Transfer(mint(GROUP), ANN, 1, "x"),))

    playing = asyncio.create_task(play())
    made = [await backups.make() for _ in range(3)]
    await playing
    amounts = [balance(each.path) for each in made]
    assert amounts == sorted(amounts)
    assert 1 <= amounts[0] < amounts[-1] <= 201
    assert all(check_file(each.path).sound for each in made)


async def test_a_database_written_anew_meanwhile_makes_no_damaged_backup(tmp_path: Path, ledger: Ledger) -> None:
    many = tuple(Transfer(mint(GROUP), wallet(GROUP, f"p{number}"), 1, "x") for number in range(3_000))
    await ledger.commit((*many, Transfer(mint(GROUP), ANN, 7, "x")))
    copy = Midway(ledger)
    making = asyncio.create_task(Backups(copy, plan(tmp_path), ManualClock(), here).make())
    await until(copy.has_begun.is_set)
    await ledger.clean_free_space()
    copy.may_go_on.set()
    backup = await making
    assert check_file(backup.path).sound
    assert balance(backup.path) == 7


async def test_what_does_not_balance_or_is_damaged_is_no_backup(tmp_path: Path, ledger: Ledger) -> None:
    await ledger.commit((Transfer(mint(GROUP), ANN, 10, "x"),))
    good = await (await backups_of(tmp_path, ledger)).make()

    async def tampered(target: Path) -> None:
        await ledger.copy_to(target)
        with closing(sqlite3.connect(target)) as connection, connection:
            connection.execute("UPDATE account SET balance = balance + 1 WHERE owner = 'ann'")

    async def damaged(target: Path) -> None:
        await ledger.copy_to(target)
        with target.open("r+b") as file:
            file.seek(8192)
            file.write(b"\xff" * 4096)

    for copy, words, checked in ((tampered, "says 11 chips", in_process), (damaged, "damaged", here)):
        with pytest.raises(BackupFailed, match=words):
            await Backups(copy, plan(tmp_path), ManualClock(), checked).make()
    assert [each.path for each in backups_in(tmp_path / "backups")] == [good.path]
    assert unfinished(tmp_path) == []


async def test_without_space_or_with_a_broken_disk_there_is_a_sentence_and_what_was_there_stays(
    tmp_path: Path, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = await backups_of(tmp_path, ledger)
    good = await backups.make()
    with monkeypatch.context() as patched:
        patched.setattr(backing_up, "free_space", lambda _: 1_000_000)
        with pytest.raises(BackupFailed, match=r"only 1.0 MB are free in .* are needed"):
            await backups.make()
    with monkeypatch.context() as patched:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        patched.setattr(os, "fsync", full)
        with pytest.raises(BackupFailed, match="No space left"):
            await backups.make()
    assert [each.path for each in backups_in(tmp_path / "backups")] == [good.path]
    assert unfinished(tmp_path) == []
    await ledger.commit((Transfer(mint(GROUP), ANN, 10, "x"),))


async def test_one_is_made_whenever_it_is_due_and_a_failure_is_tried_again(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        folder, fails = scenario.file.parent, False

        async def copy(target: Path) -> None:
            if fails:
                raise OSError("the disk is away")
            await scenario.app.ledger.copy_to(target)

        def of_host() -> Backups:
            return Backups(copy, plan(folder, every=timedelta(hours=1)), scenario.clock, here)

        async def made_after(minutes: float) -> int:
            scenario.clock.move_to(scenario.clock.now() + minutes * 60)
            await _until_idle(scenario)
            return len(backups_in(folder / "backups"))

        backups = of_host()
        backups.begin()
        assert [await made_after(minutes) for minutes in (4, 2, 59, 2)] == [0, 1, 1, 2]
        fails = True
        scenario.expected_errors.add("backup not made")
        assert await made_after(60) == 2
        fails = False
        assert await made_after(10) == 3
        await backups.stop()
        assert await made_after(90) == 3
        backups = of_host()
        backups.begin()
        assert [await made_after(minutes) for minutes in (4, 2)] == [3, 4], "overdue, but not while all come back"
        await backups.stop()
        Backups(copy, plan(folder), scenario.clock, here).begin()
        assert await made_after(10_000) == 4, "never"


async def _until_idle(scenario: Scenario) -> None:
    """Until the backup that is being made is made, which takes a thread."""
    await until(lambda: not [task for task in asyncio.all_tasks() if task.get_name() == "backup"])


async def test_a_ledger_that_closes_gives_up_the_copy_at_once(tmp_path: Path) -> None:
    ledger = await Ledger.open(url_of(tmp_path / "kiu.sqlite3"), now=now)
    many = tuple(Transfer(mint(GROUP), wallet(GROUP, f"p{number}"), 1, "x") for number in range(3_000))
    await ledger.commit(many)
    copy = Midway(ledger)
    making = asyncio.create_task(Backups(copy, plan(tmp_path), ManualClock(), here).make())
    await until(copy.has_begun.is_set)
    closing = asyncio.create_task(ledger.close())
    await asyncio.sleep(0)
    copy.may_go_on.set()
    await asyncio.wait_for(closing, LONGEST_WAIT)
    with pytest.raises(BackupFailed, match="closed"):
        await making
    with pytest.raises(BackupFailed, match="closed"):
        await (await backups_of(tmp_path, ledger)).make()
    assert backups_in(tmp_path / "backups") == []


@contextmanager
def _key_slots(path: Path) -> Iterator[list[bytes]]:
    with closing(sqlite3.connect(path)) as connection:
        yield [bytes(each) for (each,) in connection.execute("SELECT content FROM key_slot")]


async def test_the_keys_in_a_backup_that_is_not_kept_are_overwritten_where_they_stand(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        folder = scenario.file.parent
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        backups = Backups(scenario.app.ledger.copy_to, plan(folder, kept=1), scenario.clock, here)
        first = await backups.make()
        with _key_slots(first.path) as slots:
            keys = [slot for slot in slots if any(slot)]
        assert keys
        # Another name of the same file, as whatever still reads the disk has it.
        (tmp_path / "seen").hardlink_to(first.path)
        assert any(key in (tmp_path / "seen").read_bytes() for key in keys)
        scenario.clock.move_to(scenario.clock.now() + 3700)
        second = await backups.make()
        assert [each.path for each in backups_in(folder / "backups")] == [second.path]
        assert not any(key in (tmp_path / "seen").read_bytes() for key in keys)


@pytest.mark.parametrize(
    ("kind", "every"),
    [
        *(("backup", 3), ("restore", 3)),
        *(pytest.param(kind, 1, marks=pytest.mark.soak) for kind in ("backup", "restore")),
    ],
)
async def test_killed_at_every_step_there_is_always_a_whole_one(tmp_path: Path, kind: str, every: int) -> None:
    """A database, a backup that was there before, or the new one: never half of any."""
    done = await completed(
        sys.executable, "-m", "tests.features.backups.killed_steps", kind, tmp_path / "data", str(every), cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["kills"] * every >= 15
