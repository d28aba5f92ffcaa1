"""The disks of this machine, as a ledger uses them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bot.ledger import LOCAL, CannotOpen, Ledger, queries
from bot.ledger.storage import REWRITTEN_AT_ONCE
from tests.bot.ledger.conftest import now, url_of
from tests.bot.ledger.test_disk_errors import ANN, given


def test_a_file_that_is_written_again_is_as_it_was_and_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, synced = tmp_path / "file", []
    content = os.urandom(REWRITTEN_AT_ONCE * 2 + 7)
    file.write_bytes(content)
    before = file.stat()
    os.utime(file, (1, 1))
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    LOCAL.rewrite(file)
    assert file.read_bytes() == content
    assert file.stat().st_mtime > 1
    assert synced == [before.st_ino]


async def test_the_log_that_a_killed_process_left_is_written_again_before_it_is_read(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left" / path.name
    left.parent.mkdir()
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit(given(0))
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{left}{ending}")

    def fail(_: Path) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(LOCAL, "rewrite", fail)
        with pytest.raises(CannotOpen, match="Input/output error"):
            await Ledger.open(url_of(left), now=now)
    async with await Ledger.open(url_of(left), now=now) as ledger:
        assert await ledger.read(queries.balance, ANN) == 10


def test_a_file_has_what_is_written_over_its_beginning_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    file = LOCAL.open(tmp_path / "file")
    file.write(b"position 10")
    file.write(b"POSITION")
    file.close()
    again = LOCAL.open(tmp_path / "file")
    again.sync()
    again.close()

    assert (tmp_path / "file").read_bytes() == b"POSITION 10"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600
    assert LOCAL.size(tmp_path / "file") == 11
    assert LOCAL.size(tmp_path / "missing") == 0


def test_a_file_that_others_could_read_is_theirs_to_read_no_longer(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "file").chmod(0o644)
    LOCAL.open(tmp_path / "file").close()

    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


def test_a_file_that_has_to_be_new_takes_the_place_of_none(tmp_path: Path) -> None:
    LOCAL.open(tmp_path / "file", new=True).close()

    with pytest.raises(FileExistsError):
        LOCAL.open(tmp_path / "file", new=True)


def test_what_is_synced_is_the_file_that_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    file = LOCAL.open(tmp_path / "file")
    file.sync()
    file.close()
    LOCAL.sync_folder(tmp_path)

    assert synced == [(tmp_path / "file").stat().st_ino, tmp_path.stat().st_ino]


def test_a_locked_file_is_locked_for_everybody_else_until_it_is_closed(tmp_path: Path) -> None:
    held = LOCAL.lock(tmp_path / "lock")
    for _ in range(2):  # whoever was refused has let nothing go
        with pytest.raises(BlockingIOError):
            LOCAL.lock(tmp_path / "lock")
    held.close()
    LOCAL.lock(tmp_path / "lock").close()
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600


def test_a_folder_is_made_with_those_around_it_and_only_this_user_looks_into_it(tmp_path: Path) -> None:
    for _ in range(2):
        LOCAL.make_folder(tmp_path / "a" / "b")

    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert LOCAL.free(tmp_path / "a") > 0


def test_a_file_takes_the_place_and_keeps_the_time_of_its_own(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    new.write_bytes(b"new")
    os.utime(new, (7, 7))
    LOCAL.rename(new, old)

    assert old.read_bytes() == b"new"
    assert LOCAL.modified_at(old) == 7
    assert (LOCAL.exists(old), LOCAL.exists(new)) == (True, False)
