"""The gateway of one of several processes, whose shards come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import discord
import structlog

from bot.chats.discord_chat.gateway import Gateway, GatewayClient, Timeouts, token_refused
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS
from bot.chats.discord_chat.notation import PLATFORM

log = structlog.get_logger()


class SharedGateway(Gateway):
    """A client that only calls Discord, and one for each shard that this process receives."""

    def __init__(self, token: str, timeouts: Timeouts, make_client: Callable[..., GatewayClient]) -> None:
        super().__init__(token, timeouts, make_client)
        self._make = make_client
        self.count = 0
        """As Discord recommends it."""

        self._clients: dict[int, GatewayClient] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.may_identify: Callable[[], Awaitable[None]]

        self.on_interaction: Callable[[dict[str, Any]], None]
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
        while True:
            client = self._clients[shard] = self._shard_client(shard)
            try:
                await client.start(self._token)
            except discord.ClientException as error:
                if not self._failed.done():
                    self._failed.set_exception(token_refused(error))
                return
            except (discord.HTTPException, *NETWORK_ERRORS) as error:
                log.warning("shard not connected", action="tried again", platform=PLATFORM, error=type(error).__name__)
            finally:
                del self._clients[shard]
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._timeouts.close_timeout):
                        await client.close()
            await asyncio.sleep(self._timeouts.reconnect_delay)

    def _shard_client(self, shard: int) -> GatewayClient:
        client = self._make(shard=shard, count=self.count, may_identify=self.may_identify)

        async def on_ready() -> None:
            await self.on_ready(shard, client.guilds)

        for handler in (*self._handlers, on_ready):
            client.event(handler)
        client._connection.parsers["INTERACTION_CREATE"] = self.on_interaction
        return client
