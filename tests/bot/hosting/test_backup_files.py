"""The files of backups: which are kept, and what their names tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.hosting.backup_files import BackupFile, Kept, backups_in, name_of, named, to_remove

NOW = datetime(2026, 11, 22, 20, 30, tzinfo=UTC)
LONG = timedelta(days=1000)


def _hourly(hours: int) -> list[BackupFile]:
    """A backup an hour, the newest at the present moment."""
    moments = [NOW - timedelta(hours=number) for number in range(hours)]
    return [BackupFile(Path(f"{made:%m-%d %H}"), made, stopped=False, digest="") for made in reversed(moments)]


def _left(backups: list[BackupFile], kept: Kept, longest: timedelta = LONG) -> list[str]:
    removed = to_remove(backups, kept, longest, NOW)
    return [str(each.path) for each in backups if each not in removed]


def test_the_newest_of_each_hour_day_and_week_are_kept() -> None:
    left = _left(_hourly(24 * 60), Kept(3, 2, 3))
    # A week begins on Monday: the 22nd, the 15th and the 8th of November 2026 are Sundays.
    assert left == ["11-08 23", "11-15 23", "11-21 23", "11-22 18", "11-22 19", "11-22 20"]


def test_day_by_day_nothing_is_left_out_by_removing_again_and_again() -> None:
    kept, backups = Kept(24, 7, 4), list[BackupFile]()
    for each in _hourly(24 * 60):
        backups.append(each)
        removed = to_remove(backups, kept, LONG, each.made)
        backups = [other for other in backups if other not in removed]
    assert [str(each.path) for each in backups] == _left(_hourly(24 * 60), kept)
    assert len(backups) == 24 + 5 + 3, "the newest of two days are among those of the latest hours"


def test_nothing_is_kept_longer_than_the_host_has_set_however_few_there_are() -> None:
    backups = [each for each in _hourly(24 * 60) if each.made < NOW - timedelta(days=40)]
    assert _left(backups, Kept(24, 7, 4))
    assert _left(backups, Kept(24, 7, 4), timedelta(days=30)) == []


def test_one_that_the_host_has_asked_for_in_between_is_not_gone_with_the_next() -> None:
    older, newer = (
        BackupFile(Path(name), NOW + timedelta(minutes=minutes), stopped=False, digest="")
        for name, minutes in (("older", 1), ("newer", 2))
    )
    assert _left([older, newer], Kept(24, 7, 4)) == ["older", "newer"]
    assert _left([older, newer], Kept(1, 7, 4)) == _left([older, newer], Kept(0, 1, 0)) == ["newer"]


def test_a_name_tells_when_how_and_of_what(tmp_path: Path) -> None:
    content = tmp_path / "kiu-partial.sqlite3"
    content.write_bytes(b"content")
    path = content.rename(tmp_path / name_of(NOW, content, stopped=True))
    backup = named(path)
    assert backup is not None
    assert (backup.made, backup.stopped) == (NOW, True)
    assert backup.digest == "ed7002b439e9ac84"
    for other in ("kiu.sqlite3", "kiu-partial.sqlite3", path.name[:-4] + ".old", path.name.replace("T2", "T9")):
        (tmp_path / other).touch()
    assert backups_in(tmp_path) == [backup]
    assert backups_in(tmp_path / "nowhere") == []
