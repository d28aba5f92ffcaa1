"""Serving a web application: for the local room, Telegram's webhook and whatever watches over Kiu.

Slow, silent and numerous connections are kept off by the proxy in front of a server that is open to the world.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import os
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

FORWARDED_HEADER = "X-Forwarded-For"

IPV6_NETWORK_BITS = 64
"""One client of IPv6 has a whole network of so many bits, all of which counts as one address."""

LOOPBACK_NAMES = frozenset({"localhost"})


class WebServer:
    """An application of aiohttp on an address of this machine.

    Args:
        app: the application.
        options: further ones of :class:`aiohttp.web.AppRunner`.
    """

    def __init__(self, app: web.Application, **options: Any) -> None:
        # What is left unread of a request, nobody waits for.
        self._runner = web.AppRunner(app, access_log=None, lingering_time=0, **options)
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen, on a free port for 0; return address and port.

        Raises:
            OSError: the port is taken, or the host is not one of this machine.
        """
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
        """Accept no more connections; those that are open stay."""
        if self._server is not None:
            self._server.close()

    async def stop(self) -> None:
        """Close all connections."""
        self.close()
        await self._runner.cleanup()


async def listen(protocol: Any, host: str, port: int) -> asyncio.Server:
    """Listen on every address that a host stands for.

    Raises:
        OSError: as :meth:`WebServer.start`, without what asyncio adds for programmers.
    """
    try:
        return await asyncio.get_running_loop().create_server(protocol, host or None, port)
    except socket.gaierror:
        raise
    except OSError as error:
        # Of addresses that are not of this machine asyncio tells no number.
        number = error.errno or errno.EADDRNOTAVAIL
        raise OSError(number, os.strerror(number)) from None


def client_address(peer: str, forwarded: Sequence[str] = (), trusted: Iterable[IPv4Network | IPv6Network] = ()) -> str:
    """Return the address of a client, in a form that is the same for all that one client can have.

    Args:
        peer: the other end of the connection.
        forwarded: the lines of ``X-Forwarded-For``, read from the end as far as trusted proxies wrote them.
        trusted: the proxies in front of this server.
    """
    proxies, client = tuple(trusted), peer
    for hop in reversed([hop.strip() for line in forwarded for hop in line.split(",")]):
        address = _parsed(client)
        if address is None or _parsed(hop) is None or not any(address in network for network in proxies):
            break
        client = hop
    address = _parsed(client)
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, IPV6_NETWORK_BITS), strict=False))
    return client if address is None else str(address)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_loopback(host: str) -> bool:
    """Tell whether a server on ``host`` can be reached from this machine only."""
    address = _parsed(host)
    return host.lower() in LOOPBACK_NAMES if address is None else address.is_loopback


class AllowedHosts:
    """The host names under which a browser may address a server.

    A page elsewhere can make its own domain point at this machine (DNS rebinding), but cannot make the browser send
    another name than that domain: so names are compared, and bare addresses are allowed only where bound.

    Args:
        bound: the host that the server is bound to.
        more: further names under which it is published.
    """

    def __init__(self, bound: str, more: Iterable[str] = ()) -> None:
        self._names = LOOPBACK_NAMES | {bound.lower()} | {each.lower() for each in more}
        self._anywhere = not is_loopback(bound)
        if self._anywhere:
            own = socket.gethostname().lower()
            self._names |= {own, f"{own}.local"}

    def allows(self, authority: str) -> bool:
        """Tell whether a ``Host`` header names this server."""
        host = _host_of(authority)
        if host is None or host in self._names:
            return host is not None
        address = _parsed(host)
        return address is not None and (self._anywhere or address.is_loopback)

    def same_origin(self, origin: str, authority: str) -> bool:
        """Tell whether the page that asks (``Origin``) is the server's own, served under ``Host``."""
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
