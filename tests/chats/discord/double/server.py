"""A Discord on a loopback port, and its members."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import yarl
from aiohttp import web

from tests.chats.discord.double.api_errors import ApiError
from tests.chats.discord.double.calls import Calls
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.contract import load_contract
from tests.chats.discord.double.gateway import MODERATION_INTENT, Gateway
from tests.chats.discord.double.interactions import Interaction, InteractionType
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Channel, ChannelType, Guild, Message, User
from tests.chats.discord.double.operations import Operations
from tests.chats.discord.double.permissions import EVERYONE_PERMISSIONS, Permission
from tests.chats.discord.double.rate_limits import Limits, RateLimiter
from tests.chats.discord.double.rest import PREFIX, Api
from tests.chats.discord.double.slash_command_input import BOT_DM, GUILD, GUILD_INSTALL, PRIVATE_CHANNEL, USER_INSTALL
from tests.chats.discord.double.world import World
from tests.patience import LONGEST_WAIT

TOKEN = "double.of.a-token"
LARGEST_ATTACHMENT = 10 * 1024 * 1024


class Discord:
    """The whole double: start it, connect a client to it, and let members do things."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.token = TOKEN
        self.world = World("Kiu")
        self.calls = Calls()
        self.gateway = Gateway(self.world, TOKEN)
        self.rate_limiter = RateLimiter(limits or Limits(), lambda: asyncio.get_running_loop().time())
        self._api = Api(self.world, TOKEN, self.calls, self.rate_limiter, load_contract())
        self.operations = Operations(self.world, self._api.fault)
        self.messages = self.operations.messages
        self.responses = self.operations.responses
        self._runner: web.AppRunner | None = None
        self.api_url = ""
        self.gateway_url = ""
        self._before: tuple[str, yarl.URL] | None = None

    async def __aenter__(self) -> Discord:
        application = web.Application(client_max_size=30 * 1024 * 1024)
        application.router.add_get("/gw", self.gateway.connect)
        self._api.add_to(application, self.operations.routes())
        self._runner = web.AppRunner(application, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.api_url = f"http://127.0.0.1:{port}{PREFIX}"
        self.gateway_url = self.gateway.url = self.operations.gateway_url = f"ws://127.0.0.1:{port}/gw"
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        assert self._before is not None
        # These URLs belong to discord.py itself; nothing uses this double any more.
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before
        await self.gateway.close()
        await self._runner.cleanup()

    @property
    def api(self) -> Api:
        """What is done with every request."""
        return self._api

    @property
    def faults(self) -> list[str]:
        """What the bot did against the contract; in a passing test there is nothing."""
        return self._api.faults

    def validate_answers(self) -> None:
        """Validate the double's own answers by the contract too."""
        self._api.validates_answers = True

    # --- guilds, channels and members --------------------------------------------------------------------------

    def guild(self, name: str = "Home", locale: str = "en-US") -> Guild:
        """Add a guild that the bot is a member of when it connects."""
        return self.world.add_guild(name, locale)

    def member(
        self, guild: Guild, name: str, *, admin: bool = False, locale: str = "en-US", where: Channel | None = None
    ) -> Member:
        """Add a member to a guild, looking at its first channel."""
        user = self.world.add_user(name, locale)
        guild.members[user.id] = EVERYONE_PERMISSIONS | (Permission.MANAGE_GUILD if admin else Permission.NONE)
        return Member(self, user, guild, where or guild.channels[0])

    def leave(self, member: Member) -> None:
        """Let a member leave the guild; a bot without the intent for members is told nothing."""
        del member.guild.members[member.user.id]

    def channel(self, guild: Guild, name: str) -> Channel:
        """Add a channel; a connected bot gets the event."""
        channel = self.world.add_channel(guild, name)
        self.gateway.dispatch("CHANNEL_CREATE", channel.payload(self.world.bot), guild)
        return channel

    def thread(self, parent: Channel, name: str) -> Channel:
        """Add a thread to a channel; a connected bot gets the event."""
        channel = self.world.add_thread(parent, name)
        self.gateway.dispatch("THREAD_CREATE", channel.payload(self.world.bot), parent.guild)
        return channel

    def group_dm(self, *members: Member) -> Channel:
        """A conversation of users, without the bot."""
        channel = Channel(self.world.ids.make_id(), "friends", ChannelType.GROUP_DM, recipient=members[0].user)
        self.world.channels[channel.id] = channel
        return channel

    def delete(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread alone; a connected bot gets one event."""
        guild = channel.guild
        assert guild is not None
        for each in [channel, *(thread for thread in guild.channels if thread.parent is channel)]:
            del self.world.channels[each.id]
            guild.channels.remove(each)
        if channel.parent is None:
            self.gateway.dispatch("CHANNEL_DELETE", channel.payload(self.world.bot), guild)
        else:
            ids = {"id": str(channel.id), "guild_id": str(guild.id), "parent_id": str(channel.parent.id)}
            self.gateway.dispatch("THREAD_DELETE", {**ids, "type": int(channel.type)}, guild)

    def ban(self, member: Member) -> None:
        """Somebody bans a member from the guild; a connected bot that asked for it gets the event."""
        guild = member.guild
        ban = {"guild_id": str(guild.id), "user": member.user.payload()}
        self.gateway.dispatch("GUILD_BAN_ADD", ban, guild, intent=MODERATION_INTENT)

    def add_bot(self, guild: Guild) -> None:
        """Somebody adds the bot to a guild."""
        guild.has_bot = True
        payload = guild.payload(self.world.bot)
        del payload["unavailable"]
        self.gateway.dispatch("GUILD_CREATE", payload, guild)

    def remove_bot(self, guild: Guild) -> None:
        """Somebody removes the bot from a guild."""
        guild.has_bot = False
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def outage(self, guild: Guild, *, over: bool = False) -> None:
        """A guild becomes unavailable in an outage, or available again."""
        guild.unavailable = not over
        if over:
            self.gateway.dispatch("GUILD_CREATE", guild.payload(self.world.bot), guild)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    # --- failures ----------------------------------------------------------------------------------------------

    def fail_next(self, call: str, error: ApiError) -> None:
        """Answer the next request to a route, such as ``GET /channels/{channel_id}``, with an error."""
        self._api.forced_errors.failing.append((call, error))

    def lose_next_answer(self, call: str) -> None:
        """Carry out the next request to a route, but lose the answer."""
        self._api.forced_errors.losing.append(call)

    def flood(self, channel: Channel, seconds: float) -> None:
        """Answer 429 to everything in a channel for a while."""
        self.rate_limiter.flood(channel.id, seconds)

    def forget_nonces(self) -> None:
        """Forget all nonces, as Discord does after some minutes."""
        self.messages.forget_nonces()

    def expire_tokens(self) -> None:
        """Let the tokens of all interactions so far expire, as they do after fifteen minutes."""
        for interaction in self.responses.interactions.values():
            interaction.expired = True

    # --- interactions ------------------------------------------------------------------------------------------

    def interact(
        self, member: Member, channel: Channel, kind: InteractionType, data: Json, source: Message | None
    ) -> Interaction:
        """Dispatch an interaction of a member to the bot."""
        user, guild = member.user, channel.guild
        now = asyncio.get_running_loop().time()
        interaction = Interaction(self.world.ids.make_id(), kind, user, channel, source, now)
        self.responses.add(interaction)
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(self.world.bot.id),
            "type": int(kind),
            "data": data,
            "token": interaction.token,
            "version": 1,
            "channel": channel.payload(self.world.bot),
            "channel_id": str(channel.id),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": _integration_owners(user, channel),
            "attachment_size_limit": LARGEST_ATTACHMENT,
        }
        if source is not None:
            payload["message"] = source.payload()
        if guild is None:
            context = BOT_DM if channel.is_bots else PRIVATE_CHANNEL
            payload |= {"user": user.payload(), "context": context, "app_permissions": str(int(EVERYONE_PERMISSIONS))}
        else:
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "context": GUILD,
                "member": self._as_member(user, guild),
                "app_permissions": str(int(channel.bot_permissions)),
            }
        # A guild without the bot is none of its gateway's; what a user has installed is heard of on the first shard.
        self.gateway.dispatch("INTERACTION_CREATE", payload, guild if channel.is_bots else None)
        return interaction

    @staticmethod
    def _as_member(user: User, guild: Guild) -> Json:
        return {**user.as_member(), "permissions": str(int(guild.members[user.id]))}

    async def until(self, condition: Callable[[], Any], what: str, seconds: float = LONGEST_WAIT) -> None:
        """Wait until a condition holds.

        Raises:
            AssertionError: it did not come to hold in time; names ``what`` was waited for.
        """
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    await self.world.change()
        except TimeoutError:
            raise AssertionError(f"waited for {what} in vain") from None

    def public(self) -> str:
        """Everything that the bot sent in public, as it was sent."""
        return "\n".join(call.text for call in self.calls if call.public)


def _integration_owners(user: User, channel: Channel) -> Json:
    """For whom the application was installed, of those that an interaction of a user in a channel concerns."""
    guild = channel.guild
    owners: Json = {str(USER_INSTALL): str(user.id)} if user.has_app else {}
    if channel.is_bots:
        owners[str(GUILD_INSTALL)] = str(guild.id if guild is not None else 0)
    return owners
