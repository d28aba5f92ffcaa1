"""Verifying a whole ledger: whatever was changed is found, and told."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.environment.settings import Settings
from bot.features.backups import backing_up
from bot.features.backups.backing_up import verify_ledger
from bot.features.backups.queries import verify_file
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_TO_MEND
from bot.ledger import copy_stopped
from tests.bot.scenario import Scenario
from tests.features.backups.test_backing_up import here
from tests.rows import rows


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """The database of an evening of three hands, whose process has ended."""
    async with Scenario(tmp_path) as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        for _ in range(3):
            await scenario.finish_hand()
            while scenario.state().playing is None:
                await scenario.wait(5)
        await scenario.end()
        return scenario.file


def changed(file: Path, *statements: str) -> None:
    """Change a database as somebody would who has the file."""
    with closing(sqlite3.connect(file)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert connection.execute(statement).rowcount, statement
        connection.commit()


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.backups.separate_process.in_process", here)


async def test_what_was_never_touched_is_sound(played: Path) -> None:
    copy_stopped(played, copy := played.with_name("copy"))
    found = verify_file(copy)
    assert (found.sound, found.records) == (True, 3)
    assert found.entries >= 3


@rows(__file__, statement=lambda cell: cell.replace("¦", "||"))
async def test_whatever_was_changed_is_found_and_told(played: Path, statement: str, fault: str) -> None:
    changed(played, statement)
    lines: list[str] = []
    settings = Settings(data=played.parent, _env_file=None)
    assert settings.database_file == played
    assert await verify_ledger(settings, lines.append) == EXIT_TO_MEND
    assert fault in "\n".join(lines)
    assert "python -m bot restore FILE" in lines[-1]


def damage_pages(file: Path) -> None:
    content = bytearray(file.read_bytes())
    for page in range(20, len(content) // 1024):
        content[page * 1024 + 100 : page * 1024 + 300] = b"\xff" * 200
    file.write_bytes(content)


async def test_a_page_that_is_damaged_is_found(played: Path) -> None:
    damage_pages(played)
    lines: list[str] = []
    code = await verify_ledger(Settings(data=played.parent, _env_file=None), lines.append)
    assert code in (EXIT_TO_MEND, EXIT_CANNOT_START)
    assert "each is as it was written" not in "\n".join(lines)


async def test_a_ledger_that_is_played_on_is_verified_meanwhile(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        plan = backing_up.BackupPlan(scenario.file, tmp_path / "backups", kept=1)
        backups = backing_up.Backups(scenario.app.ledger.copy_to, plan, scenario.clock, here)
        verifying = asyncio.create_task(backups.verify())
        await scenario.finish_hand()
        found = await verifying
        assert found.sound, found
        assert not list(plan.folder.iterdir()), "the copy goes"


async def test_there_must_be_something_to_verify(tmp_path: Path) -> None:
    lines: list[str] = []
    settings = Settings(data=tmp_path, _env_file=None)
    assert await verify_ledger(settings, lines.append) == EXIT_CANNOT_START
    assert "does not exist" in lines.pop()
