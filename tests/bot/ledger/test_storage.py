"""The disks of this machine, as a ledger uses them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bot.ledger import LOCAL, CannotOpen, Ledger
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
        assert await ledger.balance(ANN) == 10
