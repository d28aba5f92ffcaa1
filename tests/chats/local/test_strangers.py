"""Connections that send what they like, or read nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

from bot.chats.local_chat import Limits, place_of
from bot.environment.logs import OnceAMinute
from bot.messages import Message
from tests.chats.local.served_room import ServedRoom, served_room, token
from tests.patience import LONGEST_WAIT

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@asynccontextmanager
async def connection(served: ServedRoom, sent: bytes) -> AsyncIterator[asyncio.StreamReader]:
    """Open a connection and send this at once."""
    where = urlsplit(served.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(sent)
    yield reader
    writer.transport.abort()


def coming_in() -> bytes:
    """Return what a browser sends to let Sari in, its one frame masked with zeros."""
    hello = f'{{"type":"hello","token":"{token()}","name":"Sari"}}'
    return UPGRADE + b"\x81\xfe" + len(hello).to_bytes(2, "big") + bytes(4) + hello.encode()


async def test_a_guest_who_answers_no_ping_is_gone_and_the_others_see_it() -> None:
    async with served_room(limits=Limits(heartbeat_seconds=0.2, closing_seconds=0.1)) as served:
        budi = await served.person("Budi")
        async with connection(served, coming_in()):
            for people in (2, 1):
                while len((await budi.next("people"))["people"]) != people:
                    pass


async def test_a_guest_who_reads_nothing_is_let_go() -> None:
    """Without it the frames for them would be kept for ever."""
    main, limits = place_of("main"), Limits(heartbeat_seconds=0.3, closing_seconds=0.1)
    async with served_room(limits=limits) as served, connection(served, coming_in()) as deaf:
        await deaf.readuntil(b"\r\n\r\n")
        await deaf.read(10)
        deaf._transport.pause_reading()  # type: ignore[attr-defined]
        for number in range(100):
            await served.room.post(main, Message(f"{number}", ("x" * 100_000,)))
        async with asyncio.timeout(LONGEST_WAIT):
            while served.room._channels[main].tabs:  # noqa: ASYNC110 - the room tells nobody
                await asyncio.sleep(0.05)


async def test_requests_that_are_none_make_one_line_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 0.0
    counting = OnceAMinute(lambda: at)
    for name in ("aiohttp.server", "aiohttp.websocket"):
        monkeypatch.setattr(logging.getLogger(name), "filters", [counting])
    async with served_room() as served:
        origin = {"Origin": served.address.rstrip("/")}

        async def nonsense(count: int) -> None:
            for _ in range(count):
                async with connection(
                    served, b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n"
                ) as wrong:
                    await asyncio.wait_for(wrong.read(), LONGEST_WAIT)
                odd = await served.session.ws_connect(served.address + "ws", protocols=["odd"], headers=origin)
                odd._response.close()

        await nonsense(10)
        at = 61.0
        await nonsense(1)
    lines = [each.getMessage() for each in caplog.records if each.name.startswith("aiohttp.")]
    assert len(lines) == 4
    assert sum("(and 9 more since the last such line)" in each for each in lines) == 2


def test_lines_of_different_kinds_do_not_hide_each_other() -> None:
    counting = OnceAMinute(lambda: 0.0)
    said = [("a", 1), ("a", 2), ("b", 1)]
    passed = [
        counting.filter(logging.LogRecord("x", logging.ERROR, "", 1, f"{kind} %s", (number,), None))
        for kind, number in said
    ]
    assert passed == [True, False, True]
