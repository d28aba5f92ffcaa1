"""A network in memory between the loops of a world: connections, servers, names, and what goes wrong with them.

Bytes arrive late, in order, and in one piece as they were written. What a process sent before it was killed arrives
yet, then the other end hears of the broken connection.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections import deque
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from tools.simulation.chance import Chance

if TYPE_CHECKING:
    from tools.simulation.loop import SimulatedLoop

Address: TypeAlias = tuple[str, int]
"""A host and a port."""

FIRST_PORT = 20_000
"""The first port of those that a server gets that asks for any."""

LATENCY = (0.005, 0.060)
"""From how many to how many seconds bytes travel."""

WINDOW = 256 * 1024
"""How many bytes may wait for whoever does not read them, before whoever writes them has to wait."""

UNSPECIFIED = ("", "0.0.0.0", "::", "localhost", None)  # noqa: S104 - nobody listens anywhere but in memory


class Network:
    """Connects loops with each other.

    Args:
        chance: decides how long bytes travel.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._servers: dict[Address, SimulatedServer] = {}
        self._ends: dict[int, SimulatedTransport] = {}
        self._next_port = FIRST_PORT
        self._made = 0
        self._away: set[Address] = set()
        self.silent, self._writer = os.pipe()
        """The descriptor of a file on which nothing ever arrives: whoever asks for that of a connection gets it."""

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self.silent)
        os.close(self._writer)

    # --- what loops ask for ------------------------------------------------------------------------------------

    def listen(self, loop: SimulatedLoop, new_protocol: Callable[[], Any], host: Any, port: int) -> SimulatedServer:
        """Accept connections at an address.

        Raises:
            OSError: somebody else does.
        """
        if isinstance(host, (list, tuple)):
            host = host[0]
        host = "127.0.0.1" if host in UNSPECIFIED else host
        if not port:
            port, self._next_port = self._next_port, self._next_port + 1
        if (host, port) in self._servers:
            raise OSError(errno.EADDRINUSE, f"the address {host}:{port} is in use")
        server = self._servers[host, port] = SimulatedServer(self, loop, new_protocol, (host, port))
        return server

    async def connect(
        self, loop: SimulatedLoop, new_protocol: Callable[[], Any], host: str, port: int
    ) -> tuple[SimulatedTransport, Any]:
        """Connect to a server.

        Raises:
            OSError: there is none, or it is away.
        """
        address = ("127.0.0.1" if host in UNSPECIFIED else host, port)
        self._made += 1
        number = self._made
        latency = self._chance.stream("network", loop.name, f"{address[0]}:{address[1]}", number)
        await asyncio.sleep(2 * latency.uniform(*LATENCY))
        server = self._servers.get(address)
        if server is None or address in self._away or loop.dead:
            raise ConnectionRefusedError(errno.ECONNREFUSED, f"nobody accepts connections at {address[0]}:{port}")
        here = ("127.0.0.2", 30_000 + number)
        client = SimulatedTransport(self, loop, here, address, latency)
        there = SimulatedTransport(self, server.loop, address, here, latency)
        client.peer, there.peer = there, client
        for end in (client, there):
            self._ends[end.number] = end
        accepted = server.new_protocol()
        there.begin(accepted)
        protocol = new_protocol()
        client.set_protocol(protocol)
        protocol.connection_made(client)
        return client, protocol

    # --- what goes wrong ---------------------------------------------------------------------------------------

    def take_away(self, address: Address) -> None:
        """Let a server be out of reach: its connections break, and no others are made until it is back."""
        self._away.add(address)
        self.cut(address)

    def bring_back(self, address: Address) -> None:
        """Let it be within reach again."""
        self._away.discard(address)

    def cut(self, address: Address) -> None:
        """Break all connections to a server."""
        for end in list(self._ends.values()):
            if end.here == address:
                end.break_off()
                assert end.peer is not None
                end.peer.break_off()

    def kill(self, loop: SimulatedLoop) -> None:
        """Let everything of a loop that was killed be gone: its servers, and its ends of connections."""
        for server in [each for each in self._servers.values() if each.loop is loop]:
            del self._servers[server.address]
        for end in [each for each in self._ends.values() if each.loop is loop]:
            assert end.peer is not None
            self.remove(end)
            end.closing = True
            end.peer.call_when_arrived(end.peer.break_off)

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._ends) // 2

    def remove(self, end: SimulatedTransport) -> None:
        """An end of a connection is closed."""
        self._ends.pop(end.number, None)

    def remove_server(self, server: SimulatedServer) -> None:
        """A server accepts no more connections."""
        if self._servers.get(server.address) is server:
            del self._servers[server.address]

    def next_number(self) -> int:
        """The number of the next end of a connection."""
        self._made += 1
        return self._made


class _Socket:
    """What a library may ask of the socket of a connection."""

    family = socket.AF_INET
    type = socket.SOCK_STREAM
    proto = socket.IPPROTO_TCP

    def __init__(self, fileno: Callable[[], int], here: Address, there: Address | None = None) -> None:
        self._fileno = fileno
        self._here = here
        self._there = there

    def fileno(self) -> int:
        return self._fileno()

    def getsockname(self) -> Address:
        return self._here

    def getpeername(self) -> Address:
        assert self._there is not None
        return self._there

    def setsockopt(self, *_: object) -> None:
        """There is nothing that it would change."""


