"""Evenings of both platforms on processes that are killed, frozen, upgraded and cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postgresql import server
from tools.failing_processes.evening import SETTINGS, Plan, evening
from tools.failing_processes.stored import faults

SHORT = Plan(processes=3, groups=3, failures=(("kill", 3), ("freeze", 1), ("upgrade", 1), ("cut", 1)))

MANY = (("kill", 500), ("freeze", 200), ("upgrade", 20), ("cut", 40), ("restart", 5), ("jump", 20), ("full", 1))

LONG = Plan(processes=5, groups=6, failures=MANY, pause=(0.5, 1.5), at_once=2)


# A process that is killed leaves half a request.
@pytest.mark.filterwarnings("ignore:unread_data")
@pytest.mark.parametrize(
    "plan", [SHORT, pytest.param(LONG, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])], ids=["short", "long"]
)
async def test_nothing_is_lost_or_doubled_while_processes_fail(plan: Plan, tmp_path: Path) -> None:
    with server(*SETTINGS) as postgresql:
        database = postgresql.new_database()
        told = await evening(plan, postgresql, database, tmp_path)
        assert await faults(told, database, tmp_path) == []
    assert sum(told.failures.happened.values()) == sum(times for _, times in plan.failures)
    assert len(told.carried_out) > 10 * plan.groups


LONGER = (("wake-ups-trusted", ("full", 1)), ("no-key", ("freeze", 1)))
FAULTS = (pytest.param(*each, marks=[pytest.mark.soak, pytest.mark.timeout(1200)]) for each in LONGER)


@pytest.mark.filterwarnings("ignore:unread_data")
@pytest.mark.parametrize(("plant", "failures"), [("frozen-trusted", ("freeze", 3)), *FAULTS])
async def test_planted_faults_keep_people_waiting(plant: str, failures: tuple[str, int], tmp_path: Path) -> None:
    with server(*SETTINGS) as postgresql:
        database, plan = postgresql.new_database(), Plan(failures=(failures,), frozen=(12, 14), plant=plant)
        found = await faults(await evening(plan, postgresql, database, tmp_path), database, tmp_path)
    assert any("were durable within" in each for each in found)
