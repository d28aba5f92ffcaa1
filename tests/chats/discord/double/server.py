"""A Discord on a loopback port, and the people on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import yarl
from aiohttp import web

from tests.chats.discord.double.answering import Answering
from tests.chats.discord.double.calls import Calls
from tests.chats.discord.double.contract import contract_at_hand
from tests.chats.discord.double.gateway import Gateway
from tests.chats.discord.double.interactions import Deed, Interaction
from tests.chats.discord.double.limits import Gatekeeper, Limits
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.permissions import EVERYBODY, Permission
from tests.chats.discord.double.rest import PREFIX, Api
from tests.chats.discord.double.trouble import ApiTrouble
from tests.chats.discord.double.world import Channel, Guild, Json, Message, User, World

TOKEN = "double.of.a-token"
LARGEST_ATTACHMENT = 10 * 1024 * 1024
GUILD, BOT_DM = 0, 1
"""Where an interaction may come from."""


class Discord:
    """The whole double: start it, point a client at it, and let people do things."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.token = TOKEN
        self.world = World("Kiu")
        self.calls = Calls()
        self.gateway = Gateway(self.world, TOKEN)
        self.gatekeeper = Gatekeeper(limits or Limits(), lambda: asyncio.get_running_loop().time())
        self._api = Api(self.world, TOKEN, self.calls, self.gatekeeper, contract_at_hand())
        self.answering = Answering(self.world, self._api.fault)
        self.posting = self.answering.posting
        self.responding = self.answering.responding
        self._runner: web.AppRunner | None = None
        self.api_url = ""
        self.gateway_url = ""
        self._before: tuple[str, yarl.URL] | None = None

    async def __aenter__(self) -> Discord:
        application = web.Application(client_max_size=30 * 1024 * 1024)
        application.router.add_get("/gw", self.gateway.connect)
        self._api.add_to(application, self.answering.routes())
        self._runner = web.AppRunner(application, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.api_url = f"http://127.0.0.1:{port}{PREFIX}"
        self.gateway_url = self.gateway.url = self.answering.gateway_url = f"ws://127.0.0.1:{port}/gw"
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        assert self._before is not None
        # The addresses are those of the library itself, and whoever pointed them here has gone by now.
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before
        await self.gateway.close()
        await self._runner.cleanup()

    @property
    def faults(self) -> list[str]:
        """What the bot did against the contract; a test is only good if there is nothing."""
        return self._api.faults

    def check_itself(self) -> None:
        """Let the double's own answers be measured by the contract too."""
        self._api.checks_itself = True

    # --- who and what there is ---------------------------------------------------------------------------------

    def guild(self, name: str = "Parlour", locale: str = "en-US") -> Guild:
        """A server that the bot is in already when it connects."""
        return self.world.add_guild(name, locale)

    def member(
        self, guild: Guild, name: str, *, admin: bool = False, locale: str = "en-US", where: Channel | None = None
    ) -> Member:
        """Somebody in a server, looking at its first channel."""
        user = self.world.add_user(name, locale)
        guild.people[user.id] = EVERYBODY | (Permission.MANAGE_GUILD if admin else Permission.NONE)
        return Member(self, user, guild, where or guild.channels[0])

    def channel(self, guild: Guild, name: str) -> Channel:
        """One more channel; a bot that is connected is told."""
        channel = self.world.add_channel(guild, name)
        self.gateway.dispatch("CHANNEL_CREATE", channel.payload(self.world.bot), guild)
        return channel

    def thread(self, parent: Channel, name: str) -> Channel:
        """A thread of a channel; a bot that is connected is told."""
        channel = self.world.add_thread(parent, name)
        self.gateway.dispatch("THREAD_CREATE", channel.payload(self.world.bot), parent.guild)
        return channel

    def delete(self, channel: Channel) -> None:
        """Delete a channel."""
        assert channel.guild is not None
        del self.world.channels[channel.id]
        channel.guild.channels.remove(channel)
        self.gateway.dispatch("CHANNEL_DELETE", channel.payload(self.world.bot), channel.guild)

    def add_bot(self, guild: Guild) -> None:
        """Somebody adds the bot to a server."""
        guild.has_bot = True
        payload = guild.payload(self.world.bot)
        del payload["unavailable"]
        self.gateway.dispatch("GUILD_CREATE", payload, guild)

    def remove_bot(self, guild: Guild) -> None:
        """Somebody throws the bot out of a server."""
        guild.has_bot = False
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def outage(self, guild: Guild, *, over: bool = False) -> None:
        """A server is hidden by an outage, or comes back."""
        guild.away = not over
        if over:
            self.gateway.dispatch("GUILD_CREATE", guild.payload(self.world.bot), guild)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    # --- what goes wrong ---------------------------------------------------------------------------------------

    def refuse_next(self, call: str, trouble: ApiTrouble, channel: Channel | None = None) -> None:
        """Refuse the bot's next call of a kind, such as ``PATCH /channels/{channel_id}/messages/{message_id}``."""
        self._api.troubles.next(call, channel.id if channel is not None else 0, trouble)

    def lose_answer_to_next(self, call: str, channel: Channel | None = None) -> None:
        """Do what the bot's next call of a kind asks for, but let the answer be lost on the way."""
        self._api.troubles.lose_next(call, channel.id if channel is not None else 0)

    def flood(self, channel: Channel, seconds: float) -> None:
        """Answer 429 to everything in a channel for a while."""
        self.gatekeeper.flood(channel.id, seconds)

    def forget_nonces(self) -> None:
        """Some minutes go by: the same nonce makes a new message again."""
        self.posting.forget_nonces()

    def let_tokens_expire(self) -> None:
        """Fifteen minutes go by: no interaction so far can be followed up any more."""
        for interaction in self.responding.interactions.values():
            interaction.expired = True

    # --- what people do ----------------------------------------------------------------------------------------

    def deed(self, member: Member, channel: Channel, kind: Deed, data: Json, source: Message | None) -> Interaction:
        """Tell the bot what somebody did."""
        user, guild = member.user, channel.guild
        now = asyncio.get_running_loop().time()
        interaction = Interaction(self.world.numbers.make(), kind, user, channel, source, now)
        self.responding.interactions[interaction.id] = interaction
        told: Json = {
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
            "authorizing_integration_owners": {"0": str(guild.id if guild is not None else 0)},
            "attachment_size_limit": LARGEST_ATTACHMENT,
        }
        if source is not None:
            told["message"] = source.payload()
        if guild is None:
            told |= {"user": user.payload(), "context": BOT_DM, "app_permissions": str(int(EVERYBODY))}
        else:
            told |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "context": GUILD,
                "member": self._as_member(user, guild),
                "app_permissions": str(int(channel.bot_may)),
            }
        self.gateway.dispatch("INTERACTION_CREATE", told, guild)
        return interaction

    @staticmethod
    def _as_member(user: User, guild: Guild) -> Json:
        return {
            "user": user.payload(),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "permissions": str(int(guild.people[user.id])),
        }

    async def until(self, condition: Callable[[], Any], what: str, seconds: float = 10.0) -> None:
        """Wait until something is so.

        Raises:
            AssertionError: it did not come to be; says ``what`` was waited for.
        """
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    await self.world.change()
        except TimeoutError:
            raise AssertionError(f"waited for {what} in vain") from None

    def public(self) -> str:
        """Everything the bot ever sent that more than one person may see, as it was sent."""
        return "\n".join(call.text for call in self.calls if call.public)
