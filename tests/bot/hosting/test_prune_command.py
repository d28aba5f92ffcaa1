"""The command ``prune``: what the host is told, whether Kiu runs or not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.environment.clock import ManualClock
from bot.environment.settings import Settings
from bot.hosting.control_socket import ControlSocket, Request
from bot.hosting.pruning import prune, pruning
from bot.ledger import Ledger
from tests.bot.hosting.test_archive_backups import PLACE, drawing, post
from tests.bot.ledger.conftest import now, url_of
from tests.bot.scenario import empty_database


async def told(folder: Path) -> list[str]:
    said: list[str] = []
    assert await prune(Settings(data=folder), 365, ManualClock(now()), said.append) == 0
    return said


async def test_the_running_kiu_does_it_and_without_one_the_command(tmp_path: Path) -> None:
    assert await told(tmp_path) == ["There is no database yet."]
    await empty_database(tmp_path)
    file = tmp_path / "kiu.sqlite3"
    moved = ["1 pictures moved …", f"Moved to {file}.archives: 0 hands, 1 pictures."]
    clock = ManualClock(now() + timedelta(seconds=1))
    async with await Ledger.open(url_of(file), now=now) as ledger:
        await ledger.commit((post(1),))
        async with ControlSocket(tmp_path, {Request.PRUNE: pruning(ledger, clock)}):
            assert await told(tmp_path) == moved
            assert await told(tmp_path) == ["Nothing is older than 365 days that was not moved."]
        await ledger.commit((post(2),))
    assert await told(tmp_path) == moved
    assert drawing(2) not in file.read_bytes(), "nobody plays, so the file is written anew"
    async with await Ledger.open(url_of(file), now=now) as ledger:
        assert [each.picture for each in await ledger.posts(PLACE, 100)] == [drawing(1), drawing(2)]
