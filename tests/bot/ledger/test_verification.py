"""Verifying a whole ledger, and bringing an older one up to date, whenever that is interrupted."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.environment.settings import Settings
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_TO_MEND
from bot.hosting.migrating import migrate
from bot.hosting.verifying_ledger import verify_ledger
from bot.ledger import NEWEST_VERSION, Ledger, Part, verify_file, version_of
from tests.bot.fast_database import fast_database
from tests.bot.scenario import Scenario

from .conftest import now, url_of

RELEASED = Path(__file__).parent / "released"
OLDER = RELEASED / "v0006.sqlite3.gz"


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


async def test_what_was_never_touched_is_sound_and_every_part_is_told_of(played: Path) -> None:
    told: list[tuple[Part, int, int]] = []
    found = await verify_file(url_of(played), lambda *step: told.append(step))
    assert found.sound
    assert found.pages
    assert found.records == 3
    assert found.entries >= 3
    assert [part for part, done, of in told if done == of] == list(Part)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "UPDATE record_piece SET piece = CAST(substr(piece, 1, 9) || x'ff' || substr(piece, 11) AS BLOB) "
            "WHERE id = 1024",
            "the record of hand 1",
        ),
        ("UPDATE record_piece SET piece = x'00' WHERE id / 1024 = 2", "the record of hand 2 cannot be read"),
        ("DELETE FROM record_piece WHERE id = 2048", "the record of hand 2 cannot be read"),
        ("DELETE FROM record_piece WHERE id = 2051", "the record of hand 2"),
        ("DELETE FROM record_piece WHERE id = (SELECT max(id) FROM record_piece)", "the record of hand 3"),
        ("UPDATE deal SET record_hash = (SELECT record_hash FROM deal WHERE hand = 3) WHERE hand = 2", "hand 2 was"),
        (
            "UPDATE record_piece SET piece = (SELECT p.piece FROM record_piece AS p "
            "WHERE p.id = record_piece.id - 1024) WHERE id BETWEEN 2048 AND 2050",
            "hand 2",
        ),
        ("UPDATE log_entry SET value = zeroblob(32) WHERE id = 1", "the log of fingerprints was changed"),
        ("UPDATE log_node SET hash = zeroblob(32) WHERE id = 2", "the log of fingerprints was changed"),
        ("DELETE FROM log_entry WHERE id = 1", "entry 1 of the log of fingerprints is missing"),
        ("DELETE FROM log_entry WHERE id = (SELECT max(id) FROM log_entry)", "log of fingerprints"),
        ("DELETE FROM log_node WHERE id = (SELECT max(id) FROM log_node)", "log of fingerprints lacks"),
        ("INSERT INTO posted_head VALUES ('g', 'c', 999, 0)", "a head of 999 entries of the log was posted"),
        ("UPDATE transfer SET amount = amount + 1 WHERE id = 1", "its transfers"),
        ("DELETE FROM statement_line WHERE number = 1", "lines of"),
        ("DELETE FROM log_node WHERE id = 5", "log of fingerprints"),
        ("UPDATE account SET group_id = 'x', player = 'x', id = 999 WHERE kind = 'pot'", "refers to one that is not"),
    ],
)
async def test_whatever_was_changed_is_found_and_told(played: Path, statement: str, fault: str) -> None:
    changed(played, statement)
    lines: list[str] = []
    settings = Settings(data=played.parent, _env_file=None)
    assert settings.database_file == played
    assert await verify_ledger(settings, lines.append, lambda _: None) == EXIT_TO_MEND
    assert fault in "\n".join(lines)
    assert "python -m bot restore FILE" in lines[-1]


def damage_pages(file: Path) -> None:
    content = bytearray(file.read_bytes())
    for page in range(20, len(content) // 4096):
        content[page * 4096 + 100 : page * 4096 + 300] = b"\xff" * 200
    file.write_bytes(content)


async def test_a_page_that_is_damaged_is_found(played: Path) -> None:
    damage_pages(played)
    lines: list[str] = []
    code = await verify_ledger(Settings(data=played.parent, _env_file=None), lines.append, lambda _: None)
    assert code in (EXIT_TO_MEND, EXIT_CANNOT_START)
    assert "each is as it was written" not in "\n".join(lines)


async def test_a_ledger_that_is_played_on_is_verified_meanwhile(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        verifying = asyncio.create_task(scenario.app.ledger.verification(lambda *_: None))
        await scenario.finish_hand()
        found = await verifying
        assert found.sound, found
        assert not found.pages


async def test_there_must_be_something_to_verify_of_the_newest_version(tmp_path: Path) -> None:
    lines: list[str] = []
    settings = Settings(data=tmp_path, _env_file=None)
    assert await verify_ledger(settings, lines.append, lambda _: None) == EXIT_CANNOT_START
    assert "does not exist" in lines.pop()
    settings.database_file.write_bytes(gzip.decompress(OLDER.read_bytes()))
    assert await verify_ledger(settings, lines.append, lambda _: None) == EXIT_CANNOT_START
    assert "run migrate first" in lines.pop()
    assert await version_of(settings.database) == "0006", "and it is left as it is"


# --- migrating -----------------------------------------------------------------------------------------------------


def _older(folder: Path) -> Settings:
    settings = Settings(data=folder, _env_file=None)
    settings.database_file.write_bytes(gzip.decompress(OLDER.read_bytes()))
    return settings


async def test_the_database_is_brought_up_to_date_after_a_backup(tmp_path: Path) -> None:
    settings, lines = _older(tmp_path), list[str]()
    assert await migrate(settings, lines.append) == 0
    assert f"of version {NEWEST_VERSION} now" in lines[-1]
    (backup,) = [each for each in (tmp_path / "backups").iterdir() if each.suffix == ".sqlite3"]
    assert await version_of(url_of(backup)) == "0006"
    assert (await verify_file(settings.database, lambda *_: None)).sound
    lines.clear()
    assert await migrate(settings, lines.append) == 0
    assert lines == [f"The database is up to date: it is of version {NEWEST_VERSION}."]


async def test_without_a_backup_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> int:
        return 6

    monkeypatch.setattr("bot.hosting.migrating.back_up", fails)
    settings, lines = _older(tmp_path), list[str]()
    assert await migrate(settings, lines.append) == 6
    assert lines == ["Nothing was changed, because there is no backup of before."]
    assert await version_of(settings.database) == "0006"
    with fast_database():
        assert await migrate(settings, lines.append, backup=False) == 0
    assert await version_of(settings.database) == NEWEST_VERSION


async def test_a_running_kiu_is_left_alone(tmp_path: Path) -> None:
    settings, lines = Settings(data=tmp_path, _env_file=None), list[str]()
    with fast_database():
        async with await Ledger.open(settings.database, now=now):
            assert await migrate(settings, lines.append) == EXIT_ANOTHER_INSTANCE
            assert await verify_ledger(settings, lines.append, lambda _: None) == EXIT_ANOTHER_INSTANCE
    assert "Kiu is running" in lines[0]


@pytest.mark.parametrize("every", [17, pytest.param(1, marks=pytest.mark.soak)])
async def test_killed_at_any_step_it_is_as_before_or_done(tmp_path: Path, every: int) -> None:
    """What lies on the disk before each statement of a migration is what a kill would leave at that moment."""
    folder = tmp_path / "run"
    folder.mkdir()
    settings = _older(folder)
    left: list[Path] = []
    seen = 0

    def noted(*_: Any) -> None:
        nonlocal seen
        if seen % every == 0:
            left.append(Path(shutil.copytree(settings.data, tmp_path / f"left-{seen}")))
        seen += 1

    event.listen(Engine, "before_cursor_execute", noted)
    try:
        with fast_database():
            assert await migrate(settings, lambda _: None, backup=False) == 0
    finally:
        event.remove(Engine, "before_cursor_execute", noted)
    assert len(left) > 4
    versions = set()
    with fast_database():
        for folder in left:
            url = url_of(folder / settings.database_file.name)
            versions.add(await version_of(url))
            async with await Ledger.open(url, now=now) as ledger:
                assert (await ledger.audit()).sound
            assert await version_of(url) == NEWEST_VERSION
    assert versions == {"0006", NEWEST_VERSION}
