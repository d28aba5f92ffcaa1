from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import structlog
import yarl
from cachetools import LRUCache, TTLCache
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS, http_trace
from bot.chats.discord_chat.slash_commands import register
from bot.chats.not_served import TokenRefused
from bot.chats.retrying import retried
from bot.environment.task_set import TaskSet

log = structlog.get_logger()

GUILDS_CACHED = 1_000

_AUTHENTICATION_FAILED = 4004


@dataclass(frozen=True, slots=True)
class RateLimits:
    dm_openings: float = 2
    """Openings at once; Discord takes a bot that opens dozens quickly for a spammer."""

    dm_opening_seconds: float = 2.0
    """The time until all of them may be opened again."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    defer_after: float = 1.5
    """The time before a reply is deferred; Discord allows three seconds."""

    update_within: float = 0.5
    """The wait for an edit that answers a press; then the press is only acknowledged."""

    token_seconds: float = 14 * 60.0
    """The use of a token: a minute less than Discord allows."""

    member: float = 1.0
    """The wait for an answer about a member; the opening of a modal cannot be deferred meanwhile."""

    member_cache: float = 60.0
    """The life of a cached answer about a member."""

    retry_delay: float = 1.0
    """The pause before a repeated call; doubled each time."""

    reconnect_delay: float = 2.0
    """The pause before a new connection; doubled each time."""

    reconnect_delay_max: float = 30.0

    guild_ready_timeout: float = 2.0
    """The wait at the start after the last guild received."""

    close_timeout: float = 2.0


def without_traceback(record: logging.LogRecord) -> bool:
    """Remove the traceback from discord.py's records of network errors."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (*NETWORK_ERRORS, discord.ConnectionClosed)):
        record.msg = f"{record.getMessage()} ({type(error).__name__})"
        record.args, record.exc_info = (), None
    return True


def override_urls(api_url: str, gateway_url: str) -> None:
    """Redirect discord.py to these URLs in the whole process; an empty URL changes nothing."""
    if api_url:
        Route.BASE = api_url
    if gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


# Kiu uses no voice, so its missing libraries need no warning.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

Handler = Callable[..., Coroutine[Any, Any, None]]


