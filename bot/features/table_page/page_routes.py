"""A document, its script and a socket."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from aiohttp import web

from bot.chats.frames import Frame, RefusedByRoom
from bot.chats.page_files import BuiltPage, built_page
from bot.chats.visitors import BROWSER_COOKIE, Entrance, Visitor
from bot.chats.web_server import PROXIED, SocketLimits, Sockets, page_response
from bot.dispatch.services import Services
from bot.environment.entropy import Entropy
from bot.features.table_page.page_session import PageSession
from bot.features.table_page.viewers import Viewers

BUILT = Path(__file__).with_name("built")

PATH = "/table"


class TablePage:
    def __init__(self, services: Services, limits: SocketLimits | None = None) -> None:
        self.viewers = Viewers(services)
        self._entropy = services.entropy
        self._limits = limits or SocketLimits()

    def add_to(self, server: web.Application, entrance: Entrance) -> None:
        _ServedPage(self.viewers, entrance, self._entropy, self._limits).add_to(server)


class _ServedPage:
    """The page at one entrance, for people who are identified by the field of the hello that names them."""

    def __init__(self, viewers: Viewers, entrance: Entrance, entropy: Entropy, limits: SocketLimits) -> None:
        self._viewers = viewers
        self._entrance = entrance
        self._entropy = entropy
        self._limits = limits
        page = built_page(BUILT, PATH, inline=True)
        self._files = page.files
        if entrance.proxied:
            # The proxy's own policy lets no script run inside the page.
            framed = built_page(BUILT, PATH, inline=False).files
            self._files = {**framed, **page.files, "/": framed[PATH]}
        self._headers = _headers(entrance, page)
        self._sockets = Sockets(limits)

    def add_to(self, server: web.Application) -> None:
        server.router.add_get(f"{PATH}/socket", self._socket)
        for path in self._files:
            server.router.add_get(path, self._file)
        server.on_shutdown.append(self._sockets.close)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self._files[request.path]
        headers = dict(self._headers)
        cookie = self._entrance.browser_cookie
        if cookie and request.path == PATH and cookie not in request.cookies:
            # In the frame of a chat it belongs to that chat's page alone.
            kept = f"Path={PATH}; HttpOnly; Secure; SameSite=None; Partitioned"
            headers["Set-Cookie"] = f"{cookie}={self._entropy.key().hex()}; {kept}"
        return page_response(request, file, headers)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        foreign, cookie = self._entrance.foreign_pages, self._entrance.browser_cookie
        if foreign is not None and PROXIED in request.headers:
            cookie = BROWSER_COOKIE
        elif not self._may_open_socket(request):
            raise web.HTTPForbidden(reason="Only the page itself may open its socket.")
        identify = partial(self._identify, request.cookies.get(cookie, ""))
        async with self._sockets.opened(request) as socket:
            elsewhere = None if foreign is None else partial(foreign.served_elsewhere, request, socket)
            await PageSession(socket, self._viewers, identify, self._limits, elsewhere).run()
        return socket

    def _may_open_socket(self, request: web.Request) -> bool:
        origin, entrance = request.headers.get("Origin", "").lower(), self._entrance
        if entrance.proxied and re.fullmatch(entrance.proxied, origin):
            return True
        if entrance.origins:
            return origin in entrance.origins
        return origin.partition("://")[2] == request.host.lower()

    async def _identify(self, browser: str, hello: Frame) -> Visitor:
        for name, identify in self._entrance.identities.items():
            if name in hello:
                return await identify({**hello, "browser": browser})
        raise RefusedByRoom("no-hello")


def _headers(entrance: Entrance, page: BuiltPage) -> Mapping[str, str]:
    headers = {
        "Content-Security-Policy": (
            f"default-src 'none'; script-src {page.scripts}; style-src {page.styles}; img-src 'self' data:; "
            f"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {' '.join(entrance.framed_by)}; "
            "require-trusted-types-for 'script'; trusted-types 'none'"
        )
    }
    # It cannot name other documents, so browsers that know the policy need none.
    return headers | ({"X-Frame-Options": "SAMEORIGIN"} if entrance.framed_by == ("'self'",) else {})
