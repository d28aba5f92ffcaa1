"""Calls to Telegram look for no module that is not there."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from types import ModuleType

import pytest
from httpcore import _synchronization as locks

from bot.chats.telegram_chat import network

LOOKED_FOR = "sniffio"
"""What httpcore imports for every lock, if it is there."""


class Searches(MetaPathFinder):
    """Finds nothing, and notes what was looked for."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        self.names.append(fullname)


@pytest.mark.skipif(find_spec(LOOKED_FOR) is not None, reason="it is there")
def test_what_is_missing_is_not_looked_for_at_every_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    assert network.API_URL
    searches = Searches()
    monkeypatch.setattr(sys, "meta_path", [searches, *sys.meta_path])

    async def made() -> str:
        return locks.current_async_library()

    assert asyncio.run(made()) == "asyncio"
    assert LOOKED_FOR not in searches.names