class GatewayClient(discord.AutoShardedClient):
    """Receives events of guilds, bans and interactions only."""

    def __init__(
        self,
        timeouts: Timeouts,
        sync_file: Path | None,
        calls: CallWatch,
        *,
        has_page: bool = False,
        shard: int | None = None,
        count: int | None = None,
        may_identify: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Connect all shards, or one of ``count`` that identifies itself when it may."""
        super().__init__(
            shard_ids=None if shard is None else [shard],  # type: ignore[arg-type]
            shard_count=count,
            http_trace=http_trace(calls),
            # Bans arrive without a privileged intent; departures do not.
            intents=discord.Intents(guilds=True, moderation=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=timeouts.guild_ready_timeout,
        )
        self._sync_file = sync_file
        self._has_page = has_page
        self._may_identify = may_identify
        self._parse_ready, self._connection.parsers["READY"] = self._connection.parsers["READY"], self._new_session
        self.receiving: Callable[[], Collection[GatewayClient]] | None = None
        """Returns the clients of this process's shards, where several processes share them."""

        self._fetched: LRUCache[int, discord.Guild | None] = LRUCache(GUILDS_CACHED)
        self._fresh: TTLCache[int, bool] = TTLCache(
            GUILDS_CACHED, timeouts.member_cache, timer=lambda: asyncio.get_running_loop().time()
        )
        self._asking = TaskSet()

    def own_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a guild of the shards of this process."""
        clients = [self] if self.receiving is None else self.receiving()
        return next(filter(None, (each.get_guild(guild_id) for each in clients)), None)

    def _new_session(self, data: dict[str, Any]) -> None:
        """Keep no guild of a shard's earlier session, unlike discord.py: Kiu may have been removed meanwhile."""
        for guild in [each for each in self.guilds if each.shard_id == data["shard"][0]]:
            self._connection._remove_guild(guild)
        self._parse_ready(data)

    async def find_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a guild, asking Discord about those of other processes; ``None`` if Kiu is not there."""
        if (own := self.own_guild(guild_id)) is not None or self.receiving is None:
            return own
        if guild_id not in self._fresh:
            self._fetched[guild_id] = await self._fetch_whole(guild_id)
            self._fresh[guild_id] = True
        return self._fetched.get(guild_id)

    async def _fetch_whole(self, guild_id: int) -> discord.Guild | None:
        """Return a guild with its channels, threads and Kiu's own member, as the gateway would tell it."""
        try:
            guild = await self.fetch_guild(guild_id, with_counts=False)
            channels, threads, own = await asyncio.gather(
                guild.fetch_channels(), guild.active_threads(), guild.fetch_member(self._connection.self_id or 0)
            )
        except (discord.NotFound, discord.Forbidden):
            return None
        for channel in channels:
            guild._add_channel(channel)
        for thread in threads:
            guild._add_thread(thread)
        guild._add_member(own)
        return guild

    def ask_about(self, guild_id: int) -> None:
        """Let the channels of another process's guild be known soon, as they are by then."""
        known = self.own_guild(guild_id) is not None or guild_id in self._fresh
        if self.receiving is not None and not known and not self._asking.running:
            self._asking.start(self._ask_about(guild_id))

    async def _ask_about(self, guild_id: int) -> None:
        with suppress(discord.HTTPException, *NETWORK_ERRORS):
            await self.find_guild(guild_id)

    async def close(self) -> None:
        await self._asking.stop()
        await super().close()

    def get_channel(self, id: int, /) -> Any:
        """Return a channel or thread; in other processes' guilds, as it was when Discord was last asked."""
        if self.receiving is None:
            return super().get_channel(id)
        found = [each.get_channel(id) for each in self.receiving()]
        found += [each.get_channel_or_thread(id) for each in self._fetched.values() if each is not None]
        return next(filter(None, found), None)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self._may_identify is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._may_identify()

    async def setup_hook(self) -> None:
        if self._may_identify is not None:
            # The client that only calls Discord has done it.
            return
        try:
            if await register(self, self._sync_file, has_page=self._has_page):
                log.info("commands registered", platform="discord")
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Buttons and previously registered commands still work.
            log.error(
                "commands not registered",
                action="those registered before stay; tried again at the next start",
                platform="discord",
                status=error.status,
                code=error.code,
            )


class Gateway:
    def __init__(self, token: str, timeouts: Timeouts, make_client: Callable[[], GatewayClient]) -> None:
        self._token = token
        self._timeouts = timeouts
        self._make_client = make_client
        self._handlers: Sequence[Handler] = ()
        self._client: GatewayClient | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def client(self) -> GatewayClient:
        """The present client; ``ConnectionError`` is raised without one."""
        if self._client is None:
            raise ConnectionError("not connected to Discord")
        return self._client

    @property
    def established(self) -> bool:
        client = self._client
        return client is not None and client.is_ready() and not any(each.is_closed() for each in client.shards.values())

    async def open(self, handlers: Sequence[Handler]) -> None:
        """Connect, however long the network is down; raise ``TokenRefused`` for a bad token.

        The handlers have the names of the events of discord.py.
        """
        self._handlers = handlers
        logging.getLogger("discord.shard").addFilter(without_traceback)
        try:
            await retried(
                self._connect,
                attempts=math.inf,
                first_pause=self._timeouts.reconnect_delay,
                longest_pause=self._timeouts.reconnect_delay_max,
                may_retry=lambda error: isinstance(error, (discord.HTTPException, *NETWORK_ERRORS)),
                before_pause=lambda error, seconds: log.warning(
                    "Discord cannot be reached", error=type(error).__name__, again_in=seconds
                ),
            )
        except discord.ClientException as error:
            raise token_refused(error) from None

    async def wait_until_closed(self) -> None:
        """Wait while discord.py keeps the connection; raise ``TokenRefused`` if Discord ends it for good."""
        assert self._running is not None
        await asyncio.wait((self._running,))
        if self._client is None:
            return
        try:
            self._running.result()
        except discord.ClientException as error:
            raise token_refused(error) from None

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._timeouts.close_timeout):
                    await client.close()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def new_client(self) -> GatewayClient:
        client = self._make_client()
        for handler in self._handlers:
            client.event(handler)
        return client

    async def _connect(self) -> None:
        # A client cannot log in twice.
        await self.close()
        self._client = client = self.new_client()
        await client.login(self._token)
        self._running = running = asyncio.create_task(client.connect())
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if running.done():
            running.result()
            raise ConnectionResetError


def token_refused(error: discord.ClientException) -> TokenRefused:
    if isinstance(error, discord.ConnectionClosed) and error.code != _AUTHENTICATION_FAILED:
        return TokenRefused(f"Discord does not let Kiu in: it closed the connection with code {error.code}.")
    return TokenRefused("Discord does not know the token in DISCORD_TOKEN. Copy it anew from the developer portal.")
