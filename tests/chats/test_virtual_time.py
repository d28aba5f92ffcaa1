"""Virtual time: an hour passes at once, but never while bytes or threads are on their way."""

from __future__ import annotations

import asyncio
import time

import pytest
from aiohttp import ClientSession, web

from tests.chats.virtual_time import VirtualClock, in_virtual_time
from tests.patience import LONGEST_WAIT


def test_waiting_takes_no_time() -> None:
    async def story() -> float:
        began = VirtualClock().utc()
        await asyncio.sleep(3600)
        return (VirtualClock().utc() - began).total_seconds()

    began = time.perf_counter()
    assert in_virtual_time(story()) == pytest.approx(3600, abs=0.01)
    assert time.perf_counter() - began < LONGEST_WAIT


def test_an_answer_over_a_real_socket_comes_before_any_timeout() -> None:
    async def story() -> tuple[float, str]:
        loop = asyncio.get_running_loop()

        async def answer(request: web.Request) -> web.Response:
            await asyncio.sleep(0.5)
            return web.Response(body=b"x" * 5_000_000)

        app = web.Application()
        app.router.add_get("/", answer)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        async with asyncio.timeout(0.6), ClientSession() as session, session.get(address) as response:
            body = await response.text()
        at = loop.time()
        await runner.cleanup()
        return at, body

    at, body = in_virtual_time(story())
    assert at == pytest.approx(0.5, abs=0.01), "five megabytes take no virtual time"
    assert len(body) == 5_000_000


def test_work_in_a_thread_takes_no_virtual_time() -> None:
    async def story() -> float:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(0.1):
            await loop.run_in_executor(None, time.sleep, 0.3)
        return loop.time()

    assert in_virtual_time(story()) < 0.1
