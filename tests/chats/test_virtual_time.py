"""Virtual time does not pass while bytes are on their way."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import ClientSession, web

from tests.chats.virtual_time import in_virtual_time


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
