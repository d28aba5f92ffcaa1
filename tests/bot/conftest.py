"""A group for every test that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.bot.fast_database import compiled_once, schema_made_once
from tests.bot.scenario import Scenario
from tests.bot.undrawn import undrawn

ON_BOTH: Final[dict[str, tuple[str, ...]]] = {
    "ledger.test_fingerprint_log": ("test_nothing_is_logged_that_the_disk",),
    "ledger.test_group_renaming": ("test_a_disk",),
    "ledger.test_identities": (),
    "ledger.test_money": (),
    "ledger.test_postings": (),
    "ledger.test_safety": (
        *("test_a_f", "test_a_newer", "test_a_second", "test_every_pragma", "test_the_audit", "test_the_file"),
        *("test_when_the_disk", "test_without_the_hooks"),
    ),
    "ledger.test_sealed_packs": (),
    "ledger.test_stored_and_read": (),
    "ledger.test_storing": ("test_lines",),
    "test_kill": ("test_a_second", "test_asked", "test_the_program"),
    "test_money": (),
    "ledger.test_writer": ("test_a_commit_that_fails", "test_a_query_that_the_disk", "test_the_disk"),
}
"""Modules of tests that run on PostgreSQL too, but for those whose names begin so."""


@pytest.fixture(autouse=True)
def _made_once() -> Iterator[None]:
    """A ledger that is opened anew has its tables and its statements from the first one; the rest is that of Kiu."""
    with compiled_once(), schema_made_once():
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    module = metafunc.module.__name__.removeprefix("tests.bot.")
    if module in ON_BOTH and not metafunc.function.__name__.startswith(ON_BOTH[module]):
        long = metafunc.function.__name__.startswith("test_a_crowd")
        both = [
            pytest.param("", id=pytest.HIDDEN_PARAM),
            pytest.param("postgresql", id="on PostgreSQL", marks=pytest.mark.soak if long else pytest.mark.slow),
        ]
        metafunc.parametrize("_database", both, indirect=True)


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
