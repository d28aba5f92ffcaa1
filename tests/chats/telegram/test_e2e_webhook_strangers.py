"""Strangers at the address of the webhook, while Telegram brings what a group does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from bot.chats.telegram_chat import Webhook
from bot.chats.web_listening import ListenerLimits
from tests.chats.strangers import ELSEWHERE, Strangers, still_open
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.patience import LONGEST_WAIT

LIMITS = ListenerLimits(
    connections=12, connections_per_address=6, silent_seconds=0.3, request_seconds=0.3, reserved_descriptors=64
)
BODY_NEVER_ENDS = (
    "POST /telegram HTTP/1.1\r\nHost: x\r\nX-Telegram-Bot-Api-Secret-Token: {}\r\nContent-Length: 999\r\n\r\n{{"
)


@pytest.fixture
async def strangers() -> AsyncIterator[Strangers]:
    async with Strangers() as made:
        yield made


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Scenario]:
    hook = Webhook("https://example.org/telegram", "secret", "127.0.0.1", 0, limits=LIMITS)
    async with Telegram(second=SECOND) as telegram, Scenario(telegram, tmp_path, webhook=hook) as scenario:
        telegram.webhook_address = scenario.chat.webhook_address
        yield scenario


@pytest.mark.parametrize("said", ["", "POST /tele", BODY_NEVER_ENDS.format("secret"), BODY_NEVER_ENDS.format("guess")])
async def test_a_request_that_stops_in_the_middle_is_given_up(
    served: Scenario, strangers: Strangers, said: str
) -> None:
    silent = await strangers.connect(served.chat.webhook_address)
    silent.send(said)
    if "secret" in said:
        async with asyncio.timeout(LONGEST_WAIT):
            assert (await silent.reader.readline()).startswith(b"HTTP/1.1 408")
    assert await silent.is_cut_off(within=2)


async def test_a_flood_of_strangers_keeps_no_update_out(served: Scenario, strangers: Strangers) -> None:
    telegram, address = served.telegram, served.chat.webhook_address
    for source in (ELSEWHERE, "127.0.0.3", "127.0.0.1"):
        held = await strangers.flood(address, 30, source=source)
    assert await still_open(held, within=0.02) <= LIMITS.connections_per_address

    sari = telegram.person("Sari")
    group = telegram.group("Friday", sari)
    flooding = asyncio.create_task(_go_on(strangers, address))
    await sari.types("/open qiuqiu", in_=group)
    assert served.is_open(group)
    flooding.cancel()


async def _go_on(strangers: Strangers, address: str) -> None:
    while True:
        await strangers.flood(address, 5)
        await asyncio.sleep(0.01)


async def test_the_log_counts_requests_without_the_secret(served: Scenario) -> None:
    with capture_logs() as lines:
        async with httpx.AsyncClient() as client:
            for _ in range(20):
                answer = await client.post(
                    f"{served.chat.webhook_address}/telegram",
                    json={},
                    headers={b"X-Telegram-Bot-Api-Secret-Token": b"\xed\xa0\x80"},
                )
                assert answer.status_code == 403
    assert [(each["event"], each["count"]) for each in lines] == [("requests to the webhook without the secret", 1)]
