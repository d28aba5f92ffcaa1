"""Users, guilds, channels and messages, each with its payload as the API sends it."""

from __future__ import annotations

import copy
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum, IntEnum, IntFlag

from tests.chats.discord.double.components import ComponentType, Json, walk
from tests.chats.discord.double.permissions import BOT_PERMISSIONS, Permission


class ChannelType(IntEnum):
    """The types of channel."""

    TEXT = 0
    DM = 1
    GROUP_DM = 3
    THREAD = 11


class MessageChange(Enum):
    """What can become of a message."""

    POSTED = "posted"
    EDITED = "edited"
    DELETED = "deleted"


class MessageFlag(IntFlag):
    """The flags of a message."""

    NONE = 0
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    COMPONENTS_V2 = 1 << 15


@dataclass(eq=False)
class User:
    """A user account."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    has_app: bool = False
    """Whether the user has installed the application for themselves."""

    nick: str | None = None
    """What the account is called in guilds, if not by its name."""

    dms_closed: bool = False
    """Whether the bot's direct messages are refused."""

    def payload(self) -> Json:
        """The payload of the user."""
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

    def as_member(self) -> Json:
        """The payload of the user as a member of a guild."""
        return {
            **dict.fromkeys(("avatar", "banner", "communication_disabled_until", "premium_since")),
            "user": self.payload(),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "pending": False,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": self.nick,
        }


@dataclass(eq=False)
class Attachment:
    """A file attached to a message."""

    id: int
    filename: str
    description: str
    data: bytes = field(repr=False)

    @property
    def url(self) -> str:
        return f"https://cdn.discordapp.com/attachments/1/{self.id}/{self.filename}"

    def payload(self) -> Json:
        """The payload of the attachment."""
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
    """A message in its present state."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = MessageFlag.NONE
    only_for: User | None = None
    """The only user who sees an ephemeral message."""

    pings: tuple[int, ...] = ()
    """The ids of the users whom it pinged when it was posted."""

    replies_to: int | None = None
    """The message that it replies to."""

    nonce: str | None = None
    edited: datetime | None = None
    edits: int = 0

    def payload(self) -> Json:
        """The payload of the message."""
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
        """All its components, nested ones included."""
        return walk(self.components)

    @property
    def text(self) -> str:
        """All its text, with the alt texts of pictures and the names of documents."""
        texts = [self.content]
        for part in self.parts():
            if part["type"] == ComponentType.TEXT:
                texts.append(part["content"])
            elif part["type"] == ComponentType.GALLERY:
                texts.extend(item.get("description") or "" for item in part["items"])
            elif part["type"] == ComponentType.FILE:
                texts.append(part["name"])
        return "\n".join(line for line in texts if line)


@dataclass(eq=False)
class Channel:
    """A channel or thread of a guild, or a direct message channel with the bot."""

    id: int
    name: str
    type: ChannelType = ChannelType.TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    denied: Permission = Permission.NONE
    """The permissions that the bot is denied here."""

    archived: bool = False
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_bots(self) -> bool:
        """Whether the bot is there: in the guild, or one of the two in a conversation."""
        return self.guild.has_bot if self.guild is not None else self.type is ChannelType.DM

    @property
    def bot_permissions(self) -> Permission:
        """The bot's permissions here."""
        above = self.parent.denied if self.parent is not None else Permission.NONE
        granted = self.guild.bot_permissions if self.guild is not None else BOT_PERMISSIONS
        return granted & ~self.denied & ~above

    def payload(self, bot: User) -> Json:
        """The payload of the channel."""
        payload: Json = {"id": str(self.id), "type": int(self.type), "flags": 0, "last_message_id": None}
        if self.recipient is not None:
            return {**payload, "recipients": [self.recipient.payload()]}
        assert self.guild is not None
        payload |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0}
        payload |= {"permissions": str(int(self.bot_permissions))}
        if self.parent is None:
            denied = {"id": str(bot.id), "type": 1, "allow": "0", "deny": str(int(self.denied))}
            overwrites = [denied] if self.denied else []
            return {**payload, "position": 0, "permission_overwrites": overwrites, "nsfw": False, "parent_id": None}
        metadata = {
            "archived": self.archived,
            "archive_timestamp": datetime.now(UTC).isoformat(),
            "auto_archive_duration": 1440,
            "locked": False,
        }
        return {
            **payload,
            "parent_id": str(self.parent.id),
            "owner_id": str(self.guild.owner.id),
            "thread_metadata": metadata,
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.messages),
        }


@dataclass(eq=False)
class Guild:
    """A guild, which users call a server."""

    id: int
    name: str
    owner: User
    locale: str = "en-US"
    channels: list[Channel] = field(default_factory=list)
    system_channel: Channel | None = None
    members: dict[int, Permission] = field(default_factory=dict)
    """The permissions of each member, by user id."""

    has_bot: bool = True
    bot_permissions: Permission = BOT_PERMISSIONS
    """What the bot's roles grant it in the guild as a whole."""

    unavailable: bool = False
    """Whether an outage hides it from the bot."""

    @property
    def _admin_role(self) -> str:
        return str(self.id + 1)

    def roles_of(self, user: User) -> list[str]:
        """The ids of a member's roles: the one of those who manage the guild, or none."""
        return [self._admin_role] if self.members.get(user.id, Permission.NONE) & Permission.MANAGE_GUILD else []

    def listed(self) -> Json:
        """The payload in the list of the bot's guilds."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(int(self.bot_permissions)),
            "features": [],
        }

    def payload(self, bot: User) -> Json:
        """The payload of GUILD_CREATE."""
        joined = datetime(2026, 1, 1, tzinfo=UTC).isoformat()
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(int(self.bot_permissions)),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        granted = str(int(Permission.MANAGE_GUILD))
        admins = {**everyone, "id": self._admin_role, "name": "admins", "permissions": granted, "position": 1}
        me = {"user": bot.payload(), "roles": [], "joined_at": joined, "deaf": False, "mute": False, "flags": 0}
        empty = ("emojis", "stickers", "features", "voice_states", "presences", "stage_instances")
        return {
            **{name: [] for name in (*empty, "guild_scheduled_events", "soundboard_sounds")},
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "preferred_locale": self.locale,
            "system_channel_id": str(self.system_channel.id) if self.system_channel else None,
            "unavailable": False,
            "large": False,
            "joined_at": joined,
            "member_count": len(self.members) + 1,
            "roles": [everyone, admins],
            "members": [me],
            "channels": [each.payload(bot) for each in self.channels if each.type is ChannelType.TEXT],
            "threads": [each.payload(bot) for each in self.channels if each.type is ChannelType.THREAD],
        }
