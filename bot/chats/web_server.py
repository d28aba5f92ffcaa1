"""A web server; in public it needs a proxy against slow, silent and numerous connections."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import json
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from bot.chats.page_files import PageFile

PROXIED: Final = "Kiu-Proxied"
"""The header of a request that another process has checked and passes on; no page's socket can have one."""

LOOPBACK_NAMES = frozenset({"localhost"})


class ForeignPages(Protocol):
    """The way to the pages of groups that other processes serve."""

    async def served_elsewhere(
        self, request: web.Request, socket: web.WebSocketResponse, hello: dict[str, Any]
    ) -> bool:
        """Let another process serve a page to its end; return ``False`` if this one does."""

    async def file(self, request: web.Request, group: str) -> web.Response | None:
        """Return a file that the process of a group has; ``None`` if that is this one, or none answers."""


class WebServer:
    """An aiohttp application on an address of this machine."""

    def __init__(self, app: web.Application, **options: Any) -> None:
        # Nobody waits for the unread rest of a request.
        self._runner = web.AppRunner(app, access_log=None, lingering_time=0, **options)

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen, on a free port for 0; raise ``OSError`` if that fails."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host or None, port).start()
        except socket.gaierror:
            await self.stop()
            raise
        except OSError as error:
            await self.stop()
            # asyncio repeats the address, and has no error number for a foreign one.
            number = error.errno or errno.EADDRNOTAVAIL
            raise OSError(number, os.strerror(number)) from None
        address, port = self._runner.addresses[0][:2]
        return address, port

    async def stop(self) -> None:
        await self._runner.cleanup()


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """True if only this machine can reach ``host``."""
    address = _parsed(host)
    return host.lower() in LOOPBACK_NAMES if address is None else address.is_loopback


class AllowedHosts:
    """Host names of a server, against DNS rebinding: a foreign page's browser sends the page's own name."""

    def __init__(self, bound: str, *others: str) -> None:
        self._names = LOOPBACK_NAMES | {bound.lower(), *map(str.lower, others)}
        self._anywhere = not is_loopback(bound)
        if self._anywhere:
            own = socket.gethostname().lower()
            self._names |= {own, f"{own}.local"}

    def allows(self, authority: str) -> bool:
        """True for a ``Host`` header of this server."""
        try:
            host = urlsplit(f"//{authority}").hostname or ""
        except ValueError:
            return False
        address = _parsed(host)
        return host in self._names or (address is not None and (self._anywhere or address.is_loopback))


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """What a page may send over its socket."""

    frame_bytes: int = 65_536
    """The longest frame; a longer one ends the connection."""

    frames_per_second: float = 8
    frames_at_once: int = 30
    """The steady rate of one connection, and its largest burst."""

    heartbeat_seconds: float = 20
    """The silence before a ping, which must be answered in half that time."""

    closing_seconds: float = 2


class Sockets:
    """The open sockets of a page, which are closed together when its server stops."""

    def __init__(self, limits: SocketLimits) -> None:
        self._limits = limits
        self._open: set[web.WebSocketResponse] = set()

    @asynccontextmanager
    async def opened(self, request: web.Request) -> AsyncIterator[web.WebSocketResponse]:
        limits = self._limits
        socket = web.WebSocketResponse(
            timeout=limits.closing_seconds, heartbeat=limits.heartbeat_seconds, max_msg_size=limits.frame_bytes
        )
        await socket.prepare(request)
        self._open.add(socket)
        try:
            yield socket
        finally:
            self._open.remove(socket)

    async def close(self, _: web.Application) -> None:
        # Closed together, as some may not answer.
        closing = [each.close(code=WSCloseCode.GOING_AWAY, message=b"restart", drain=False) for each in self._open]
        await asyncio.gather(*closing)


def page_response(request: web.Request, file: PageFile, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return the file, or that the browser has it already."""
    headers = {"Cache-Control": file.cached, "ETag": f'"{file.tag}"', "Vary": "Accept-Encoding", **(headers or {})}
    if request.if_none_match and any(each.value == file.tag for each in request.if_none_match):
        return web.Response(status=304, headers=headers)
    response = web.Response(body=file.body, content_type=file.kind, charset="utf-8", headers=headers)
    response.enable_compression()
    return response


async def next_frame(socket: web.WebSocketResponse) -> dict[str, Any] | None:
    """Return the next frame of a page, or ``None`` for a closed page or an invalid frame, which ends the connection."""
    message = await socket.receive()
    frame: Any = None
    if message.type is WSMsgType.TEXT:
        with contextlib.suppress(ValueError, RecursionError):
            frame = json.loads(message.data)
    if isinstance(frame, dict):
        return frame
    await socket.close(code=WSCloseCode.INVALID_TEXT, message=b"a frame is one JSON object")
    return None
