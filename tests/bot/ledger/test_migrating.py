"""Bringing an older database up to date: whole or not at all, and nothing left in gaps.

No older version was ever released, so one is made up: in it every hand had a key of its own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, Engine, event

from bot.environment.settings import Settings
from bot.ledger import CannotOpen, Ledger, queries, schema_version
from bot.ledger.newest_position import file_beside
from tests.bot.fast_database import fast_database
from tests.bot.scenario import empty_database

from .conftest import hand_opened, now, url_of
from .test_keys import found

KEYS: Final = [os.urandom(32) for _ in range(60)]


def without_keys(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE hand DROP COLUMN key")


@pytest.fixture
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's version is the second one, and one step leads to it."""
    monkeypatch.setattr(schema_version, "MIGRATIONS", [without_keys])


@pytest.fixture
async def older(tmp_path: Path) -> Settings:
    """The settings of a host whose database the first version has left."""
    settings = Settings(data=tmp_path, _env_file=None)
    await empty_database(tmp_path)
    with fast_database():
        async with await Ledger.open(settings.database, now=now) as ledger:
            for hand, _ in enumerate(KEYS, 1):
                await ledger.commit((hand_opened(hand),))
    with closing(sqlite3.connect(settings.database_file)) as connection:
        # A database leaves more behind without it, and not everything behind with it.
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("ALTER TABLE hand ADD COLUMN key BLOB NOT NULL DEFAULT x'00'")
        connection.executemany("UPDATE hand SET key = ? WHERE id = ?", [(key, n) for n, key in enumerate(KEYS, 1)])
        connection.commit()
    file_beside(settings.database_file).unlink(missing_ok=True)
    return settings


@pytest.fixture
def settings(older: Settings, _made_up: None) -> Settings:
    return older


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def test_a_start_brings_the_database_up_to_date_and_leaves_nothing_in_gaps(settings: Settings) -> None:
    from bot.features.backups.queries import verify_file

    assert found(settings.database_file, KEYS) == len(KEYS)
    with pytest.raises(CannotOpen, match="older version"):
        verify_file(settings.database_file)

    async with await Ledger.open(settings.database, now=now):
        assert found(settings.database_file, KEYS) == 0

    assert version(settings.database_file) == 2
    assert verify_file(settings.database_file).sound


async def test_killed_at_any_step_it_is_as_before_or_done(
    settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The disk before each statement of a migration is what a kill would leave at that moment."""
    left, copies = list[Path](), tmp_path_factory.mktemp("left")

    def noted(*_: Any) -> None:
        left.append(Path(shutil.copytree(settings.data, copies / f"{len(left)}")))

    event.listen(Engine, "before_cursor_execute", noted)
    try:
        async with await Ledger.open(settings.database, now=now):
            pass
    finally:
        event.remove(Engine, "before_cursor_execute", noted)

    versions = set()
    for folder in left:
        file = folder / settings.database_file.name
        versions.add(version(file))
        async with await Ledger.open(url_of(file), now=now) as ledger:
            assert (await ledger.audit()).sound
            assert all(each.player == "" for each in await ledger.read(queries.erasures))
        assert version(file) == 2
    assert versions == {1, 2}


async def test_an_older_backup_is_restored_and_brought_up_to_date(
    settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from bot.features.backups.restoring import restore_backup

    backup = Path(shutil.copy(settings.database_file, tmp_path_factory.mktemp("elsewhere") / "backup.sqlite3"))
    settings.database_file.unlink()
    said: list[str] = []

    code = restore_backup(settings, backup, accept_loss=True, write=said.append)

    assert code == 0, said
    assert version(settings.database_file) == 2
    assert found(settings.database_file, KEYS) == 0


@pytest.mark.usefixtures("_made_up")
async def test_a_new_database_is_of_the_newest_version(tmp_path: Path) -> None:
    """Its tables have from the beginning what a later version has added: the step would fail."""
    async with await Ledger.open(url_of(tmp_path / "kiu.sqlite3"), now=now):
        pass
    assert version(tmp_path / "kiu.sqlite3") == 2
