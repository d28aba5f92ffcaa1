"""A web server; in public it needs a proxy against slow, silent and numerous connections."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import os
import socket
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

LOOPBACK_NAMES = frozenset({"localhost"})


class WebServer:
    """An aiohttp application on an address of this machine."""

    def __init__(self, app: web.Application, **options: Any) -> None:
        # Nobody waits for the unread rest of a request.
        self._runner = web.AppRunner(app, access_log=None, lingering_time=0, **options)
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen, on a free port for 0, and return address and port; raise ``OSError`` if that fails."""
        await self._runner.setup()
        assert self._runner.server is not None
        try:
            self._server = await listen(self._runner.server, host, port)
        except BaseException:
            await self._runner.cleanup()
            raise
        address, port = self._server.sockets[0].getsockname()[:2]
        return address, port

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def stop(self) -> None:
        self.close()
        await self._runner.cleanup()


async def listen(protocol: Any, host: str, port: int) -> asyncio.Server:
    """Listen on every address of a host; raise ``OSError`` without asyncio's details."""
    try:
        return await asyncio.get_running_loop().create_server(protocol, host or None, port)
    except socket.gaierror:
        raise
    except OSError as error:
        # asyncio has no error number for a foreign address.
        number = error.errno or errno.EADDRNOTAVAIL
        raise OSError(number, os.strerror(number)) from None


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_loopback(host: str) -> bool:
    """True if only this machine can reach ``host``."""
    address = _parsed(host)
    return host.lower() in LOOPBACK_NAMES if address is None else address.is_loopback


class AllowedHosts:
    """Host names of a server, against DNS rebinding: a foreign page's browser sends the page's own name."""

    def __init__(self, bound: str) -> None:
        self._names = LOOPBACK_NAMES | {bound.lower()}
        self._anywhere = not is_loopback(bound)
        if self._anywhere:
            own = socket.gethostname().lower()
            self._names |= {own, f"{own}.local"}

    def allows(self, authority: str) -> bool:
        """True for a ``Host`` header of this server."""
        host = _host_of(authority)
        if host is None or host in self._names:
            return host is not None
        address = _parsed(host)
        return address is not None and (self._anywhere or address.is_loopback)

    def same_origin(self, origin: str, authority: str) -> bool:
        """True if ``Origin`` is the server's own page under ``Host``."""
        scheme, separator, rest = origin.partition("://")
        return bool(separator) and scheme in ("http", "https") and rest.lower() == authority.lower()


def _host_of(authority: str) -> str | None:
    try:
        parts = urlsplit(f"//{authority}")
        _ = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return parts.hostname
