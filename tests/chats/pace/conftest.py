"""Evenings start as quickly as the tests of Telegram do."""

from __future__ import annotations

import sys

import pytest

from tests.chats.telegram.conftest import fast_start
from tools.pace.discord_evening import discord_evening
from tools.pace.telegram_evening import telegram_evening

__all__ = ["fast_start"]


@pytest.fixture
def even_latency(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call takes as long as any other: which of two at the same moment is first must not matter."""
    for evening in (discord_evening, telegram_evening):
        monkeypatch.setattr(sys.modules[evening.__module__], "LATENCY", (0.12, 0.12))
