"""Bringing an older database up to date: whole or not at all, and nothing left in gaps."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event

from bot.environment.settings import Settings
from bot.features.backups.backing_up import verify_ledger
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE
from bot.ledger import NEWEST_VERSION, Ledger, inspect, queries, schema_upgrade
from tests.bot.fast_database import fast_database
from tests.bot.older_databases import OLDER, made_older, older_version
from tests.bot.scenario import empty_database

from .conftest import hand_opened, now, url_of
from .test_keys import found

KEYS = [os.urandom(32) for _ in range(60)]


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    """The settings of a host whose database an older version has left, with a key in every hand."""
    settings = Settings(data=tmp_path, _env_file=None)
    await empty_database(tmp_path)
    async with await Ledger.open(settings.database, now=now) as ledger:
        for hand, _ in enumerate(KEYS, 1):
            await ledger.commit((hand_opened(hand),))
    made_older(settings.database_file, KEYS)
    return settings


async def test_a_start_brings_the_database_up_to_date(settings: Settings) -> None:
    with older_version():
        assert inspect(settings.database_file).version == OLDER
        async with await Ledger.open(settings.database, now=now):
            pass
    assert inspect(settings.database_file).version == NEWEST_VERSION
    assert inspect(settings.database_file).sound


async def test_a_running_kiu_is_left_alone(tmp_path: Path) -> None:
    settings, lines = Settings(data=tmp_path, _env_file=None), list[str]()
    with fast_database():
        async with await Ledger.open(settings.database, now=now):
            assert await verify_ledger(settings, lines.append) == EXIT_ANOTHER_INSTANCE
    assert "Another instance" in lines[-1]


async def test_what_a_migration_removes_is_nowhere_in_the_files(settings: Settings) -> None:
    assert found(settings.database_file, KEYS) == len(KEYS)
    with older_version():
        async with await Ledger.open(settings.database, now=now):
            assert found(settings.database_file, KEYS) == 0


async def test_killed_at_any_step_it_is_as_before_or_done(
    settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What lies on the disk before each statement of a migration is what a kill would leave at that moment."""
    left, copies = list[Path](), tmp_path_factory.mktemp("left")

    def noted(*_: Any) -> None:
        left.append(Path(shutil.copytree(settings.data, copies / f"{len(left)}")))

    with fast_database(), older_version():
        event.listen(Engine, "before_cursor_execute", noted)
        try:
            async with await Ledger.open(settings.database, now=now):
                pass
        finally:
            event.remove(Engine, "before_cursor_execute", noted)
        versions = set()
        for folder in left:
            file = folder / settings.database_file.name
            versions.add(inspect(file).version)
            async with await Ledger.open(url_of(file), now=now) as ledger:
                assert (await ledger.audit()).sound
                assert all(each.player == "" for each in await ledger.read(queries.erasures))
            assert inspect(file).version == NEWEST_VERSION
    assert versions == {OLDER, NEWEST_VERSION}


def test_a_new_database_needs_no_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables have from the beginning what a later version has added to them."""
    (tmp_path / "v1.py").write_text((schema_upgrade.MIGRATIONS / "versions" / "v0001_baseline.py").read_text())
    (tmp_path / "v2.py").write_text('revision, down_revision = "0002", "0001"\n\n\ndef upgrade():\n    assert False\n')
    config = schema_upgrade._config()
    config.set_main_option("version_locations", str(tmp_path))
    monkeypatch.setattr(schema_upgrade, "_config", lambda: config)
    monkeypatch.setattr(schema_upgrade, "HEAD", "0002")
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        assert not schema_upgrade.migrate(connection)
        assert schema_upgrade.checked_version(connection) == "0002"
        assert not schema_upgrade.migrate(connection)
    engine.dispose()
