"""The webhook: strangers at its address, and updates that wait or hang."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from bot.chats.telegram_chat import Webhook
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


@pytest.fixture
async def served(telegram: Telegram, tmp_path: Path) -> AsyncIterator[Scenario]:
    hook = Webhook("https://example.org/telegram", "secret", "127.0.0.1", 0)
    async with Scenario(telegram, tmp_path, webhook=hook) as scenario:
        telegram.webhook_address = scenario.chat.webhook_address
        yield scenario


async def test_requests_without_the_secret_are_refused_and_logged(served: Scenario) -> None:
    with capture_logs() as lines:
        async with httpx.AsyncClient() as client:
            for secret in (b"", b"another secret", b"\xed\xa0\x80"):
                answer = await client.post(
                    f"{served.chat.webhook_address}/telegram",
                    json={"update_id": 1, "message": {}},
                    headers={b"X-Telegram-Bot-Api-Secret-Token": secret},
                )
                assert answer.status_code == 403
    assert {(each["event"], each["log_level"]) for each in lines} == {
        ("request to the webhook without the secret", "warning")  # of which the log writes one a minute
    }


async def test_a_command_that_waits_when_the_process_dies_comes_again(
    telegram: Telegram, served: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    telegram.deliver_by_webhook()
    await served.sit(group, sari, budi)
    with telegram.server.held("getChatMember"), telegram.server.held("getChatAdministrators"):
        await sari.types("/bank_grant Budi 100 birthday !", in_=group, wait=False)
        (update,) = telegram.updates.waiting
        # Long enough for an answer that nothing holds back.
        await asyncio.sleep(0.1)
        assert telegram.updates.waiting == [update]
        await served.die()
    await served.begin()
    telegram.webhook_address = served.chat.webhook_address
    telegram.deliver_by_webhook()

    await telegram.handled(update)
    await telegram.confirmed(update)
    assert await served.total_chips(budi, group) == 2000 + 100


async def test_an_update_that_hangs_is_confirmed_in_the_end(
    telegram: Telegram, served: Scenario, group: Chat, sari: Person
) -> None:
    server = served.chat._server
    assert server is not None
    server._timeouts = replace(server._timeouts, handling=0.1)
    telegram.deliver_by_webhook()
    with telegram.server.held("getChatMember"):
        await sari.types("/house_set ante 20", in_=group, wait=False)
        (update,) = telegram.updates.waiting
        await telegram.confirmed(update)
        assert telegram.calls("getChatMember") == []
    await telegram.until("the question about Sari", lambda: bool(telegram.calls("getChatMember")))
