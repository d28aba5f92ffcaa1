from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from aiohttp import web

from bot.chats.frames import Frame, RefusedByRoom, message_frame, text_of
from bot.chats.local_chat.browser_tab import BrowserTab
from bot.chats.local_chat.guests import Guest, is_token
from bot.chats.local_chat.room import LOCAL_GROUP, MAIN_CHANNEL, LocalRoom, place_of
from bot.chats.page_files import page_files
from bot.chats.visitors import Visitor
from bot.chats.web_server import (
    PROXIED,
    AllowedHosts,
    ForeignPages,
    SocketLimits,
    Sockets,
    WebServer,
    is_loopback,
    page_response,
)
from bot.environment.shipped_files import shipped_file
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Message

PAGE = Path(__file__).with_name("page")

CHECKER = shipped_file("verify/index.html")

WRONG_PASSWORD_SECONDS = 1.0
"""The wait after a wrong password; a proxy limits how many connections guess at once."""

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class CommandHelp:
    name: str
    usage: str
    help: str


class PasswordNeeded(ValueError):
    """The room would be open to the network without a password."""


# The page loads its own files only, has no inline script and makes no HTML of strings.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}

# The page that checks records has its script inside, no network access and a sandbox, apart from the guests' secrets.
_CHECKER_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
    ),
    # Browsers refuse a sandboxed page under a stricter policy.
    "Cross-Origin-Opener-Policy": "unsafe-none",
}


class RoomServer:
    """The room's web server; raises ``PasswordNeeded`` for a host beyond loopback without a password."""

    def __init__(
        self,
        room: LocalRoom,
        *,
        host: str = "127.0.0.1",
        port: int = 8099,
        password: str = "",
        commands: Callable[[str], Sequence[CommandHelp]] = lambda language: (),
        welcome: Callable[[str], Message] = lambda language: Message(),
        limits: SocketLimits | None = None,
        checker: Path | None = CHECKER,
    ) -> None:
        if not is_loopback(host) and not password:
            raise PasswordNeeded(f"To open the local room on {host}, set a password for it.")
        self._room = room
        self._host = host
        self._port = port
        self._allowed_hosts = AllowedHosts(host)
        self._commands = commands
        self._welcome = welcome
        self._limits = limits or SocketLimits()
        self._password = password.encode()
        self._checker = checker
        self._files = page_files(PAGE)
        self._sockets = Sockets(self._limits)
        self._server: WebServer | None = None
        self.more: list[Callable[[web.Application], None]] = []
        """Steps that add routes of other pages."""

        self.foreign_pages: ForeignPages | None = None

    async def start(self) -> str:
        """Listen and return the address to open; raise ``OSError`` if that fails."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._sockets.close)
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/picture/{name}.png", self._picture)
        if self._checker is not None:
            app.router.add_get("/verify", self._show_checker)
        for add_routes in self.more:
            add_routes(app)
        app.router.add_get("/{path:.*}", self._file)
        self._server = WebServer(app, shutdown_timeout=1.0, auto_decompress=False)
        _, port = await self._server.start(self._host, self._port)
        shown = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{shown}:{port}/"

    async def stop(self) -> None:
        """Stop listening and close all sockets; pages reconnect to the next server."""
        if self._server is not None:
            await self._server.stop()
        await self._room.close()

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        if not self._is_proxied(request) and not self._allowed_hosts.allows(request.headers.get("Host", "")):
            return web.Response(status=421, text="This room is not known under that name.\n")
        return await handler(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        if (file := self._files.get(request.path)) is None:
            raise web.HTTPNotFound
        return page_response(request, file)

    async def _show_checker(self, _: web.Request) -> web.StreamResponse:
        assert self._checker is not None
        return web.FileResponse(self._checker, headers=_CHECKER_HEADERS)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        png = self._room.picture(request.match_info["name"])
        if png is None:
            foreign = None if self.foreign_pages is None else await self.foreign_pages.file(request, LOCAL_GROUP)
            if foreign is None:
                raise web.HTTPNotFound
            return foreign
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin", "")
        if not self._is_proxied(request) and origin.partition("://")[2].lower() != request.host.lower():
            raise web.HTTPForbidden(reason="Only the room's own page may open its socket.")
        foreign = self.foreign_pages
        async with self._sockets.opened(request) as socket:
            elsewhere = None if foreign is None else partial(foreign.served_elsewhere, request, socket)
            tab = BrowserTab(socket, self._room, self._limits, self.admit, self._page_content, origin, elsewhere)
            await tab.run()
        return socket

    def _is_proxied(self, request: web.Request) -> bool:
        return self.foreign_pages is not None and PROXIED in request.headers

    async def admit(self, hello: Frame) -> Guest:
        """Return the guest, registered if new; refuse a hello without password, secret or name."""
        token, name = hello.get("token"), text_of(hello, "name")
        if not isinstance(token, str) or not is_token(token):
            raise RefusedByRoom("no-hello")
        await self._check_password(text_of(hello, "password"))
        guest = await self._room.guests.by_token(token)
        if guest is not None:
            return guest
        if not name:
            raise RefusedByRoom("name-needed")
        try:
            return await self._room.guests.register(token, name)
        except (NotStored, LedgerClosed):
            raise RefusedByRoom("not-stored") from None

    async def visitor(self, hello: Frame) -> Visitor:
        guest = await self.admit({**hello, "token": hello.get("room")})
        person = guest.as_person(text_of(hello, "language"))
        return Visitor(person, place_of(MAIN_CHANNEL), partial(self._room.command, guest, on_page=True))

    async def _check_password(self, password: str) -> None:
        if self._password and not password:
            raise RefusedByRoom("password-needed")
        if self._password and not hmac.compare_digest(password.encode(), self._password):
            await asyncio.sleep(WRONG_PASSWORD_SECONDS)
            raise RefusedByRoom("password-wrong")

    def _page_content(self, language: str) -> Frame:
        return {
            "commands": [asdict(each) for each in self._commands(language)],
            "welcome": message_frame(self._welcome(language)),
            "checker": self._checker is not None,
            "table": bool(self.more),
        }


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
