"""The channels of the local room: their latest posts, and the tabs that follow them."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Protocol

from bot.chats.local_chat.frames import Frame
from bot.chats.local_chat.guests import Guest
from bot.messages import Place

LOCAL_GROUP = "local:home"
"""The group of the local room."""

MAIN_CHANNEL = "main"
"""The channel of a page that names none."""

POSTS_KEPT = 100
"""The number of posts of a channel that a new tab sees."""

CHANNELS_MOST = 64

_CHANNEL = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


class Tab(Protocol):
    """Follows a channel: the tab of a browser, or anything else that takes frames."""

    pledges: bool
    """True if it can add chance of its own to a deal."""

    origin: str
    """The address of the room as this browser knows it: ``http://192.168.1.5:8099``."""

    def send(self, frame: Frame) -> None:
        """Take a frame, without waiting."""

    def forget(self) -> None:
        """End, since the guest was forgotten."""


class LineRefused(Exception):
    """A line or a channel that the room does not take; ``reason`` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def place_of(channel: str) -> Place:
    """Return the place of a channel of the room.

    Raises:
        LineRefused: the name is not one of 1-32 letters a-z, digits and hyphens.
    """
    if not _CHANNEL.fullmatch(channel):
        raise LineRefused("bad-channel")
    return Place(LOCAL_GROUP, channel)


@dataclass(slots=True)
class Post:
    """A post of a channel."""

    number: int
    body: Frame
    picture: bytes


@dataclass(slots=True)
class Channel:
    """One channel."""

    posts: OrderedDict[int, Post] = field(default_factory=OrderedDict)
    last_number: int = 0
    tabs: dict[Tab, Guest] = field(default_factory=dict)
    chat_keys: deque[str] = field(default_factory=lambda: deque(maxlen=4 * POSTS_KEPT))
    """The keys of the latest chat lines, so that a line sent again is not posted again."""

    loaded: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a post or an edit becomes durable and visible, so that they keep their order."""

    def put(self, post: Post) -> None:
        """Add a post, or replace the one with its number; only the latest posts are kept."""
        self.posts[post.number] = post
        self.last_number = max(self.last_number, post.number)
        if "key" in post.body and post.body["key"] not in self.chat_keys:
            self.chat_keys.append(post.body["key"])
        # The window of the history is no cache: an edit must not make a post outlive newer ones.
        while len(self.posts) > POSTS_KEPT:
            self.posts.popitem(last=False)
