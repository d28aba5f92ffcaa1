"""Fixtures: Telegram's double, a Kiu that is connected to it, and a group of people."""

from __future__ import annotations

import ssl
import sys
from collections.abc import AsyncIterator, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.live import public_messages
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario


@pytest.fixture(scope="session", autouse=True)
def fast_start() -> Iterator[None]:
    """Make the library read its certificates once instead of for each bot, and look once for what is not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        if find_spec("sniffio") is None:
            # It is looked for in every folder before each step of each call.
            patch.setitem(sys.modules, "sniffio", None)
        yield


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    """Telegram's double, which must have found no fault when the test is over."""
    async with Telegram(second=SECOND) as one:
        yield one


@pytest.fixture
async def scenario(telegram: Telegram, tmp_path: Path) -> AsyncIterator[Scenario]:
    """A Kiu on Telegram; its ledger must be sound when the test is over, and nothing have failed."""
    with capture_logs() as logged, pytest.MonkeyPatch.context() as patch:
        patch.setattr(public_messages, "LOBBY_SECONDS", 0.0)
        async with Scenario(telegram, tmp_path) as one:
            yield one
            await one.sound()
    errors = [entry for entry in logged if entry["log_level"] == "error"]
    assert [entry for entry in errors if entry["event"] not in one.expected_errors] == []


@pytest.fixture
def sari(telegram: Telegram) -> Person:
    return telegram.person("Sari")


@pytest.fixture
def budi(telegram: Telegram) -> Person:
    return telegram.person("Budi", language="id")


@pytest.fixture
def dewi(telegram: Telegram) -> Person:
    return telegram.person("Dewi")


@pytest.fixture
def group(telegram: Telegram, sari: Person, budi: Person, dewi: Person) -> Chat:
    """A group that Sari made."""
    return telegram.group("Friday dominoes", sari, budi, dewi)
