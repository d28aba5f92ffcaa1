"""The command ``prune``: what the host is told, whether Kiu runs or not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.environment.settings import Settings
from bot.features.backups.pruning import prune, pruning
from bot.hosting.control_socket import ControlSocket
from tests.bot.scenario import Scenario


async def told(scenario: Scenario) -> list[str]:
    said: list[str] = []
    assert await prune(Settings(data=scenario.file.parent), 365, scenario.clock, said.append) == 0
    return said


async def test_the_running_kiu_does_it_and_without_one_the_command(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        await scenario.finish_hand()
        await scenario.do("sari", "close")
        # Only the date: what is due each hour would take a minute.
        scenario.clock.ahead = timedelta(days=400)
        async with ControlSocket(scenario.file.parent, {"prune": pruning(scenario.app.ledger, scenario.clock)}):
            assert await told(scenario) == ["Pruned: 1 hands."]
        await scenario.end()
        assert await told(scenario) == ["No hand older than 365 days has a journal or a record."]
        await scenario.begin()


async def test_without_a_database_there_is_nothing_to_prune(tmp_path: Path) -> None:
    said: list[str] = []
    async with Scenario(tmp_path / "other") as scenario:
        assert await prune(Settings(data=tmp_path), 365, scenario.clock, said.append) == 0
    assert said == ["There is no database yet."]
