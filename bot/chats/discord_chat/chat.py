"""Discord, as the announcer and the process see it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import discord
from aiolimiter import AsyncLimiter

from bot.app import App
from bot.chats.discord_chat.clerk import Clerk
from bot.chats.discord_chat.client import KiuClient
from bot.chats.discord_chat.closed_doors import ClosedDoors
from bot.chats.discord_chat.closing_messages import beacon_of, nonce_of, unabridged
from bot.chats.discord_chat.connection import Connection, look_for_discord_at
from bot.chats.discord_chat.network import NETWORK_AWAY
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.private_messages import PrivateMessages
from bot.chats.discord_chat.rendering import PLATFORM, user_of
from bot.chats.discord_chat.sending import Sender
from bot.chats.discord_chat.troubles import at_a_place, in_public
from bot.chats.rate_limiting import Lane
from bot.ledger import LedgerClosed
from bot.messages import Message, MessageId, Place, PlayerId, Unreachable, Unwelcome, Urgency
from bot.presenting import answers
from bot.wording import in_language
from engine.fairness import NO_BEACON, Beacon

LANES_KEPT = 500
"""From how many lanes on the idle ones are forgotten."""


class DiscordChat:
    """Keeps the Chat protocol on Discord, and brings to the dispatcher what people do there.

    Args:
        token: the bot's token.
        api_url: where Discord's interface is, if not at Discord.
        gateway_url: where its gateway is, likewise.
        memory: the file that keeps which commands were registered last.
        pace: limits and patience.
    """

    platform = PLATFORM
    beacon_seconds = 1.0

    def __init__(
        self,
        token: str,
        *,
        api_url: str = "",
        gateway_url: str = "",
        memory: Path | None = None,
        pace: Pace | None = None,
    ) -> None:
        look_for_discord_at(api_url, gateway_url)
        self._gateway_url = gateway_url
        self._memory = memory
        self._pace = pace or Pace()
        self.connection = Connection(token, self._pace)
        self._sender = Sender(self.connection, self._pace)
        self._private = PrivateMessages(self.connection, self._sender, self._pace)
        self._doors = ClosedDoors()
        self._lanes: dict[str, Lane] = {}
        self._one_at_a_time = asyncio.Lock()
        """A list of all servers is not to be worked through while one of them comes or goes."""

        self._app: App
        self._clerk: Clerk

    async def start(self, app: App) -> None:
        """Connect, however long the network is away; return when messages can be sent.

        Raises:
            TokenRefused: Discord does not let anybody in with this token.
        """
        self._app = app
        self._clerk = Clerk(app, self._pace, self._doors)
        await self.connection.open(
            lambda: KiuClient(self._clerk, self, self._pace, self._memory, self._gateway_url),
        )

    async def serve(self) -> None:
        """Bring to the dispatcher what people do, until stopped; the tables must be there by now.

        Raises:
            TokenRefused: Discord does not take the token any more.
        """
        self._clerk.open()
        await self.connected(self.connection.client.guilds)
        await self.connection.hold()

    async def stop(self) -> None:
        """Close the connection; nothing can be sent afterwards."""
        await self.connection.close()

    # --- what the announcer asks for ---------------------------------------------------------------------------

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the channel takes one more call."""
        if place.channel not in self._lanes:
            if len(self._lanes) >= LANES_KEPT:
                self._lanes = {channel: lane for channel, lane in self._lanes.items() if not lane.idle}
            self._lanes[place.channel] = Lane(AsyncLimiter(self._pace.channel_calls, self._pace.channel_seconds))
        await self._lanes[place.channel].acquire(urgency)

    async def post(self, place: Place, message: Message) -> MessageId:
        """Show a new message in a channel or thread and return its number; whom it mentions is pinged.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        with in_public(place):
            return str(await self._sender.post(int(place.channel), message, mentioning=True))

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Put ``message`` in the place of an earlier one; nobody is pinged.

        Raises:
            MessageGone: it was deleted meanwhile, or is too old to be edited.
            Unwelcome: nothing can be shown there.
        """
        with at_a_place():
            await self._sender.edit(int(place.channel), int(number), message)

    async def ping(self, place: Place, message: Message) -> MessageId | None:
        """Ping the player on turn with a short message.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        return await self.post(place, message)

    async def remove(self, place: Place, number: MessageId) -> None:
        """Take a message away; one that cannot be taken away stays."""
        with suppress(discord.HTTPException, *NETWORK_AWAY):
            await self._sender.remove(int(place.channel), int(number))

    async def post_closing(self, place: Place, message: Message, *, again: bool) -> Beacon:
        """Show a closing message; the number that Discord gives it is the beacon.

        Args:
            place: where.
            message: the closing message.
            again: whether it may stand there already. If it cannot be found it is shown, but its number does not
                count: a restart must never draw a second one.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        channel, closing = int(place.channel), unabridged(message)
        with in_public(place):
            if again:
                await self.acquire(place, Urgency.PING)
                if (number := await self._sender.first_showing(channel, closing)) is not None:
                    return beacon_of(number)
            await self.acquire(place, Urgency.PING)
            number = await self._sender.post(channel, closing, verbatim=True, nonce=nonce_of(closing))
        return NO_BEACON if again else beacon_of(number)

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, in the place of an earlier one if that can be edited, and return its number.

        Raises:
            Unreachable: the player takes no private messages, and was told once that it goes without.
        """
        user = user_of(player)
        if user is None:
            raise Unreachable(player)
        try:
            number = await self._private.send(user, message, instead_of)
        except Unreachable:
            await self._doors.found_closed(user)
            raise
        self._doors.found_open(user)
        return number

    # --- what happens to servers -------------------------------------------------------------------------------

    # News may come while the process ends and nothing can be stored any more; the next one makes up for it.

    async def connected(self, guilds: Sequence[discord.Guild]) -> None:
        """Make up for the servers that were joined or left while nobody listened.

        Args:
            guilds: where Kiu is now, and nowhere else.
        """
        if self._clerk.is_open:
            with suppress(LedgerClosed):
                async with self._one_at_a_time:
                    await self._app.membership.present(PLATFORM, {_group(guild) for guild in guilds})

    async def joined(self, guild: discord.Guild) -> None:
        """Say hello where newcomers are greeted, or wherever there is room for it; nobody is written to privately."""
        group = _group(guild)
        with suppress(LedgerClosed):
            async with self._one_at_a_time:
                await self._app.membership.arrived(group)
        channel = _welcome_channel(guild)
        if channel is None:
            return
        place = Place(group, str(channel.id))
        await self.acquire(place, Urgency.RESULT)
        with suppress(Unwelcome, *NETWORK_AWAY):
            await self.post(place, answers.welcome(in_language(self._app.groups.of(group).language)))

    async def left(self, guild: discord.Guild) -> None:
        """Let the tables of a server rest until Kiu is asked back."""
        with suppress(LedgerClosed):
            async with self._one_at_a_time:
                await self._app.membership.removed(_group(guild))


def _group(guild: discord.Guild) -> str:
    return f"{PLATFORM}:{guild.id}"


def _welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel in which a server greets newcomers, or else the first in which Kiu may write."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            may = channel.permissions_for(guild.me)
            if may.view_channel and may.send_messages:
                return channel
    return None
