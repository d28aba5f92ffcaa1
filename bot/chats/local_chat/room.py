from __future__ import annotations

import asyncio
import hashlib
import json
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from cachetools import LRUCache

from bot.chats.frames import Frame, RefusedByRoom, message_frame, private_frame
from bot.chats.local_chat.guests import Guest, Guests, RoomStore
from bot.chats.web_server import is_loopback
from bot.environment.task_set import TaskSet
from bot.ledger import queries
from bot.ledger.writes import PostSaved
from bot.live.own_chance import OwnChance
from bot.messages import (
    Chat,
    Command,
    CommandHandler,
    Message,
    MessageId,
    Place,
    PlayerId,
    Reply,
    TableAddress,
    check_sending,
)
from bot.messages.names import safe_line
from engine.fairness import Beacon

PICTURES_KEPT = 512
"""Public pictures available; sending a history renews its pictures."""

LINE_LENGTH = 1000

CLOSING_SECONDS = 2.0

PRIVATE_PANE = "side"
"""The id of every private message."""


LOCAL_GROUP = "local:home"

MAIN_CHANNEL = "main"

POSTS_KEPT = 100

_CHANNEL = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


class Tab(Protocol):
    pledges: bool

    origin: str
    """The room's address in this browser: ``http://192.168.1.5:8099``."""

    def send(self, frame: Frame) -> None:
        """Take a frame, without waiting."""

    def forget(self) -> None:
        """End, since the guest was forgotten."""


def place_of(channel: str) -> Place:
    """Refuse a name that is not 1-32 letters a-z, digits and hyphens."""
    if not _CHANNEL.fullmatch(channel):
        raise RefusedByRoom("bad-channel")
    return Place(LOCAL_GROUP, channel)


@dataclass(slots=True)
class Post:
    number: int
    body: Frame
    picture: bytes


