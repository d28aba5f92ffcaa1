"""What is logged of updates and jobs that fail: as an error only what is one of Kiu's own."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import cast

import pytest
from structlog.testing import capture_logs
from telegram import Bot, Chat, Message, Update
from telegram.error import BadRequest, NetworkError, RetryAfter, TimedOut

from bot.chats.telegram_chat.api_calls import Timeouts
from bot.chats.telegram_chat.context import BackgroundTasks
from bot.chats.telegram_chat.receiving import Polling
from bot.ledger import LedgerClosed, NotStored

UPDATE = Update(1, message=Message(1, datetime(2026, 1, 1, tzinfo=UTC), Chat(-5, "supergroup")))


@pytest.mark.parametrize(
    ("error", "level", "event"),
    [
        (NotStored("disk I/O error"), "warning", "update not handled"),
        (LedgerClosed("it is closed"), "warning", "update not handled"),
        (KeyError("planted"), "error", "update failed"),
    ],
)
async def test_an_update_that_comes_again_has_not_failed(error: Exception, level: str, event: str) -> None:
    async def handle(update: Update) -> None:
        raise error

    with capture_logs() as logged:
        await Polling(cast(Bot, None), handle, Timeouts(retry_delay=0)).receive([UPDATE])
    assert [(each["log_level"], each["event"]) for each in logged] == [(level, event)]


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (NetworkError("Bad Gateway"), "warning"),
        (TimedOut(), "warning"),
        (RetryAfter(3), "warning"),
        (BadRequest("Message is too long"), "error"),
        (KeyError("planted"), "error"),
    ],
)
async def test_a_network_that_fails_is_no_error_of_a_job(error: Exception, level: str) -> None:
    async def job() -> None:
        raise error

    tasks = BackgroundTasks()
    with capture_logs() as logged:
        tasks.run(job())
        await asyncio.sleep(0)
    assert [each["log_level"] for each in logged] == [level]
