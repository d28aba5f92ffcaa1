"""The web routes of the table page: a document, its script and a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from aiohttp import WSCloseCode, web

from bot.chats.frames import Frame, RefusedByRoom
from bot.chats.page_files import PageFile, joined_page
from bot.chats.visitors import Identify, Visitor
from bot.chats.web_server import SocketLimits
from bot.dispatch.services import Services
from bot.features.table_page.page_session import PageSession
from bot.features.table_page.viewers import Viewers

PAGE = Path(__file__).with_name("page")

PATH = "/table"


def _headers(ancestors: str, styles: str) -> Mapping[str, str]:
    return {
        "Content-Security-Policy": (
            f"default-src 'none'; script-src 'self'; style-src '{styles}'; img-src 'self' data:; connect-src 'self'; "
            f"base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}; "
            "require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        "X-Frame-Options": "SAMEORIGIN",
    }


class TablePage:
    """Serves the page to people who are identified by the field of the hello that names them."""

    def __init__(self, services: Services, limits: SocketLimits | None = None) -> None:
        self.viewers = Viewers(services)
        self._identities: Mapping[str, Identify] = {}
        self._limits = limits or SocketLimits()
        self._files: Mapping[str, PageFile] = {}
        self._headers: Mapping[str, str] = {}
        self._sockets: set[web.WebSocketResponse] = set()

    def add_to(self, server: web.Application, identities: Mapping[str, Identify]) -> None:
        self._identities = identities
        self._files, styles = joined_page(PAGE, PATH)
        self._headers = _headers("'self'", styles)
        server.router.add_get(f"{PATH}/socket", self._socket)
        for path in self._files:
            server.router.add_get(path, self._file)
        server.on_shutdown.append(self._close_sockets)

    async def _close_sockets(self, _: web.Application) -> None:
        closing = [each.close(code=WSCloseCode.GOING_AWAY, message=b"restart", drain=False) for each in self._sockets]
        await asyncio.gather(*closing)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file: PageFile = self._files[request.path]
        headers = {"Cache-Control": file.cached, "ETag": f'"{file.tag}"', "Vary": "Accept-Encoding", **self._headers}
        if request.if_none_match and any(each.value == file.tag for each in request.if_none_match):
            return web.Response(status=304, headers=headers)
        response = web.Response(body=file.body, content_type=file.kind, charset="utf-8", headers=headers)
        response.enable_compression()
        return response

    async def _identify(self, hello: Frame) -> Visitor:
        for name, identify in self._identities.items():
            if name in hello:
                return await identify(hello)
        raise RefusedByRoom("no-hello")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin", "")
        if origin.partition("://")[2].lower() != request.host.lower():
            raise web.HTTPForbidden(reason="Only the page itself may open its socket.")
        limits = self._limits
        socket = web.WebSocketResponse(
            timeout=limits.closing_seconds, heartbeat=limits.heartbeat_seconds, max_msg_size=limits.frame_bytes
        )
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await PageSession(socket, self.viewers, self._identify, limits).run()
        finally:
            self._sockets.remove(socket)
        return socket
