"""What is logged of updates and jobs that fail: as an error only what is one of Kiu's own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs
from telegram import Chat, Message, Update
from telegram.error import BadRequest, NetworkError, RetryAfter, TimedOut

from bot.chats.telegram_chat.context import BackgroundTasks, TelegramContext
from bot.chats.telegram_chat.updates import UpdateHandler
from bot.ledger import LedgerClosed, NotStored

UPDATE = Update(1, message=Message(1, datetime(2026, 1, 1, tzinfo=UTC), Chat(-5, "supergroup")))


def failing_with(error: Exception) -> UpdateHandler:
    """A handler for which nothing can be read of whoever an update comes from."""

    async def recall(*_: Any) -> None:
        raise error

    return UpdateHandler(cast(TelegramContext, SimpleNamespace(recall=recall, sender=SimpleNamespace(), bot=None)))


@pytest.mark.parametrize(
    ("error", "level", "event"),
    [
        (NotStored("disk I/O error"), "warning", "update not handled"),
        (LedgerClosed("it is closed"), "warning", "update not handled"),
        (KeyError("planted"), "error", "update failed"),
    ],
)
async def test_an_update_that_comes_again_has_not_failed(error: Exception, level: str, event: str) -> None:
    with capture_logs() as logged, suppress(NotStored, LedgerClosed):
        await failing_with(error).handle(UPDATE)
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
