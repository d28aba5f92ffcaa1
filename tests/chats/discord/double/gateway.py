"""The gateway: sessions that can be resumed, events in order, and everything that can go wrong with them."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from tests.chats.discord.double.components import Json
from tests.chats.discord.double.models import Guild
from tests.chats.discord.double.snowflakes import TIMESTAMP_SHIFT
from tests.chats.discord.double.world import World

GUILDS_INTENT = 1
MODERATION_INTENT = 1 << 2
PRIVILEGED_INTENTS = 1 << 1 | 1 << 8 | 1 << 15
FRAME_LIMIT = 4_096
FRAMES_KEPT = 2_000


class Close:
    """Close codes."""

    RECONNECT = 4000
    DECODE_ERROR = 4002
    BAD_TOKEN = 4004
    BAD_INTENTS = 4014
    SESSION_OVER = frozenset({4003, 4007, 4009})
    """After these the client may connect again, with a new session."""


@dataclass(eq=False)
class Session:
    """The session of one shard of a client, whether it is connected or not."""

    id: str
    shard: int
    shards: int
    intents: int
    """The kinds of events that the client wants."""

    sequence: int = 0
    """How many events there were."""

    frames: deque[Json] = field(default_factory=lambda: deque(maxlen=FRAMES_KEPT))
    """The latest events of the session, to be sent again when it is resumed."""

    connection: Connection | None = None

    def frame(self, event: str, data: Json) -> Json:
        """One more event."""
        self.sequence += 1
        frame = {"op": 0, "t": event, "s": self.sequence, "d": data}
        self.frames.append(frame)
        return frame


@dataclass(eq=False)
class Connection:
    """A WebSocket with a queue of frames to send, which keeps them in order."""

    socket: web.WebSocketResponse
    outgoing: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    session: Session | None = None


class Gateway:
    """All sessions and connections."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.heartbeat_seconds = 41.25
        self.reject_with: int | None = None
        """A close code for every connection that identifies; ``None`` to accept it."""

        self.frozen = False
        """Whether it sends and answers nothing, with all connections left open."""

        self.duplicating = False
        """Whether every event is sent twice."""

        self.losing = False
        """Whether events are lost."""

        self.bring: Callable[[Session, Json], None] = self.send
        """Brings an event to the client of a session, at once unless something else is set."""

        self._held: list[tuple[Session, Json]] | None = None
        self._connections: set[Connection] = set()
        self.identified: list[Json] = []
        """The data of every IDENTIFY."""

        self.resumed = 0
        """How often a session was resumed."""

    # --- connections as a whole --------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether any client is connected."""
        return any(session.connection is not None for session in self.sessions.values())

    async def drop(self, code: int = Close.RECONNECT) -> None:
        """Close every connection; the sessions can be resumed, unless the code says that they are over."""
        for connection in self._connected():
            if connection.session is not None and code in Close.SESSION_OVER:
                del self.sessions[connection.session.id]
            self._detach(connection)
            await connection.socket.close(code=code)

    def request_reconnect(self) -> None:
        """Tell every client to reconnect at once."""
        self._send_all({"op": 7, "d": None})

    def invalidate(self, *, resumable: bool) -> None:
        """Tell every client that its session is invalid, for good or for the moment."""
        for connection in self._connected():
            if connection.session is not None and not resumable:
                del self.sessions[connection.session.id]
            connection.outgoing.put_nowait({"op": 9, "d": resumable})

    @property
    def held(self) -> int:
        """How many events are held back."""
        return len(self._held or [])

    def hold(self) -> None:
        """Hold events back until they are released."""
        self._held = []

    def release_reversed(self) -> None:
        """Send the events that were held back, the last first."""
        held, self._held = self._held or [], None
        for session, frame in reversed(held):
            self.send(session, frame)

    def _connected(self) -> list[Connection]:
        return [session.connection for session in self.sessions.values() if session.connection is not None]

    def _send_all(self, frame: Json) -> None:
        for connection in self._connected():
            connection.outgoing.put_nowait(frame)

    async def close(self) -> None:
        """Close every connection for good."""
        for connection in tuple(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    # --- events ------------------------------------------------------------------------------------------------

    def dispatch(self, event: str, data: Json, guild: Guild | None = None, *, intent: int = GUILDS_INTENT) -> None:
        """Send an event to the shard of its guild if it wants such; an event of no guild goes to the first shard."""
        for session in tuple(self.sessions.values()):
            if guild is not None and not session.intents & intent:
                continue
            if guild is not None and (guild.id >> TIMESTAMP_SHIFT) % session.shards != session.shard:
                continue
            if guild is None and session.shard != 0:
                continue
            for _ in range(2 if self.duplicating else 1):
                frame = session.frame(event, data)
                if self._held is not None:
                    self._held.append((session, frame))
                elif not self.losing:
                    self.bring(session, frame)

    @staticmethod
    def send(session: Session, frame: Json) -> None:
        """Send an event now, if the session is connected; else it is sent when it is resumed."""
        if session.connection is not None:
            session.connection.outgoing.put_nowait(frame)

    # --- one connection ----------------------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one client until it disconnects."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket)
        self._connections.add(connection)
        writer = asyncio.create_task(self._write(connection))
        connection.outgoing.put_nowait({"op": 10, "d": {"heartbeat_interval": int(self.heartbeat_seconds * 1000)}})
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT or len(message.data) > FRAME_LIMIT:
                    await socket.close(code=Close.DECODE_ERROR)
                elif not self.frozen:
                    await self._receive(connection, json.loads(message.data))
        finally:
            self._detach(connection)
            self._connections.discard(connection)
            writer.cancel()
        return socket

    async def _write(self, connection: Connection) -> None:
        while True:
            frame = await connection.outgoing.get()
            if self.frozen:
                continue
            try:
                await connection.socket.send_str(json.dumps(frame))
            except ConnectionError:
                return

    def _detach(self, connection: Connection) -> None:
        if connection.session is not None and connection.session.connection is connection:
            connection.session.connection = None
            self._world.changed()

    async def _receive(self, connection: Connection, frame: Json) -> None:
        match frame["op"]:
            case 1:
                connection.outgoing.put_nowait({"op": 11, "d": None})
            case 2:
                await self._identify(connection, frame["d"])
            case 6:
                self._resume(connection, frame["d"])

    async def _identify(self, connection: Connection, data: Json) -> None:
        self.identified.append(data)
        if self.reject_with is not None:
            await connection.socket.close(code=self.reject_with)
        elif data["token"] != self._token:
            await connection.socket.close(code=Close.BAD_TOKEN)
        elif data["intents"] & PRIVILEGED_INTENTS:
            await connection.socket.close(code=Close.BAD_INTENTS)
        else:
            self._start_session(connection, data["intents"], *data.get("shard", (0, 1)))

    def _start_session(self, connection: Connection, intents: int, shard: int, shards: int) -> None:
        session = Session(secrets.token_hex(16), shard, shards, intents, connection=connection)
        connection.session = session
        guilds = [
            each
            for each in self._world.guilds.values()
            if each.has_bot and (each.id >> TIMESTAMP_SHIFT) % shards == shard
        ]
        ready: dict[str, Any] = {
            "v": 10,
            "user": self._world.bot.payload() | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": str(self._world.bot.id), "flags": 0},
            "private_channels": [],
        }
        self.sessions[session.id] = session
        events = [("READY", ready)]
        events += [("GUILD_CREATE", each.payload(self._world.bot)) for each in guilds if not each.unavailable]
        for event, data in events:
            self.send(session, session.frame(event, data))
        self._world.changed()

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._token:
            connection.outgoing.put_nowait({"op": 9, "d": False})
            return
        connection.session, session.connection = session, connection
        self.resumed += 1
        for frame in session.frames:
            if frame["s"] > data["seq"]:
                connection.outgoing.put_nowait(frame)
        connection.outgoing.put_nowait({"op": 0, "t": "RESUMED", "s": session.sequence, "d": {}})
        self._world.changed()
