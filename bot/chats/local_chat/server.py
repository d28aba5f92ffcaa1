"""The web server of the local room: a page, its files, public pictures and a socket."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from aiohttp import WSCloseCode, web

from bot.chats.local_chat.browser_tab import BrowserTab, Limits
from bot.chats.local_chat.frames import Frame, RefusedByRoom, message_frame
from bot.chats.local_chat.page_files import page_file, page_files
from bot.chats.local_chat.room import LocalRoom
from bot.chats.web_server import AllowedHosts, WebServer, is_loopback
from bot.environment.shipped_files import shipped_file
from bot.messages import Message

__all__ = ["CommandHelp", "Limits", "PasswordNeeded", "RoomServer", "needs_password"]

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


def needs_password(host: str) -> bool:
    """True if other machines can reach the address."""
    return not is_loopback(host)


def _policy(authority: str) -> str:
    """Return the content security policy: own files only, no inline script, no HTML from strings."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self' ws://{authority} wss://{authority}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


# The page that checks records is one file with its script inside. It has no network access and runs in a sandbox, apart
# from the room's page and from the secrets of the guests in it.
_CHECKER_HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'unsafe-inline'",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "sandbox allow-scripts",
        )
    ),
    # Browsers refuse a sandboxed page under a stricter policy.
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Cache-Control": "no-cache",
}

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
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
        limits: Limits | None = None,
        checker: Path | None = CHECKER,
    ) -> None:
        if needs_password(host) and not password:
            raise PasswordNeeded(f"To open the local room on {host}, set a password for it.")
        self._room = room
        self._host = host
        self._port = port
        self._allowed_hosts = AllowedHosts(host)
        self._commands = commands
        self._welcome = welcome
        self._limits = limits or Limits()
        self._password = password.encode()
        self._files = page_files(files("bot.chats.local_chat") / "page")
        if checker is not None and checker.is_file():
            self._files["/verify"] = page_file(checker.name, checker.read_bytes(), _CHECKER_HEADERS)
        self._sockets: dict[web.WebSocketResponse, None] = {}
        self._server: WebServer | None = None

    async def start(self) -> str:
        """Listen and return the address to open; raise ``OSError`` if that fails."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/picture/{name}", self._picture)
        app.router.add_get("/{path:.*}", self._file)
        self._server = WebServer(app, shutdown_timeout=1.0, auto_decompress=False)
        _, port = await self._server.start(self._host, self._port)
        shown = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{shown}:{port}/"

    async def stop(self) -> None:
        """Stop listening and close all sockets; pages reconnect to the next server."""
        if self._server is not None:
            self._server.close()
        # Closed together, as some may not answer.
        closing = [
            each.close(code=WSCloseCode.GOING_AWAY, message=b"restart", drain=False) for each in list(self._sockets)
        ]
        await asyncio.gather(*closing)
        if self._server is not None:
            await self._server.stop()
        await self._room.close()

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        if not self._allowed_hosts.allows(request.headers.get("Host", "")):
            return web.Response(status=421, text="This room is not known under that name.\n", headers=_HEADERS)
        try:
            response = await handler(request)
        except web.HTTPException as failure:
            response = web.Response(status=failure.status, text=failure.reason + "\n")
        if not response.prepared:
            for name, value in (*_HEADERS.items(), ("Content-Security-Policy", _policy(request.headers["Host"]))):
                response.headers.setdefault(name, value)
        return response

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self._files.get(request.path)
        if file is None:
            raise web.HTTPNotFound
        headers = {"ETag": f'"{file.tag}"', "Vary": "Accept-Encoding", **file.headers}
        if request.if_none_match and any(each.value == file.tag for each in request.if_none_match):
            return web.Response(status=304, headers=headers)
        body = file.body
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = file.packed, "gzip"
        return web.Response(body=body, content_type=file.kind, charset="utf-8", headers=headers)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        png = self._room.picture(request.match_info["name"].removesuffix(".png"))
        if png is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._allowed_hosts.same_origin(request.headers.get("Origin", ""), request.headers["Host"]):
            raise web.HTTPForbidden(reason="Only the room's own page may open its socket.")
        socket = web.WebSocketResponse(
            timeout=self._limits.closing_seconds,
            heartbeat=self._limits.heartbeat_seconds,
            max_msg_size=self._limits.frame_bytes,
        )
        await socket.prepare(request)
        tab = BrowserTab(
            socket,
            self._room,
            self._limits,
            self._check_password,
            self._page_content,
            request.headers.get("Origin", ""),
        )
        self._sockets[socket] = None
        try:
            await tab.run()
        finally:
            del self._sockets[socket]
        return socket

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
            "checker": "/verify" in self._files,
        }
