"""Channels of the local room: their latest posts and the tabs that follow them."""

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

MAIN_CHANNEL = "main"

POSTS_KEPT = 100

CHANNELS_MOST = 64

_CHANNEL = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


class Tab(Protocol):
    """A receiver of a channel's frames, such as a browser's tab."""

    pledges: bool
    """True if it can add its own chance to a deal."""

    origin: str
    """The room's address in this browser: ``http://192.168.1.5:8099``."""

    def send(self, frame: Frame) -> None:
        """Take a frame, without waiting."""

    def forget(self) -> None:
        """End, since the guest was forgotten."""


class LineRefused(Exception):
    """A refused line or channel; ``reason`` is the key of a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def place_of(channel: str) -> Place:
    """Return the place of a channel, or raise ``LineRefused`` unless its name is 1-32 letters a-z,
    digits and hyphens.
    """
    if not _CHANNEL.fullmatch(channel):
        raise LineRefused("bad-channel")
    return Place(LOCAL_GROUP, channel)


@dataclass(slots=True)
class Post:
    number: int
    body: Frame
    picture: bytes


@dataclass(slots=True)
class Channel:
    posts: OrderedDict[int, Post] = field(default_factory=OrderedDict)
    last_number: int = 0
    tabs: dict[Tab, Guest] = field(default_factory=dict)
    chat_keys: deque[str] = field(default_factory=lambda: deque(maxlen=4 * POSTS_KEPT))
    """Keys of the latest chat lines, so that a repeated line is posted once."""

    loaded: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Keeps the order of posts and edits until they are durable and visible."""

    def put(self, post: Post) -> None:
        self.posts[post.number] = post
        self.last_number = max(self.last_number, post.number)
        if "key" in post.body and post.body["key"] not in self.chat_keys:
            self.chat_keys.append(post.body["key"])
        # An edited post must not outlive newer ones.
        while len(self.posts) > POSTS_KEPT:
            self.posts.popitem(last=False)
