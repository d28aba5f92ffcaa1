"""The connection to Discord over its whole life: made patiently, made again when it breaks, closed in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chats.discord_chat.client import KiuClient
from bot.chats.discord_chat.network import NETWORK_AWAY, WithoutTraceback
from bot.chats.discord_chat.pace import Pace
from bot.chats.errors import TokenRefused

log = structlog.get_logger()

_UNKNOWN_TOKEN = 4004
_WITHOUT_TRACEBACK = WithoutTraceback()


def look_for_discord_at(api_url: str, gateway_url: str) -> None:
    """Let the library call these addresses; an empty one stays as it is. They hold for the whole process."""
    if api_url:
        Route.BASE = api_url
    if gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


class Connection:
    """A client that is connected, and another one when that is lost for good.

    Args:
        token: the bot's token.
        pace: how long to wait for what.
    """

    def __init__(self, token: str, pace: Pace) -> None:
        self._token = token
        self._pace = pace
        self._made: Callable[[], KiuClient]
        self._client: KiuClient | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def client(self) -> KiuClient:
        """The client of the moment.

        Raises:
            ConnectionError: there is none, because it is not connected yet or not any more.
        """
        if self._client is None:
            raise ConnectionError("not connected to Discord")
        return self._client

    async def open(self, made: Callable[[], KiuClient]) -> None:
        """Connect, however long the network is away.

        Args:
            made: makes a new client for each attempt.

        Raises:
            TokenRefused: Discord does not let anybody in with this token.
        """
        self._made = made
        logging.getLogger("discord.shard").addFilter(_WITHOUT_TRACEBACK)
        await self._connect()

    async def hold(self) -> None:
        """Keep the connection until it is closed; the library mends most of what breaks, and this the rest.

        Raises:
            TokenRefused: Discord does not take the token any more.
        """
        while (running := self._running) is not None:
            await asyncio.wait((running,))
            if self._running is None:
                return
            try:
                running.result()
            except discord.ClientException as error:
                raise _refused(error) from None
            except NETWORK_AWAY as error:
                log.warning("connection lost", platform="discord", error=type(error).__name__)
            except Exception:
                log.exception("connection lost", platform="discord")
            await self._connect()

    async def close(self) -> None:
        """Close the connection; nothing can be sent afterwards."""
        running, self._running = self._running, None
        await self._drop_client()
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _connect(self) -> None:
        pause = self._pace.reconnect_after
        while True:
            await self._drop_client()
            try:
                await self._connect_once()
                return
            except discord.ClientException as error:
                raise _refused(error) from None
            except (discord.HTTPException, *NETWORK_AWAY) as error:
                log.warning("Discord cannot be reached", error=type(error).__name__, again_in=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, self._pace.reconnect_most)

    async def _connect_once(self) -> None:
        self._client = client = self._made()
        await client.login(self._token)
        self._running = running = asyncio.create_task(client.connect())
        settled = asyncio.create_task(client.settled.wait())
        try:
            await asyncio.wait((running, settled), return_when=asyncio.FIRST_COMPLETED)
        finally:
            settled.cancel()
        if running.done():
            running.result()
            raise ConnectionResetError

    async def _drop_client(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(client.close(), self._pace.goodbye)


def _refused(error: discord.ClientException) -> TokenRefused:
    if isinstance(error, discord.ConnectionClosed) and error.code != _UNKNOWN_TOKEN:
        return TokenRefused(f"Discord does not let Kiu in: it closed the connection with code {error.code}.")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return TokenRefused("Discord does not let Kiu in: it wants an intent that is not enabled for this bot.")
    return TokenRefused("Discord does not know the token in DISCORD_TOKEN. Copy it anew from the developer portal.")
