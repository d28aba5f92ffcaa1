"""A group for every test that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.bot.fast_database import compiled_once, schema_made_once
from tests.bot.scenario import Scenario
from tests.bot.undrawn import undrawn


@pytest.fixture(autouse=True)
def _made_once() -> Iterator[None]:
    """A ledger that is opened anew has its tables and its statements from the first one; the rest is that of Kiu."""
    with compiled_once(), schema_made_once():
        yield


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A group with nobody in it; its ledger must be sound when the test is over."""
    async with Scenario(tmp_path) as one:
        yield one
        await one.sound()


@pytest.fixture
async def pair(scenario: Scenario) -> Scenario:
    """A hand that Sari and Budi have begun."""
    await scenario.deal("sari", "budi")
    return scenario


@pytest.fixture
async def trio(scenario: Scenario) -> Scenario:
    """A hand that Sari, Budi and Wati have begun."""
    await scenario.deal("sari", "budi", "wati")
    return scenario


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Sari, Budi and Wati in mid-hand; Joko is known but does not sit."""
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("joko", "chips")
    await scenario.do("sari", "start")
    return scenario


@pytest.fixture
async def bank(scenario: Scenario) -> Scenario:
    """A group with an admin and two people."""
    scenario.admins.add("boss")
    for name in ("boss", "sari", "budi"):
        await scenario.do(name, "chips")
    return scenario


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture is drawn, since none is looked at."""
    undrawn(monkeypatch)
