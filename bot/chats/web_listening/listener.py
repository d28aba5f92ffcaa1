"""A listening socket of which strangers cannot take more than their share.

asyncio's own servers accept whatever comes, until the process has no descriptors left and can open neither its database
nor a connection to a platform. So connections are accepted here, one by one, and then handed to the web server.
"""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.chats.web_listening.client_addresses import ClientAddresses
from bot.chats.web_listening.open_connections import ANYWHERE, OpenConnections
from bot.environment.repeats import Repeats

log = structlog.get_logger()

PAUSE_SECONDS = 0.25
"""How long nothing is accepted where no descriptor can be spared."""

_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


@dataclass(frozen=True, slots=True)
class ListenerLimits:
    """What a listener accepts."""

    connections: int = 400
    """Open connections at once; more make those wait their turn who have been silent the longest."""

    connections_per_address: int = 64
    """Of these, from one address; everybody at home behind one router has the same."""

    silent_seconds: float = 10
    """How long a connection may take to send a whole request, the first or the next."""

    request_seconds: float = 30
    """How long a request of somebody who is not known may take, until its answer is sent."""

    reserved_descriptors: int = 128
    """Descriptors that are left to the platforms and the database; half of all, where there are few."""

    backlog: int = 128
    """Connections that wait to be accepted."""


async def listening_sockets(host: str, port: int, backlog: int) -> list[socket.socket]:
    """Listen on every address that a host stands for.

    Args:
        host: an address of this machine, or a name of it.
        port: 0 takes a free one.
        backlog: connections that wait to be accepted.

    Raises:
        OSError: the port is taken, or the host is not one of this machine.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listening: list[socket.socket] = []
    try:
        for family, where in dict.fromkeys((family, where[:2]) for family, *_, where in found):
            listening.append(socket.create_server(where, family=family, backlog=backlog))
    except OSError as error:
        for each in listening:
            each.close()
        # Without what the library adds for programmers.
        raise OSError(error.errno, os.strerror(error.errno or 0)) from None
    return listening


class _Descriptor(socket.socket):
    """A socket that tells when it has given its descriptor back."""

    given_back: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        if self.given_back is not None:
            self.given_back()


class Listener:
    """Accepts connections within limits, and closes those of strangers that take too long.

    Args:
        name: what is served, for the log.
        addresses: tells clients apart. A trusted proxy keeps its own connections in order, so they count only for the
            sum of all.
    """

    def __init__(self, name: str, limits: ListenerLimits, addresses: ClientAddresses) -> None:
        self._limits = limits
        self._addresses = addresses
        self._open: OpenConnections[asyncio.Transport] = OpenConnections(
            limits.connections, limits.connections_per_address, self._crowd_out
        )
        self._deadlines: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        self._cut = Repeats(lambda counts: _tell(name, counts))
        self._listening: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []

    async def start(self, host: str, port: int, protocol: Callable[[], asyncio.Protocol]) -> tuple[str, int]:
        """Listen, and hand connections to the protocols that ``protocol`` makes; return address and port.

        Raises:
            OSError: the port is taken, or the host is not one of this machine.
        """
        self._listening = await listening_sockets(host, port, self._limits.backlog)
        for each in self._listening:
            each.setblocking(False)
            self._accepting.append(asyncio.create_task(self._accept(each, protocol)))
        address, port = self._listening[0].getsockname()[:2]
        return address, port

    async def stop(self) -> None:
        """Accept no more connections; those that are open stay."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for each in self._listening:
            each.close()
        self._accepting, self._listening = [], []
        self._cut.stop()

    # What a server tells of its connections

    def requested(self, transport: asyncio.Transport | None) -> None:
        """A whole request has come from somebody who is not known; its answer has to be sent in time."""
        if transport in self._deadlines:
            self._set_deadline(transport, self._limits.request_seconds)

    def known(self, transport: asyncio.Transport | None) -> None:
        """The other end is somebody who is known: from now on the server ends the connection itself."""
        if transport in self._deadlines:
            self._open.know(transport)
            self._deadlines.pop(transport).cancel()

    def ended(self, transport: asyncio.Transport | None, seconds: float) -> None:
        """The server has ended a connection; so many seconds later it is gone, even if the other end holds it."""
        if transport is not None and transport in self._open:
            self._set_deadline(transport, seconds)

    # Accepting

    async def _accept(self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, peer = await loop.sock_accept(listening)
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    await self._pause()
                continue
            accepted = await self._lowered(accepted)
            if self._is_spare(accepted):
                await self._take(accepted, peer[0], protocol)
            else:
                accepted.close()
                await self._pause()
            # Others have their turn, however many connections wait.
            await asyncio.sleep(0)

    async def _lowered(self, accepted: socket.socket) -> socket.socket:
        """Return a connection with a descriptor that can be spared, if one is in use by somebody who is not known."""
        if self._is_spare(accepted) or not self._open.cuts_off_one():
            return accepted
        # In the next round of the loop the descriptor of the one that was cut off is free, and is the lowest.
        await asyncio.sleep(0)
        with accepted:
            return accepted.dup()

    def _is_spare(self, accepted: socket.socket) -> bool:
        """Tell whether the platforms and the database can do without a descriptor.

        The system hands out the lowest number that is free, so the number of a new descriptor tells how many are in
        use, whatever for.
        """
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        reserved = min(self._limits.reserved_descriptors, most // 2)
        return most == resource.RLIM_INFINITY or accepted.fileno() < most - reserved

    async def _pause(self) -> None:
        self._cut.count("refused")
        await asyncio.sleep(PAUSE_SECONDS)

    async def _take(self, accepted: socket.socket, peer: str, protocol: Callable[[], asyncio.Protocol]) -> None:
        trusted = self._addresses.trusts(peer)
        address = ANYWHERE if trusted else self._addresses.of(peer)
        if not self._open.makes_way(address):
            self._cut.count("refused")
            accepted.close()
            return
        descriptor = _Descriptor(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        descriptor.setblocking(False)
        try:
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(protocol, descriptor)
        except OSError:
            descriptor.close()
            return
        self._open.add(transport, address)
        self._set_deadline(transport, self._limits.silent_seconds)
        descriptor.given_back = lambda: self._gone(transport)
        if descriptor.fileno() < 0:
            # It was closed again while it was being opened.
            self._gone(transport)
        elif trusted:
            self.known(transport)

    # The end of connections

    def _set_deadline(self, transport: asyncio.Transport, seconds: float) -> None:
        if transport in self._deadlines:
            self._deadlines[transport].cancel()
        self._deadlines[transport] = asyncio.get_running_loop().call_later(seconds, self._cut_off, transport)

    def _crowd_out(self, transport: asyncio.Transport) -> None:
        self._cut.count("crowded out")
        self._cut_off(transport)

    def _cut_off(self, transport: asyncio.Transport) -> None:
        # Closing it would wait until the other end has read what was sent, which it may never do.
        transport.abort()
        self._gone(transport)

    def _gone(self, transport: asyncio.Transport) -> None:
        self._open.remove(transport)
        deadline = self._deadlines.pop(transport, None)
        if deadline is not None:
            deadline.cancel()


def _tell(name: str, counts: Mapping[str, int]) -> None:
    how_many: dict[str, Any] = {kind.replace(" ", "_"): count for kind, count in counts.items()}
    log.info("connections of strangers cut or refused", of=name, **how_many)
