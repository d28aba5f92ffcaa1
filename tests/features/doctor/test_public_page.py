"""The table page at its public address: what the doctor says of each way in which it cannot be reached."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.chats.findings import Kind
from bot.chats.public_server import PublicServer
from bot.chats.web_server import WebServer
from bot.features.doctor.public_page import public_page_findings
from tests.rows import rows

MARK = "0123456789abcdef"


async def _page(_: web.Request) -> web.Response:
    return web.Response(text="page")


async def _socket(request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    await socket.receive()
    return socket


def _whole(app: web.Application) -> None:
    app.router.add_get("/table/socket", _socket)
    app.router.add_get("/table", _page)


def _page_alone(app: web.Application) -> None:
    app.router.add_get("/table", _page)


@asynccontextmanager
async def served(*, mark: str = MARK, whole: bool = True) -> AsyncIterator[str]:
    """The address of a page."""
    server = PublicServer("https://kiu.example.org", "127.0.0.1", 0, [_whole if whole else _page_alone], mark)
    await server.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        await server.stop()


async def said(url: str, mark: str | None = MARK) -> list[tuple[Kind, str]]:
    return [(each.kind, each.text.replace(url, "URL")) for each in await public_page_findings(url, 8098, mark)]


async def test_a_page_that_is_reached_is_well() -> None:
    async with served() as url:
        assert await said(url) == [
            (Kind.GOOD, "This Kiu answers at URL/table."),
            (Kind.GOOD, "Its WebSocket can be opened."),
        ]


async def test_a_proxy_without_websockets_is_named() -> None:
    async with served(whole=False) as url:
        assert (await said(url))[1] == (Kind.FAULT, "Its WebSocket cannot be opened.")


async def test_another_kiu_at_the_address_is_found_out() -> None:
    async with served(mark="fedcba9876543210") as url:
        assert await said(url) == [(Kind.FAULT, "At URL/table somebody else answers, not this Kiu.")]


async def test_an_address_without_a_server_is_a_fault() -> None:
    async with served() as url:
        pass
    assert await said(url) == [(Kind.FAULT, "URL/table cannot be reached (ClientConnectorError).")]


@rows(__file__)
async def test_an_answer_that_is_no_page_is_told(status: int, sentence: str) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Kiu-Mark": MARK})

    app = web.Application()
    app.router.add_get("/table", answer)
    server = WebServer(app)
    _, port = await server.start("127.0.0.1", 0)
    try:
        assert await said(f"http://127.0.0.1:{port}") == [(Kind.FAULT, sentence)]
    finally:
        await server.stop()


async def test_without_a_running_kiu_nothing_is_tried() -> None:
    assert (await said("http://127.0.0.1:1", None))[0][0] is Kind.NOTE
