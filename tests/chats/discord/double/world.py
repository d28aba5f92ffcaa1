"""Everything that exists on the double: users, guilds, channels with their messages, and commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.chats.discord.double.components import Json
from tests.chats.discord.double.models import Channel, ChannelType, Guild, Message, MessageChange, User
from tests.chats.discord.double.snowflakes import Snowflakes
from tests.seeds import SEED


class World:
    """The state of the double; its changes can be waited for."""

    def __init__(self, bot_name: str) -> None:
        self.ids = Snowflakes(SEED)
        self.bot = User(self.ids.make_id(), bot_name, bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: list[Json] = []
        """The commands that the application has registered."""

        self.watchers: list[Callable[[Message, MessageChange], None]] = []
        """Told of every message that the bot posts, edits or deletes, as soon as people see it."""

        self._dm_channels: dict[int, Channel] = {}
        self._change = asyncio.Event()

    def tell(self, message: Message, change: MessageChange) -> None:
        """Tell whoever watches that a message has changed."""
        for watcher in self.watchers:
            watcher(message, change)

    def changed(self) -> None:
        """Wake whoever waits for a change."""
        self._change.set()
        self._change = asyncio.Event()

    async def change(self) -> None:
        """Wait for the next change."""
        await self._change.wait()

    def add_user(self, name: str, locale: str = "en-US") -> User:
        """Add a user."""
        user = User(self.ids.make_id(), name, locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, locale: str = "en-US") -> Guild:
        """Add a guild with one channel, which is its system channel as well."""
        guild = Guild(self.ids.make_guild_id(), name, self.add_user(f"{name} owner"), locale)
        self.guilds[guild.id] = guild
        guild.system_channel = self.add_channel(guild, "general")
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """Add a channel to a guild."""
        return self._add(Channel(self.ids.make_id(), name, ChannelType.TEXT, guild))

    def add_thread(self, parent: Channel, name: str) -> Channel:
        """Add a thread to a channel."""
        return self._add(Channel(self.ids.make_id(), name, ChannelType.THREAD, parent.guild, parent))

    def dm_channel(self, user: User) -> Channel | None:
        """The direct message channel with a user, if it was ever opened."""
        return self._dm_channels.get(user.id)

    def open_dm(self, user: User) -> Channel:
        """Open a direct message channel with a user."""
        channel = Channel(self.ids.make_id(), user.name, ChannelType.DM, recipient=user)
        self.channels[channel.id] = self._dm_channels[user.id] = channel
        return channel

    def _add(self, channel: Channel) -> Channel:
        assert channel.guild is not None
        self.channels[channel.id] = channel
        channel.guild.channels.append(channel)
        return channel
