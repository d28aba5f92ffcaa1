"""Guild membership, cached briefly: without the privileged intent, Discord announces bans but no departures."""

from __future__ import annotations

import asyncio

import discord
import structlog
from cachetools import TTLCache

from bot.chats.discord_chat.ids import PLATFORM
from bot.chats.discord_chat.limits import Timeouts
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.members_asked import BotNotThere, MembershipUnknown

log = structlog.get_logger()

MEMBERS_CACHED = 5_000

_UNKNOWN_MEMBER = 10007
_UNKNOWN_USER = 10013


class GuildMembers:
    def __init__(self, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._cache: TTLCache[tuple[int, int], bool] = TTLCache(
            MEMBERS_CACHED, timeouts.member_cache, timer=lambda: asyncio.get_running_loop().time()
        )
        self._bans = 0
        """A count of bans, so that an answer from before a ban is not cached."""

    async def is_member(self, client: discord.Client, guild_id: int, user_id: int) -> bool:
        """True if a user is in a guild; raise ``MembershipUnknown`` if Discord does not say."""
        known = self._cache.get((guild_id, user_id))
        if known is None:
            bans = self._bans
            known = await self._fetch(client, guild_id, user_id)
            if self._bans == bans:
                self._cache[(guild_id, user_id)] = known
        return known

    def forget(self, guild_id: int, user_id: int) -> None:
        self._bans += 1
        self._cache.pop((guild_id, user_id), None)

    def forget_everywhere(self, user_id: int) -> None:
        self._bans += 1
        for key in [key for key in self._cache if key[1] == user_id]:
            self._cache.pop(key, None)

    async def _fetch(self, client: discord.Client, guild_id: int, user_id: int) -> bool:
        guild = client.get_guild(guild_id)
        if guild is None:
            raise BotNotThere
        try:
            async with asyncio.timeout(self._timeouts.member):
                await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code in (_UNKNOWN_MEMBER, _UNKNOWN_USER):
                return False
            raise MembershipUnknown from None
        except (TimeoutError, discord.HTTPException, *NETWORK_ERRORS) as error:
            log.warning(
                "Discord does not say who is a member",
                action="nothing is done, and whoever asked is told",
                platform=PLATFORM,
                error=type(error).__name__,
            )
            raise MembershipUnknown from None
        return True
