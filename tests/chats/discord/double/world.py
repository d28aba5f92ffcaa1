"""What there is on the double's Discord: people, guilds, channels, and the messages in them."""

from __future__ import annotations

import asyncio
import copy
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum, IntFlag
from typing import Any, TypeAlias

from tests.chats.discord.double.permissions import THE_BOT, Permission
from tests.chats.discord.double.snowflakes import Snowflakes
from tests.chats.seeds import SEED

Json: TypeAlias = dict[str, Any]


class Kind(IntEnum):
    """The kinds of channel."""

    TEXT = 0
    DM = 1
    THREAD = 11


class Flag(IntFlag):
    """The flags of a message."""

    NONE = 0
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    COMPONENTS_V2 = 1 << 15


class Part(IntEnum):
    """The kinds of component."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    TEXT = 10
    GALLERY = 12
    FILE = 13
    CONTAINER = 17
    LABEL = 18


@dataclass(eq=False)
class User:
    """Somebody with an account."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    dms_closed: bool = False
    """Whether the bot's private messages are refused."""

    def payload(self) -> Json:
        """The account as the API tells it."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }


@dataclass(eq=False)
class Attachment:
    """A file that came with a message."""

    id: int
    filename: str
    description: str
    data: bytes = field(repr=False)

    @property
    def url(self) -> str:
        return f"https://cdn.discordapp.com/attachments/1/{self.id}/{self.filename}"

    def payload(self) -> Json:
        """The file as the API tells it."""
        return {
            "id": str(self.id),
            "filename": self.filename,
            "description": self.description,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url.replace("cdn.discordapp.com", "media.discordapp.net"),
            "content_type": mimetypes.guess_type(self.filename)[0] or "application/octet-stream",
        }


@dataclass(eq=False)
class Message:
    """A message as it stands now."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: Flag = Flag.NONE
    only_for: User | None = None
    """Whose eyes alone an ephemeral message is for."""

    pings: tuple[int, ...] = ()
    """Whom it pinged when it was posted."""

    nonce: str | None = None
    edited: datetime | None = None
    edits: int = 0

    def payload(self) -> Json:
        """The message as the API tells it."""
        return {
            "id": str(self.id),
            "type": 0,
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": datetime.now(UTC).isoformat(),
            "edited_timestamp": self.edited.isoformat() if self.edited else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [each.payload() for each in self.attachments],
            "embeds": [],
            "pinned": False,
            "flags": int(self.flags),
            "components": copy.deepcopy(self.components),
        }

    def parts(self) -> Iterator[Json]:
        """Every component, however deep."""
        return walk(self.components)

    @property
    def text(self) -> str:
        """Everything that can be read in it, the words of its pictures and the names of its documents included."""
        told = [self.content]
        for part in self.parts():
            if part["type"] == Part.TEXT:
                told.append(part["content"])
            elif part["type"] == Part.GALLERY:
                told.extend(item.get("description") or "" for item in part["items"])
            elif part["type"] == Part.FILE:
                told.append(part["name"])
        return "\n".join(line for line in told if line)


@dataclass(eq=False)
class Channel:
    """A channel or thread of a guild, or a private chat with the bot."""

    id: int
    name: str
    kind: Kind = Kind.TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    denied: Permission = Permission.NONE
    """What the bot may not do here."""

    archived: bool = False
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def bot_may(self) -> Permission:
        """The bot's permissions here."""
        above = self.parent.denied if self.parent is not None else Permission.NONE
        return THE_BOT & ~self.denied & ~above

    def payload(self, bot: User) -> Json:
        """The channel as the API tells it."""
        told: Json = {"id": str(self.id), "type": int(self.kind), "flags": 0, "last_message_id": None}
        if self.recipient is not None:
            return {**told, "recipients": [self.recipient.payload()]}
        assert self.guild is not None
        told |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0}
        told |= {"permissions": str(int(self.bot_may))}
        if self.parent is None:
            denied = {"id": str(bot.id), "type": 1, "allow": "0", "deny": str(int(self.denied))}
            overwrites = [denied] if self.denied else []
            return {**told, "position": 0, "permission_overwrites": overwrites, "nsfw": False, "parent_id": None}
        metadata = {
            "archived": self.archived,
            "archive_timestamp": datetime.now(UTC).isoformat(),
            "auto_archive_duration": 1440,
            "locked": False,
        }
        return {
            **told,
            "parent_id": str(self.parent.id),
            "owner_id": str(self.guild.owner.id),
            "thread_metadata": metadata,
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.messages),
        }


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner: User
    locale: str = "en-US"
    channels: list[Channel] = field(default_factory=list)
    system_channel: Channel | None = None
    people: dict[int, Permission] = field(default_factory=dict)
    """Its members with their permissions."""

    has_bot: bool = True
    away: bool = False
    """Whether an outage hides it from the bot."""

    def payload(self, bot: User) -> Json:
        """The guild as GUILD_CREATE tells it."""
        joined = datetime(2026, 1, 1, tzinfo=UTC).isoformat()
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(int(THE_BOT)),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        me = {"user": bot.payload(), "roles": [], "joined_at": joined, "deaf": False, "mute": False, "flags": 0}
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "preferred_locale": self.locale,
            "system_channel_id": str(self.system_channel.id) if self.system_channel else None,
            "unavailable": False,
            "large": False,
            "joined_at": joined,
            "member_count": len(self.people) + 1,
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "members": [me],
            "channels": [each.payload(bot) for each in self.channels if each.kind is Kind.TEXT],
            "threads": [each.payload(bot) for each in self.channels if each.kind is Kind.THREAD],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


class World:
    """Everything there is, and a bell that rings whenever something in it changes."""

    def __init__(self, bot_name: str) -> None:
        self.numbers = Snowflakes(SEED)
        self.bot = User(self.numbers.make(), bot_name, bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: list[Json] = []
        """The application's commands, as they were last put."""

        self._bell = asyncio.Event()

    def changed(self) -> None:
        """Ring the bell."""
        self._bell.set()
        self._bell = asyncio.Event()

    async def change(self) -> None:
        """Wait for the next change."""
        await self._bell.wait()

    def add_user(self, name: str, locale: str = "en-US") -> User:
        """Somebody new."""
        user = User(self.numbers.make(), name, locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, locale: str = "en-US") -> Guild:
        """A server with one channel, where the system's messages go as well."""
        guild = Guild(self.numbers.make_apart(), name, self.add_user(f"{name} owner"), locale)
        self.guilds[guild.id] = guild
        guild.system_channel = self.add_channel(guild, "general")
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A channel of a guild."""
        return self._keep(Channel(self.numbers.make(), name, Kind.TEXT, guild))

    def add_thread(self, parent: Channel, name: str) -> Channel:
        """A thread of a channel."""
        return self._keep(Channel(self.numbers.make(), name, Kind.THREAD, parent.guild, parent))

    def private_chat(self, user: User) -> Channel | None:
        """The private chat with somebody, if it was ever opened."""
        return next((each for each in self.channels.values() if each.recipient is user), None)

    def open_private_chat(self, user: User) -> Channel:
        """A private chat with somebody."""
        channel = Channel(self.numbers.make(), user.name, Kind.DM, recipient=user)
        self.channels[channel.id] = channel
        return channel

    def _keep(self, channel: Channel) -> Channel:
        assert channel.guild is not None
        self.channels[channel.id] = channel
        channel.guild.channels.append(channel)
        return channel


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a tree, parents before children."""
    for part in components:
        yield part
        yield from walk(part.get("components", []))
        for name in ("accessory", "component"):
            if name in part:
                yield from walk([part[name]])
