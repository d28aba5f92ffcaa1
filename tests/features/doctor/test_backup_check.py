"""What the doctor says of backups."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chats.findings import Kind
from bot.environment.settings import Settings
from bot.features.doctor.backups import backup_findings
from bot.hosting.backup_files import name_of

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def told(
    folder: Path, *ages: timedelta, every: timedelta = HOUR, running_for: timedelta | None = None
) -> list[tuple[Kind, str]]:
    """What is said where backups of these ages are in a folder."""
    backups = folder / "backups"
    backups.mkdir()
    for age in ages:
        (backups / "new").write_bytes(os.urandom(8))
        (backups / "new").rename(backups / name_of(NOW - age, backups / "new", stopped=False))
    settings = Settings(_env_file=None, data=folder, backup_every=every)
    findings = list(backup_findings(settings, NOW, None if running_for is None else NOW - running_for))
    assert all(each.remedy for each in findings if each.kind is not Kind.GOOD)
    return [(each.kind, each.text) for each in findings]


def test_the_newest_backup_and_the_disk_that_it_is_on_are_told(tmp_path: Path) -> None:
    assert told(tmp_path, 3 * HOUR, HOUR, running_for=9 * HOUR) == [
        (
            Kind.GOOD,
            f"The newest backup is from 2026-07-01 11:00 UTC; 2 are kept in {tmp_path / 'backups'}. "
            "While Kiu runs one is made every 1h.",
        ),
        (Kind.NOTE, "They are on the disk of the database, so both are lost if it breaks."),
    ]


@pytest.mark.parametrize(
    ("ages", "running_for", "kind"),
    [
        ([], None, Kind.GOOD),
        ([3 * HOUR], None, Kind.GOOD),
        ([2 * HOUR], 9 * HOUR, Kind.GOOD),
        ([3 * HOUR], 9 * HOUR, Kind.FAULT),
        ([3 * HOUR], 2 * HOUR, Kind.GOOD),
        ([], 2 * HOUR, Kind.GOOD),
        ([], 3 * HOUR, Kind.FAULT),
    ],
)
def test_a_backup_is_missed_only_while_kiu_runs(
    tmp_path: Path, ages: list[timedelta], running_for: timedelta | None, kind: Kind
) -> None:
    assert told(tmp_path, *ages, running_for=running_for)[0][0] is kind


def test_where_none_are_made_the_host_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, every=timedelta(0), running_for=99 * HOUR) == [
        (Kind.NOTE, "There is no backup. None is made, since KIU_BACKUP_EVERY is 0.")
    ]
