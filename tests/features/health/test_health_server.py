"""The health server: a Kiu whose writer hangs does not look healthy to anybody."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from sqlalchemy import Connection

from bot.chats.not_served import PortTaken
from bot.environment.metrics import Metrics
from bot.features.health.answers import Health
from bot.features.health.health_server import HealthServer
from bot.hosting.served_chats import ServedChats
from bot.ledger import Ledger
from tests.bot import test_service_manager
from tests.bot.failing_disk import full_disk
from tests.bot.metric_samples import samples, value
from tests.bot.test_service_manager import SOON

ledger, hanging = test_service_manager.ledger, test_service_manager.hanging


async def takes_it() -> bool:
    """The disk takes everything."""
    return True


@asynccontextmanager
async def serving(
    answers: Callable[[], Awaitable[None]],
    metrics: Metrics,
    chats: ServedChats,
    *,
    can_store: Callable[[], Coroutine[Any, Any, bool]] = takes_it,
    answer_seconds: float = SOON,
) -> AsyncIterator[Callable[[str], Awaitable[tuple[int, str]]]]:
    """A health server; gives how to ask it."""
    server = HealthServer("127.0.0.1", 0, Health(answers, chats.ready, can_store, answer_seconds), metrics)
    address = await server.start()
    try:
        async with aiohttp.ClientSession() as session:

            async def ask(path: str) -> tuple[int, str]:
                async with session.get(address + path) as response:
                    return response.status, await response.text()

            yield ask
    finally:
        await server.stop()


async def test_it_is_healthy_while_the_writer_answers_and_not_while_it_hangs(
    ledger: Ledger, hanging: Callable[[], asyncio.Future[None]]
) -> None:
    metrics = Metrics()
    chats = ServedChats([], metrics)
    async with serving(ledger.answers, metrics, chats, answer_seconds=1) as ask:
        assert await ask("/healthz") == (200, "ok\n")
        hung, many = hanging(), [ask("/healthz") for _ in range(5)]
        assert await asyncio.gather(*many) == [(503, "The writer has not answered for 1 s.\n")] * 5
        assert ledger.waiting.reads == 1, "whoever asks waits with the others"
        assert (await ask("/metrics"))[0] == 200, "what can be told without the writer is told"
        hung.cancel()


async def test_a_page_elsewhere_reads_nothing_under_a_name_of_its_own(ledger: Ledger) -> None:
    metrics = Metrics()
    server = HealthServer("127.0.0.1", 0, Health(ledger.answers, dict, takes_it), metrics)
    address = await server.start()
    try:
        async with aiohttp.ClientSession() as session:
            for path in ("/healthz", "/readyz", "/metrics"):
                for host, status in (("evil.example", 421), ("localhost:8080", 200), ("127.0.0.1", 200)):
                    async with session.get(address + path, headers={"Host": host}) as response:
                        assert (path, host, response.status) == (path, host, status)
    finally:
        await server.stop()


async def test_nobody_is_ready_while_the_disk_is_full(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(connection: Connection) -> None:
        raise full_disk()

    chats = ServedChats(["local"], metrics := Metrics())
    chats.resumed("local")
    async with serving(ledger.answers, metrics, chats, can_store=ledger.can_store) as ask:
        assert await ask("/readyz") == (200, "local: ready\n")
        with monkeypatch.context() as patch:
            patch.setattr("bot.ledger.ledger.write_version", fails)
            assert await ask("/readyz") == (503, "local: ready\nstorage: not ready\n")
        assert await ask("/readyz") == (200, "local: ready\n")


async def test_every_chat_that_is_set_up_has_to_be_ready() -> None:
    metrics, connected = Metrics(), True
    chats = ServedChats(["local", "telegram"], metrics)

    async def answers() -> None:
        """The writer has nothing to do."""

    async with serving(answers, metrics, chats) as ask:
        assert await ask("/readyz") == (503, "local: not ready\ntelegram: not ready\n")
        chats.resumed("local")
        assert await ask("/readyz") == (503, "local: ready\ntelegram: not ready\n")
        chats.resumed("telegram", lambda: connected)
        assert await ask("/readyz") == (200, "local: ready\ntelegram: ready\n")
        assert value((await ask("/metrics"))[1], "kiu_platform_ready", platform="telegram") == 1
        connected = False
        assert (await ask("/readyz"))[0] == 503
        assert value((await ask("/metrics"))[1], "kiu_platform_ready", platform="telegram") == 0
        connected = True
        chats.refused("telegram")
        assert (await ask("/readyz"))[0] == 503


async def test_nothing_else_is_served_and_nothing_can_be_changed() -> None:
    metrics = Metrics("1.2.3")

    async def answers() -> None:
        """The writer has nothing to do."""

    async with serving(answers, metrics, ServedChats([], metrics)) as ask:
        for path in ("/", "/metrics/", "/healthz/../metrics/x", "/index.html", "/.env"):
            assert (await ask(path))[0] == 404
        status, text = await ask("/metrics")
        assert status == 200
        assert samples(text)["kiu_build_info", (("version", "1.2.3"),)] == 1


async def test_an_address_that_is_taken_is_said_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        async def answers() -> None:
            """The writer has nothing to do."""

        server = HealthServer("127.0.0.1", port, Health(answers, dict, takes_it), Metrics())
        with pytest.raises(PortTaken, match=f"The health server cannot listen on 127.0.0.1:{port}: "):
            await server.start()
