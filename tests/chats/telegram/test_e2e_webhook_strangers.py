"""Strangers at the address of the webhook."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from bot.chats.telegram_chat import Webhook
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.scenario import SECOND, Scenario


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Scenario]:
    hook = Webhook("https://example.org/telegram", "secret", "127.0.0.1", 0)
    async with Telegram(second=SECOND) as telegram, Scenario(telegram, tmp_path, webhook=hook) as scenario:
        telegram.webhook_address = scenario.chat.webhook_address
        yield scenario


async def test_requests_without_the_secret_are_refused_and_logged(served: Scenario) -> None:
    with capture_logs() as lines:
        async with httpx.AsyncClient() as client:
            for _ in range(3):
                answer = await client.post(
                    f"{served.chat.webhook_address}/telegram",
                    json={},
                    headers={b"X-Telegram-Bot-Api-Secret-Token": b"\xed\xa0\x80"},
                )
                assert answer.status_code == 403
    assert {(each["event"], each["log_level"]) for each in lines} == {
        ("request to the webhook without the secret", "warning")  # of which the log writes one a minute
    }
