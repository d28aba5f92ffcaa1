"""The gateway of one of several processes, whose shards come and go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import discord
import structlog
from cachetools import LRUCache
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.chats.discord_chat.gateway import Gateway, GatewayClient, Timeouts, token_refused
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS
from bot.chats.discord_chat.notation import PLATFORM
from bot.chats.forwarding import Forwarding

log = structlog.get_logger()

INTERACTIONS_REMEMBERED: Final = 1_000

NOTE_SECONDS: Final = 0.2
"""Seconds between two notes of how far a session is handled."""


class SharedGateway(Gateway):
    """A client that only calls Discord, and one for each shard that this process receives.

    A new session waits for its turn. Until it is ready, the process resumes the session of the one before, in which
    Discord repeats what came meanwhile and what that process had not handled.
    """

    def __init__(self, token: str, timeouts: Timeouts, make_client: Callable[..., GatewayClient]) -> None:
        super().__init__(token, timeouts, make_client)
        self._make = make_client
        self.count = 0
        """As Discord recommends it."""

        self._clients: dict[int, GatewayClient] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._sockets: dict[int, Callable[[], DiscordWebSocket]] = {}
        """By shard the connection in the session that the next process resumes."""

        self._noted: dict[int, str] = {}
        self._handling: LRUCache[str, asyncio.Task[None]] = LRUCache(INTERACTIONS_REMEMBERED)
        """By interaction, which two sessions may bring."""

        self._under_way: set[tuple[str | None, int]] = set()
        """Session and number of events that are being handled."""

        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.forwarding: Forwarding

        self.on_interaction: Callable[[dict[str, Any]], asyncio.Task[None]]
        self.on_ready: Callable[[int, Sequence[discord.Guild]], Awaitable[None]]

    @property
    def established(self) -> bool:
        shards = [shard for each in self._clients.values() for shard in each.shards.values()]
        ready = [each for each in self._clients.values() if each.is_ready()]
        opened = len(ready) == len(self._tasks) and not any(each.is_closed() for each in shards)
        return self._client is not None and opened

    async def wait_until_closed(self) -> None:
        await asyncio.shield(self._failed)

    async def receive(self, shards: frozenset[int]) -> None:
        """Connect and disconnect until these shards are connected."""
        for shard in self._tasks.keys() - shards:
            self._tasks[shard].cancel()
            await asyncio.gather(self._tasks.pop(shard), return_exceptions=True)
        for shard in shards - self._tasks.keys():
            self._tasks[shard] = asyncio.create_task(self._connected(shard))

    async def close(self) -> None:
        await self.receive(frozenset())
        await super().close()

    async def _connect(self) -> None:
        # A client cannot log in twice.
        await super().close()
        self._client = client = self._make()
        client.receiving = self._clients.values
        await client.login(self._token)
        self.count = (await client.http.get_bot_gateway())[0]

    async def _connected(self, shard: int) -> None:
        resuming, noting = (asyncio.create_task(each(shard)) for each in (self._resume, self._keep_noting))
        try:
            while True:
                client = self._clients[shard] = self._shard_client(shard, resuming)
                try:
                    await client.start(self._token)
                except discord.ClientException as error:
                    if not self._failed.done():
                        self._failed.set_exception(token_refused(error))
                    return
                except (discord.HTTPException, *NETWORK_ERRORS) as error:
                    kind = type(error).__name__
                    log.warning("shard not connected", action="tried again", platform=PLATFORM, error=kind)
                finally:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(self._timeouts.close_timeout):
                            await self._leave(shard, client)
                    del self._clients[shard]
                await asyncio.sleep(self._timeouts.reconnect_delay)
        finally:
            resuming.cancel()
            noting.cancel()
            await asyncio.gather(resuming, noting, return_exceptions=True)
            self._sockets.pop(shard, None)

    async def _leave(self, shard: int, client: GatewayClient) -> None:
        """Close the connection, but not the session, which the next process resumes."""
        for each in client.shards.values():
            await each._parent.ws.close()
        await self._note(shard)
        await client.close()

    def _shard_client(self, shard: int, resuming: asyncio.Task[None]) -> GatewayClient:
        client = self._make(shard=shard, count=self.count, may_identify=self.forwarding.may_identify)

        def socket() -> DiscordWebSocket:
            return client.shards[shard]._parent.ws

        async def on_ready() -> None:
            # Since a moment ago, both sessions bring the same.
            resuming.cancel()
            self._sockets[shard] = socket
            await self.on_ready(shard, client.guilds)

        for handler in (*self._handlers, on_ready):
            client.event(handler)
        client._connection.parsers["INTERACTION_CREATE"] = partial(self._received, socket)
        return client

    def _received(self, socket: Callable[[], DiscordWebSocket], data: dict[str, Any]) -> None:
        if (handling := self._handling.get(data["id"])) is None:
            handling = self._handling[data["id"]] = self.on_interaction(data)
        event = socket().session_id, socket().sequence or 0
        self._under_way.add(event)
        handling.add_done_callback(lambda _: self._under_way.discard(event))

    async def _resume(self, shard: int) -> None:
        """Receive interactions in the session of the process before."""
        try:
            if (noted := await self.forwarding.notes.noted(self._key(shard))) is None:
                return
            session, handled, url = json.loads(noted)
            socket = await DiscordWebSocket.from_client(
                self.client, gateway=URL(url), shard_id=shard, session=session, sequence=handled, resume=True
            )
            socket._discord_parsers = {"INTERACTION_CREATE": partial(self._received, lambda: socket)}
            self._sockets[shard] = lambda: socket
            try:
                while True:
                    await socket.poll_event()
            finally:
                await socket.close()
        except Exception as error:
            log.info("session not resumed", action="a new one begins", platform=PLATFORM, error=type(error).__name__)

    async def _keep_noting(self, shard: int) -> None:
        while True:
            await self._note(shard)
            await asyncio.sleep(NOTE_SECONDS)

    async def _note(self, shard: int) -> None:
        """Note the shard's session, and its last event before those under way."""
        socket = self._sockets[shard]() if shard in self._sockets else None
        if socket is None or socket.session_id is None:
            return
        under_way = [number for session, number in self._under_way if session == socket.session_id]
        handled = min(under_way, default=(socket.sequence or 0) + 1) - 1
        reached = json.dumps([socket.session_id, handled, str(socket.gateway)])
        if reached != self._noted.get(shard):
            await self.forwarding.notes.keep(self._key(shard), reached)
            self._noted[shard] = reached

    def _key(self, shard: int) -> str:
        return f"{PLATFORM}-session:{shard}/{self.count}"
