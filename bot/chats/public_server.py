"""The web pages at a public address, where a proxy or a tunnel takes care of https and of floods.

The local room is not served here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from bot.chats.not_served import PortTaken
from bot.chats.visitors import BROWSER_COOKIE, Entrance, Identify
from bot.chats.web_server import AllowedHosts, ForeignPages, WebServer
from bot.dispatch.services import WebPage
from bot.environment.settings import Settings

log = structlog.get_logger()

FRAMED_BY: Final = (
    "https://web.telegram.org",
    "https://*.telegram.org",
    "https://discord.com",
    "https://*.discord.com",
    "https://*.discordsays.com",
)

DISCORDS_PROXY: Final = r"https://[0-9]{15,20}\.discordsays\.com"
"""Activities are served under their application's number."""

MARK: Final = "Kiu-Mark"

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}


@asynccontextmanager
async def public_pages(
    settings: Settings,
    pages: Sequence[WebPage],
    identities: Mapping[str, Identify],
    mark: str,
    foreign_pages: ForeignPages | None = None,
) -> AsyncIterator[PublicServer]:
    """Serve the web pages to people whom platforms identify; raise ``PortTaken``."""
    proxied = DISCORDS_PROXY if "discord" in identities else ""
    origins = frozenset({settings.public_url})
    entrance = Entrance(identities, origins, proxied, FRAMED_BY, BROWSER_COOKIE, foreign_pages)
    add_routes = [partial(page.add_to, entrance=entrance) for page in pages]
    server = PublicServer(settings.public_url, settings.host, settings.public_port, add_routes, mark)
    await server.start()
    log.info("public page listens", url=settings.public_url, port=server.port)
    try:
        yield server
    finally:
        await server.stop()


class PublicServer:
    def __init__(
        self, url: str, host: str, port: int, add_routes: Sequence[Callable[[web.Application], None]], mark: str = ""
    ) -> None:
        self._host = host
        self._port = port
        self._add_routes = add_routes
        self._headers = {**_HEADERS, MARK: mark}
        self._allowed_hosts = AllowedHosts("localhost", urlsplit(url).hostname or "")
        self._server: WebServer | None = None
        self.port = 0

    async def start(self) -> None:
        """Listen; raise ``PortTaken``."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.on_response_prepare.append(self._add_headers)
        for add_routes in self._add_routes:
            add_routes(app)
        self._server = WebServer(app, shutdown_timeout=1.0, auto_decompress=False)
        try:
            _, self.port = await self._server.start(self._host, self._port)
        except OSError as error:
            where = f"{self._host}:{self._port}"
            raise PortTaken(f"The public page cannot listen on {where}: {error.strerror}.") from None

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not self._allowed_hosts.allows(request.headers.get("Host", "")):
            return web.Response(status=421, text="Kiu is not known under that name.\n")
        return await handler(request)

    async def _add_headers(self, _: web.Request, response: web.StreamResponse) -> None:
        for name, value in self._headers.items():
            response.headers.setdefault(name, value)