class SimulatedServer(asyncio.AbstractServer):
    """Accepts connections at an address."""

    def __init__(
        self, network: Network, loop: SimulatedLoop, new_protocol: Callable[[], Any], address: Address
    ) -> None:
        self._network = network
        self._serving = True
        self.loop = loop
        self.new_protocol = new_protocol
        self.address = address

    @property
    def sockets(self) -> tuple[_Socket, ...]:
        return (_Socket(lambda: self._network.silent, self.address),) if self._serving else ()

    def get_loop(self) -> SimulatedLoop:
        return self.loop

    def is_serving(self) -> bool:
        return self._serving

    async def start_serving(self) -> None:
        """It has begun to already."""

    def close(self) -> None:
        self._serving = False
        self._network.remove_server(self)

    async def serve_forever(self) -> None:
        await asyncio.Event().wait()

    async def wait_closed(self) -> None:
        """Its connections are closed by those who have them."""


class SimulatedTransport(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, network: Network, loop: SimulatedLoop, here: Address, there: Address, latency: Random) -> None:
        super().__init__({"sockname": here, "peername": there})
        self._extra: dict[str, Any]
        self._extra["socket"] = _Socket(self._fileno, here, there)
        self._network = network
        self._latency = latency
        self._protocol: Any = None
        self._reading = True
        self._ended = False
        self._lost = False
        self._paused_writing = False
        self._arrived_at = 0.0
        self._held: deque[bytes | None] = deque()
        self._held_bytes = 0
        self.number = network.next_number()
        self.loop = loop
        self.here = here
        self.peer: SimulatedTransport | None = None
        self.closing = False

    def __repr__(self) -> str:
        return f"<SimulatedTransport {self.here} {self.loop.name}>"

    def _fileno(self) -> int:
        """Readable, like a socket that is closed, as soon as there is anything to read."""
        return -1 if self.closing or self._held or self._lost else self._network.silent

    def begin(self, protocol: Any) -> None:
        """Be the end of a server, which hears of it a little later."""
        self._protocol = protocol
        self.loop.call_soon(protocol.connection_made, self)

    # --- what the protocol asks for ----------------------------------------------------------------------------

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol

    def is_closing(self) -> bool:
        return self.closing

    def is_reading(self) -> bool:
        return self._reading and not self.closing

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        if not self._reading and not self.closing:
            self._reading = True
            self.loop.call_soon(self._hand_over)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """The limit is always that of the window."""

    def get_write_buffer_size(self) -> int:
        return self.peer._held_bytes if self.peer is not None and self._paused_writing else 0

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return 0, WINDOW

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._ended:
            raise RuntimeError("Cannot call write() after write_eof()")
        if self.closing or self.loop.dead or not data:
            return
        assert self.peer is not None
        self.peer.call_when_arrived(self.peer.receive, bytes(data))
        if self.peer._held_bytes > WINDOW and not self._paused_writing:
            self._paused_writing = True
            self._protocol.pause_writing()

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        if self._ended or self.closing or self.loop.dead:
            return
        self._ended = True
        assert self.peer is not None
        self.peer.call_when_arrived(self.peer.receive, None)

    def close(self) -> None:
        """Close it once what was written has arrived; the other end reads to the end, and closes too."""
        if self.closing or self.loop.dead:
            return
        self.write_eof()
        self._close(None)

    def abort(self) -> None:
        """Close it at once; the other end hears of a broken connection."""
        if self.closing or self.loop.dead:
            return
        assert self.peer is not None
        self.peer.call_when_arrived(self.peer.break_off)
        self._close(None)

    # --- what the other end, or the network, does -------------------------------------------------------------

    def call_when_arrived(self, callback: Callable[..., None], *args: Any) -> None:
        """Call something at this end once it has travelled here, after everything that was sent before."""
        loop = self.loop
        self._arrived_at = max(self._arrived_at, loop.time() + self._latency.uniform(*LATENCY))
        loop.call_at(self._arrived_at, callback, *args)

    def receive(self, data: bytes | None) -> None:
        """Something has arrived; ``None`` is the end."""
        if self.closing:
            return
        self._held.append(data)
        self._held_bytes += len(data or b"")
        if self._reading:
            self._hand_over()

    def break_off(self) -> None:
        """The connection is broken."""
        if not self.closing:
            self._close(ConnectionResetError(errno.ECONNRESET, "the connection was broken"))

    def _hand_over(self) -> None:
        while self._held and self._reading and not self.closing:
            data = self._held.popleft()
            if data is None:
                if not self._protocol.eof_received():
                    self.close()
            else:
                self._held_bytes -= len(data)
                self._protocol.data_received(data)
        writer = self.peer
        if writer is not None and writer._paused_writing and self._held_bytes <= WINDOW // 4:
            writer._paused_writing = False
            if not writer.closing:
                writer.loop.call_soon(writer._protocol.resume_writing)

    def _close(self, error: Exception | None) -> None:
        self.closing = True
        self._network.remove(self)
        self.loop.call_soon(self._lose, error)

    def _lose(self, error: Exception | None) -> None:
        if not self._lost:
            self._lost = True
            self._protocol.connection_lost(error)
