"""The drill: backups under load, each restored and played on from; and a large database within a minute."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import open_app
from bot.environment.settings import Settings
from bot.features.backups.backing_up import BackupPlan, Backups
from bot.features.backups.queries import check_file
from bot.features.backups.restoring import restore_backup
from bot.features.backups.separate_process import in_process
from bot.hosting.backup_files import backups_in
from bot.ledger import Ledger
from tests.bot.fast_database import fast_database
from tests.bot.ledger.conftest import now, url_of
from tests.bot.scenario import Scenario, empty_database
from tests.features.backups.test_backing_up import here
from tests.patience import until

GAMES = {"main": "qiuqiu", "second": "koo-kiew", "third": "quan-dui"}
GIGABYTE = 1_000_000_000


async def _play(scenario: Scenario) -> None:
    """All three games at once, until cancelled."""
    await scenario.let_computers_play()
    for channel, game in GAMES.items():
        await scenario.sit(f"sari{channel}", f"budi{channel}", game=game, channel=channel)
        await scenario.do(f"sari{channel}", "start", channel=channel)
    while True:
        for channel in GAMES:
            if scenario.is_open(channel) and (hand := scenario.state(channel).playing) is not None:
                for seat in hand.round.awaited:
                    options = hand.round.options(seat)
                    action = (*options.ready, *options.synonyms)[0]
                    name = hand.players[seat].removeprefix("test:")
                    await scenario.say(name, f"{action.verb} {action.amount or action.choice}".strip(), channel=channel)
                    break
        await scenario.wait(7)


@pytest.mark.parametrize("count", [3, pytest.param(100, marks=[pytest.mark.soak, pytest.mark.timeout(900)])])
async def test_every_backup_under_load_is_restored_and_audited(tmp_path: Path, count: int) -> None:
    async with Scenario(tmp_path) as scenario:
        plan = BackupPlan(scenario.file, tmp_path / "backups", count)
        backups = Backups(scenario.app.ledger.copy_to, plan, scenario.clock, here)
        playing = asyncio.create_task(_play(scenario))
        hands: list[int] = []
        await until(lambda: any(table.state.playing for table in scenario.app.tables.all_open()))
        for _ in range(count):
            await asyncio.sleep(0.2)
            hands.append(check_file((await backups.make()).path).records)
        assert not playing.done()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await scenario.sound()
        assert hands == sorted(hands)
        assert hands[-1] > hands[0] >= 0 or count < 100
        running = 0
        for number, backup in enumerate(backups_in(tmp_path / "backups")):
            folder = tmp_path / f"restored-{number}"
            code = restore_backup(Settings(data=folder), backup.path, accept_loss=True, write=lambda _: None)
            assert code == 0
            with closing(sqlite3.connect(folder / "kiu.sqlite3")) as connection:
                query = "SELECT count(*) FROM hand WHERE closed_at IS NULL"
                running += connection.execute(query).fetchone()[0]
            url = url_of(folder / "kiu.sqlite3")
            with fast_database():
                async with open_app(url, chats={}, clock=scenario.clock, entropy=scenario.entropy) as app:
                    await app.resume()
                    await app.wait_until_idle()
                    assert app.tables.all_open() == []
                    assert (await app.ledger.audit()).sound
        assert running, "no hand was ever running"


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_a_gigabyte_is_backed_up_and_restored_within_a_minute_each(tmp_path: Path) -> None:
    await empty_database(tmp_path)
    file = tmp_path / "kiu.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        for number in range(GIGABYTE // 100_000):
            row = ("local:home", number, "{}", os.urandom(96_000))
            connection.execute("INSERT INTO post (place, number, body, picture) VALUES (?, ?, ?, ?)", row)
    assert file.stat().st_size > 0.95 * GIGABYTE
    plan = BackupPlan(file, tmp_path / "backups", 1)
    async with await Ledger.open(url_of(file), now=now) as ledger:
        began = time.monotonic()
        async with Scenario(tmp_path / "clock") as scenario:
            backup = await Backups(ledger.copy_to, plan, scenario.clock, in_process).make()
        assert time.monotonic() - began < 60
    began, folder = time.monotonic(), tmp_path / "restored"
    said: list[str] = []
    assert restore_backup(Settings(data=folder), backup.path, accept_loss=True, write=said.append) == 0, said
    assert time.monotonic() - began < 60