@dataclass(slots=True)
class Channel:
    posts: dict[int, Post] = field(default_factory=dict)
    """The latest posts, in the order of their numbers."""

    tabs: dict[Tab, Guest] = field(default_factory=dict)
    loaded: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Keeps the order of posts and edits until they are durable and visible."""

    def put(self, post: Post) -> None:
        self.posts[post.number] = post
        if len(self.posts) > POSTS_KEPT:
            del self.posts[min(self.posts)]


_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


def _store_key(place: Place) -> str:
    return f"{place.group}/{place.channel}"


class LocalRoom(Chat):
    platform = "local"
    private_edits_are_free = True
    has_private_pane = True

    def __init__(self, store: RoomStore, *, now: Callable[[], float] = time.time) -> None:
        self.guests = Guests(store)
        self._store = store
        self._now = now
        self._dispatcher: CommandHandler
        self._own_chance: OwnChance | None = None
        self._channels: dict[Place, Channel] = {}
        self._pictures: LRUCache[str, bytes] = LRUCache(PICTURES_KEPT)
        self._picture_secret = secrets.token_bytes(32)
        self._running = TaskSet()
        self.shared = False
        """True if other processes may write to channels that nobody here looks at."""

    async def open(self, dispatcher: CommandHandler, own_chance: OwnChance | None = None) -> None:
        self._dispatcher = dispatcher
        self._own_chance = own_chance
        if own_chance is not None:
            own_chance.connect(self.platform, self)

    async def close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self._running.wait_until_idle()

    async def forget(self, player: PlayerId) -> None:
        """End a guest's tabs and reload the channels from the ledger."""
        for channel in self._channels.values():
            for tab in [tab for tab, guest in channel.tabs.items() if guest.player == player]:
                del channel.tabs[tab]
                tab.forget()
        self._pictures.clear()
        for place, channel in self._channels.items():
            async with channel.lock:
                for post in await self._stored(place):
                    if channel.posts.get(post.number, post) != post:
                        channel.put(post)
                        self._broadcast(channel, {"type": "edit", "post": self._post_frame(post)})
            self._broadcast(channel, self._presence(channel))

    def channel_name(self, place: Place) -> str:
        return f"#{place.channel}"

    async def post(self, place: Place, message: Message) -> MessageId:
        return await self._add(place, {"kind": "card", "message": message_frame(message)}, _png(message))

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        channel = await self._channel(place)
        async with channel.lock:
            old = channel.posts.get(int(number))
            at = self._now() if old is None else old.body["at"]
            post = Post(int(number), {"kind": "card", "at": at, "message": message_frame(message)}, _png(message))
            await self._store_post(place, post)
            if old is not None:
                channel.put(post)
            self._broadcast(channel, {"type": "edit", "post": self._post_frame(post)})

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        """Return ``True``: the room has no rate limit."""
        return True

    def calls_in_private(self, player: PlayerId, table: str, *, away: bool = False) -> bool:
        """Return ``False``: the private hand is beside the channel."""
        return True

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Show a closing message unless ``again`` finds it shown; the room has no beacon."""
        shown = message_frame(message)
        channel = await self._channel(place)
        if not again or all(each.body.get("message") != shown for each in channel.posts.values()):
            await self.post(place, message)
        return None

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """Return ``True``, since nobody leaves the only group."""
        return True

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        """Return a channel's address in the player's browser."""
        origin = next((tab.origin for tab in reversed(self._tabs_of(player))), "")
        if not origin:
            return None
        channel = "" if place.channel == MAIN_CHANNEL else f"#{place.channel}"
        here = is_loopback(urlsplit(origin).hostname or "")
        return TableAddress(f"{origin}/{channel}", "computer" if here else "room", scanned=True)

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Show it in the player's tabs; later tabs ask for their pane."""
        frame = {"type": "private", "message": private_frame(message)}
        for tab in self._tabs_of(player):
            tab.send(frame)
        return PRIVATE_PANE

    def _tabs_of(self, player: PlayerId) -> list[Tab]:
        return [tab for each in self._channels.values() for tab, guest in each.tabs.items() if guest.player == player]

    def ask_for_pledge(self, player: PlayerId, deal: str) -> bool:
        return self._ask_pages(player, {"type": "pledge", "deal": deal})

    def ask_for_reveal(self, player: PlayerId, deal: str) -> bool:
        return self._ask_pages(player, {"type": "reveal", "deal": deal})

    def _ask_pages(self, player: PlayerId, frame: Frame) -> bool:
        pages = [tab for tab in self._tabs_of(player) if tab.pledges]
        for page in pages:
            page.send(frame)
        return bool(pages)

    def take_chance(self, guest: Guest, frame: Frame) -> None:
        deal, value = frame.get("deal"), frame.get(frame["type"])
        if self._own_chance is None or not isinstance(deal, str):
            return
        if not isinstance(value, str) or not _HASH.fullmatch(value):
            return
        take = self._own_chance.pledged if frame["type"] == "pledge" else self._own_chance.revealed
        take(guest.player, deal, bytes.fromhex(value))

    async def enter(self, tab: Tab, guest: Guest, place: Place) -> Frame:
        """Let a tab follow a place and return its posts and people."""
        channel = await self._channel(place)
        async with channel.lock:
            posts = [self._post_frame(each) for each in channel.posts.values()]
            channel.tabs[tab] = guest
        self._broadcast(channel, self._presence(channel), excluding=tab)
        if self._own_chance is not None:
            # The page learns its place first.
            asyncio.get_running_loop().call_soon(self._own_chance.came, guest.player)
        return {"posts": posts, "people": self._presence(channel)["people"], "now": self._now()}

    def leave(self, tab: Tab) -> None:
        for place, channel in list(self._channels.items()):
            if channel.tabs.pop(tab, None) is not None:
                self._broadcast(channel, self._presence(channel))
            if not channel.tabs and not channel.posts and not channel.lock.locked():
                del self._channels[place]

    async def chat(self, guest: Guest, place: Place, text: str, key: str = "") -> None:
        """Post a guest's line once for every ``key``; refuse an empty or long one."""
        # A space at the cut is removed, so it is not the one character too many.
        line = safe_line(text, LINE_LENGTH + 2)
        if not line:
            raise RefusedByRoom("line-empty")
        if len(line) > LINE_LENGTH:
            raise RefusedByRoom("line-too-long")
        body: Frame = {"kind": "chat", "player": guest.player, "name": guest.name, "text": line}
        if key:
            body["key"] = f"{guest.player}:{key}"
        await self._running.finish(self._add(place, body, b""))

    async def command(
        self,
        guest: Guest,
        place: Place,
        text: str,
        *,
        turn: str = "",
        key: str = "",
        language: str = "",
        in_menu: bool = False,
        on_page: bool = False,
    ) -> Reply:
        """Carry out a command, even if its tab closes, and return the answer."""
        own_key = f"{guest.player}:{key}" if key else ""
        command = Command(guest.as_person(language), place, text, turn, own_key, in_menu=in_menu, on_page=on_page)
        return await self._running.finish(self._dispatcher.handle(command))

    def picture(self, name: str) -> bytes | None:
        return self._pictures.get(name)

    async def _channel(self, place: Place) -> Channel:
        channel = self._channels.setdefault(place, Channel())
        async with channel.lock:
            if not channel.loaded or (self.shared and not channel.tabs):
                channel.posts.clear()
                for post in await self._stored(place):
                    channel.put(post)
                channel.loaded = True
        return channel

    async def _stored(self, place: Place) -> list[Post]:
        rows = await self._store.read(queries.posts, _store_key(place), POSTS_KEPT)
        posts = [Post(each.number, json.loads(each.body), each.picture) for each in rows]
        return sorted(posts, key=lambda each: each.number)

    async def _add(self, place: Place, body: Frame, picture: bytes) -> MessageId:
        channel = await self._channel(place)
        async with channel.lock:
            if "key" in body and any(each.body.get("key") == body["key"] for each in channel.posts.values()):
                return ""
            post = Post(max(channel.posts, default=0) + 1, {"at": self._now(), **body}, picture)
            await self._store_post(place, post)
            channel.put(post)
            self._broadcast(channel, {"type": "post", "post": self._post_frame(post)})
        return str(post.number)

    async def _store_post(self, place: Place, post: Post) -> None:
        check_sending()
        body = json.dumps(post.body, ensure_ascii=False, separators=(",", ":"))
        await self._store.commit(
            (PostSaved(place=_store_key(place), number=post.number, body=body, picture=post.picture),)
        )

    def _post_frame(self, post: Post) -> Frame:
        shown: Frame = {"number": post.number, **post.body}
        shown.pop("key", None)
        if post.picture:
            name = hashlib.blake2b(post.picture, key=self._picture_secret, digest_size=16).hexdigest()
            self._pictures[name] = post.picture
            message = shown["message"]
            shown["message"] = {**message, "picture": {**message["picture"], "src": f"/picture/{name}.png"}}
        return shown

    def _presence(self, channel: Channel) -> Frame:
        here = {guest.player: guest.name for guest in channel.tabs.values()}
        people = [
            {"id": player, "name": name} for player, name in sorted(here.items(), key=lambda each: each[1].casefold())
        ]
        return {"type": "people", "people": people}

    def _broadcast(self, channel: Channel, frame: Frame, excluding: Tab | None = None) -> None:
        for tab in list(channel.tabs):
            if tab is not excluding:
                tab.send(frame)


def _png(message: Message) -> bytes:
    return b"" if message.picture is None else message.picture.png
