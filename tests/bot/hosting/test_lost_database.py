"""A lost, emptied or damaged database: Kiu does not begin anew beside it, and says how to go on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.environment.settings import Settings
from bot.hosting.backup_files import backups_in
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.hosting.lost_database import lost_database, set_aside
from bot.ledger import Damaged, Ledger, Lost
from tests.bot.scenario import Scenario
from tests.child_processes import completed

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a host in whose data folder two hands were played, with a backup after the first."""
    from bot.features.backups.backing_up import BackupPlan, Backups
    from tests.features.backups.test_backing_up import here

    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**12, free=10**11))
    async with Scenario(tmp_path) as scenario:
        settings = Settings(_env_file=None, data=scenario.file.parent)
        await scenario.deal("Sari", "Budi")
        await scenario.finish_hand()
        plan = BackupPlan(scenario.file, settings.backups, 24)
        await Backups(scenario.app.ledger.copy_to, plan, scenario.clock, here).make()
        await scenario.wait(60)
        await scenario.finish_hand()
    return settings


def deleted(file: Path) -> None:
    for ending in ("", "-wal"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def emptied(file: Path) -> None:
    deleted(file)
    file.touch()


def without_tables(file: Path) -> None:
    deleted(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE gone (id)")
        connection.execute("DROP TABLE gone")


def overwritten(file: Path) -> None:
    deleted(file)
    file.write_bytes(b"no database" * 1000)


def damaged(file: Path) -> None:
    from tests.features.doctor.test_examined_database import damage

    damage(file)


async def opened(settings: Settings) -> None:
    await (await Ledger.open(settings.database, now=lambda: datetime.now(UTC))).close()


async def refusal_of(settings: Settings) -> str:
    """Why Kiu does not start, by its check of the folder or by its ledger."""
    if said := lost_database(settings):
        return said
    try:
        await opened(settings)
    except (Damaged, Lost) as error:
        return str(error)
    return ""


@pytest.mark.parametrize("done", [deleted, emptied, without_tables, overwritten])
async def test_a_lost_database_is_no_fresh_start(settings: Settings, done: Callable[[Path], None]) -> None:
    from bot.features.doctor.database_probes import examine_database
    from bot.features.doctor.examining import exit_code

    beside = settings.database_file.with_name("kiu.sqlite3.newest")
    assert await refusal_of(settings) == ""
    told = beside.read_bytes()
    done(settings.database_file)

    findings, _ = await examine_database(settings, None)
    assert await refusal_of(settings) != ""
    assert exit_code(findings) == EXIT_CANNOT_START
    (backup,) = backups_in(settings.backups)
    assert str(backup.path) in findings[-1].remedy
    assert beside.read_bytes() == told


async def test_an_older_copy_put_in_its_place_is_noticed(settings: Settings) -> None:
    deleted(settings.database_file)
    shutil.copy(backups_in(settings.backups)[0].path, settings.database_file)

    with pytest.raises(Lost, match="is not the one that Kiu had here"):
        await opened(settings)


async def test_backups_alone_tell_that_there_was_a_database(settings: Settings) -> None:
    deleted(settings.database_file)
    settings.database_file.with_name("kiu.sqlite3.newest").unlink()

    assert "is gone" in lost_database(settings)


async def test_a_restored_backup_may_have_less(settings: Settings) -> None:
    from bot.features.backups.restoring import restore_backup

    deleted(settings.database_file)
    (backup,) = backups_in(settings.backups)

    assert restore_backup(settings, backup.path, accept_loss=True, write=lambda _: None) == 0

    assert await refusal_of(settings) == ""


@pytest.mark.parametrize("done", [deleted, emptied, without_tables, overwritten])
async def test_kiu_begins_anew_only_when_told(settings: Settings, done: Callable[[Path], None]) -> None:
    assert "is in order" in await set_aside(settings)
    done(settings.database_file)

    assert await set_aside(settings) == ""

    await opened(settings)
    assert await refusal_of(settings) == "", "also the next time"


async def test_a_database_that_another_program_locks_is_not_set_aside(settings: Settings) -> None:
    from bot.features.doctor.database_probes import examine_database

    with closing(sqlite3.connect(settings.database_file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        findings, _ = await examine_database(settings, None)
        assert "Another instance" in await set_aside(settings)

    assert not any("damaged" in each.text for each in findings)
    assert await refusal_of(settings) == ""


@pytest.mark.parametrize(
    ("done", "words"), [(deleted, "is gone"), (damaged, "is damaged: database disk image is malformed.")]
)
async def test_the_program_ends_with_2_and_names_the_command(
    settings: Settings, done: Callable[[Path], None], words: str
) -> None:
    done(settings.database_file)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIU_")}
    environment["KIU_DATA"] = str(settings.data)
    ended = await completed(sys.executable, "-m", "bot", cwd=ROOT, env=environment)

    assert ended.returncode == EXIT_CANNOT_START
    assert words in ended.stderr
    assert f"python -m bot restore {backups_in(settings.backups)[0].path}" in ended.stderr
    assert "python -m bot run --new" in ended.stderr
