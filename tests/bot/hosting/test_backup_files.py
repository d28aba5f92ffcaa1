"""The files of backups: which are kept, and what their names tell."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.hosting.backup_files import backups_in, name_of, named

NOW = datetime(2026, 11, 22, 20, 30, tzinfo=UTC)


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
