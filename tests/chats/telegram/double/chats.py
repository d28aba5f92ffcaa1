"""People, chats and messages as Telegram keeps them, and as the Bot API tells of them."""

from __future__ import annotations

import itertools
import re
import struct
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Json = dict[str, Any]

ANONYMOUS_ADMIN: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
"""Whom messages of anonymous admins come from, in the Bot API's telling."""

SERVICE: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
"""Whom posts of a linked channel come from when they are forwarded to its group."""

CHANNEL_BOT: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
"""Whom messages come from that somebody writes in the name of a channel."""

THE_TIME = 1_770_000_000
"""The date of every message: nothing depends on it."""

_COMMAND = re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,32}(?:@[A-Za-z0-9_]+)?")
_orders = itertools.count(1)


def utf16(text: str) -> int:
    """The length of a text as Telegram measures it, in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


@dataclass(slots=True)
class User:
    """An account: a person or a bot."""

    id: int
    first_name: str
    username: str = ""
    language: str = ""
    is_bot: bool = False

    @property
    def json(self) -> Json:
        told: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        told |= {"username": self.username} if self.username else {}
        return told | ({"language_code": self.language} if self.language else {})


PostChange = Literal["posted", "edited", "deleted"]

Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]


@dataclass(slots=True)
class Member:
    """What somebody is in a chat."""

    user: User
    status: Status = "member"

    @property
    def inside(self) -> bool:
        return self.status not in ("left", "kicked")

    @property
    def json(self) -> Json:
        told: Json = {"status": self.status, "user": self.user.json}
        if self.status == "creator":
            return told | {"is_anonymous": False}
        if self.status == "administrator":
            return told | {"can_be_edited": False, "is_anonymous": False} | dict.fromkeys(_ADMIN_RIGHTS, True)
        if self.status == "restricted":
            return told | {"is_member": True, "until_date": 0} | dict.fromkeys(MEMBER_RIGHTS, False)
        if self.status == "kicked":
            return told | {"until_date": 0}
        return told


def _rights(names: str) -> list[str]:
    return [f"can_{each}" for each in names.split()]


_ADMIN_RIGHTS = _rights(
    "manage_chat delete_messages manage_video_chats restrict_members promote_members change_info invite_users"
    " post_stories edit_stories delete_stories"
)
MEMBER_RIGHTS = _rights(
    "send_messages send_audios send_documents send_photos send_videos send_video_notes send_voice_notes send_polls"
    " send_other_messages add_web_page_previews react_to_messages edit_tag change_info invite_users pin_messages"
    " manage_topics"
)


class Upload(NamedTuple):
    """A file that was sent with a call."""

    name: str
    content: bytes


class Die(NamedTuple):
    """A die and what it shows."""

    emoji: str
    value: int

    @property
    def json(self) -> Json:
        return {"emoji": self.emoji, "value": self.value}


FACES = {"🎲": 6, "🎯": 6, "🏀": 5, "⚽": 5, "🎳": 6, "🎰": 64}
"""The dice there are, and how many values each has."""


@dataclass(slots=True, eq=False)
class Chat:
    """A chat: private, group, supergroup with or without topics, or channel."""

    id: int
    kind: Literal["private", "group", "supergroup", "channel"]
    title: str
    members: dict[int, Member] = field(default_factory=dict)
    topics: set[int] = field(default_factory=set)
    """The threads of a forum; none of them is the general one."""

    is_forum: bool = False
    started: bool = False
    """For a private chat: whether its person has spoken to the bot, so that it may answer."""

    deleted: bool = False
    """Whether the group was deleted by its owner."""

    moved_to: int | None = None
    """The supergroup that a group has become."""

    forbidden: set[str] = field(default_factory=set)
    """What may not be sent here, such as ``photos``."""

    posts: dict[int, Post] = field(default_factory=dict)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def json(self) -> Json:
        named = {"first_name": self.title} if self.kind == "private" else {"title": self.title}
        return {"id": self.id, "type": self.kind, **named} | ({"is_forum": True} if self.is_forum else {})

    @property
    def is_group(self) -> bool:
        return self.kind in ("group", "supergroup")

    def visible(self, topic: int | None = None) -> list[Post]:
        """The messages that are still there, oldest first; of one topic only if it is named."""
        there = [post for post in self.posts.values() if not post.deleted and not post.lost]
        return there if topic is None else [post for post in there if post.topic == topic]

    def newest(self, topic: int | None = None) -> Post:
        """The message at the bottom."""
        return self.visible(topic)[-1]

    def by_bots(self, topic: int | None = None) -> list[Post]:
        """What bots have written and everybody can read."""
        return [post for post in self.visible(topic) if post.sender.is_bot and post.receiver is None]

    def text(self, topic: int | None = None) -> str:
        """All the words that everybody can read now."""
        return "\n".join(post.text for post in self.visible(topic) if post.receiver is None)

    def ever(self) -> str:
        """All the words that everybody could ever read."""
        return "\n".join(words for post in self.posts.values() if post.receiver is None for words in post.versions)


@dataclass(slots=True, eq=False)
class Post:
    """A message in a chat, as it is now."""

    chat: Chat
    number: int
    sender: User
    text: str = ""
    """Its words, or the caption of its picture."""

    entities: list[Json] = field(default_factory=list)
    photo: bytes | None = field(default=None, repr=False)
    markup: Json = field(default_factory=dict)
    reply_to: Post | None = None
    topic: int = 0
    in_the_name_of: Chat | None = None
    is_automatic_forward: bool = False
    forwarded: bool = False
    protected: bool = False
    receiver: int | None = None
    """The only person who sees it, if it is ephemeral."""

    unasked: bool = False
    """Whether it is ephemeral without a press, as only an admin may send it."""

    lost: bool = False
    """Whether it has vanished from the phone of its only reader, of which the server knows nothing."""

    service: Json = field(default_factory=dict)
    edited: bool = False
    deleted: bool = False
    versions: list[str] = field(default_factory=list)
    """Its words from the first to the present ones."""

    document: Upload | None = field(default=None, repr=False)
    die: Die | None = None
    silent: bool = False
    """Whether it came without a sound."""

    hides_photo: bool = False
    """Whether its picture is covered until it is tapped."""

    quote: str = ""
    """The words of another message that it quotes, which it keeps when that one is edited."""

    order: int = field(default_factory=lambda: next(_orders))

    def __post_init__(self) -> None:
        self.versions.append(self.text)

    @property
    def keyboard(self) -> list[list[Json]]:
        """Its buttons, row by row."""
        rows: list[list[Json]] = self.markup.get("inline_keyboard", [])
        return rows

    @property
    def has_caption(self) -> bool:
        """Whether its text is the caption of a picture or document."""
        return self.photo is not None or self.document is not None

    @property
    def labels(self) -> list[str]:
        """What its buttons say."""
        return [button["text"] for row in self.keyboard for button in row]

    @property
    def preview(self) -> str:
        """What a notification shows of its words: no spoiler."""
        units = self.text.encode("utf-16-le")
        for each in self.entities:
            if each["type"] == "spoiler":
                start, length = 2 * each["offset"], 2 * each["length"]
                units = units[:start] + "▒".encode("utf-16-le") * each["length"] + units[start + length :]
        return units.decode("utf-16-le")

    @property
    def pinged(self) -> list[int]:
        """Whom it mentions."""
        return [each["user"]["id"] for each in self.entities if each["type"] == "text_mention"]

    def changed(self, text: str, entities: list[Json], photo: bytes | None, markup: Json) -> None:
        """Put other content in its place."""
        self.text, self.entities, self.photo, self.markup = text, entities, photo, markup
        self.edited = True
        self.versions.append(text)

    @property
    def json(self) -> Json:
        """The message as the Bot API tells of it."""
        # A message that one member sees has no number among those that everybody sees.
        number = self.number if self.receiver is None else 0
        told: Json = {"message_id": number, "date": THE_TIME, "chat": self.chat.json}
        told |= self._sender()
        told |= {"edit_date": THE_TIME} if self.edited else {}
        told |= {"has_protected_content": True} if self.protected else {}
        told |= self._thread()
        if self.reply_to is not None:
            told["reply_to_message"] = {
                name: value for name, value in self.reply_to.json.items() if name != "reply_to_message"
            }
        if self.quote and self.reply_to is not None:
            told["quote"] = {"text": self.quote, "position": 0, "is_manual": True}
        if self.photo is not None:
            told["photo"] = [self._photo()]
        if self.document is not None:
            told["document"] = self._document(self.document)
        if self.die is not None:
            told["dice"] = self.die.json
        if self.text:
            told["caption" if self.has_caption else "text"] = self.text
        if self.entities:
            told["caption_entities" if self.has_caption else "entities"] = self.entities
        told |= {"reply_markup": self.markup} if self.keyboard else {}
        if self.receiver is not None:
            told["ephemeral_message_id"] = self.number
        if self.forwarded:
            told["forward_origin"] = {"type": "hidden_user", "sender_user_name": "Dewi", "date": 1}
        return told | self.service

    def _sender(self) -> Json:
        if self.in_the_name_of is None:
            return {} if self.chat.kind == "channel" else {"from": self.sender.json}
        told: Json = {"sender_chat": self.in_the_name_of.json}
        if self.chat.kind == "channel":
            return told
        if self.in_the_name_of is self.chat:
            return told | {"from": ANONYMOUS_ADMIN}
        if self.is_automatic_forward:
            return told | {"from": SERVICE, "is_automatic_forward": True}
        return told | {"from": CHANNEL_BOT}

    def _thread(self) -> Json:
        """Topics are threads, but so are chains of replies in a supergroup without topics."""
        if self.topic:
            return {"message_thread_id": self.topic, "is_topic_message": True}
        if self.chat.kind == "supergroup" and not self.chat.is_forum and self.reply_to is not None:
            first = self.reply_to
            while first.reply_to is not None:
                first = first.reply_to
            return {"message_thread_id": first.number}
        return {}

    def _photo(self) -> Json:
        assert self.photo is not None
        width, height = size_of(self.photo)
        name = f"photo-{self.chat.id}-{self.number}-{len(self.versions)}"
        return {**_file(name, len(self.photo)), "width": width, "height": height}

    def _document(self, document: Upload) -> Json:
        told = _file(f"document-{self.chat.id}-{self.number}", len(document.content))
        return told | {"file_name": document.name}


def _file(name: str, size: int) -> Json:
    return {"file_id": name, "file_unique_id": name, "file_size": size}


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height of a picture.

    Raises:
        ValueError: it is no PNG.
    """
    if not png.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError("not a PNG")
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def commands_in(text: str) -> list[Json]:
    """The commands that Telegram finds in what somebody types."""
    return [
        {"type": "bot_command", "offset": utf16(text[: found.start()]), "length": utf16(found.group())}
        for found in _COMMAND.finditer(text)
    ]
