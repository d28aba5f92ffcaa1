"""The local room as a chat: what was posted in it, who looks at it, and what they say."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from bot.chats.local_chat.frames import Frame, message_frame, private_frame
from bot.chats.local_chat.people import Guest, GuestStore, People, plain
from bot.ledger.writes import GuestSaved, PostSaved
from bot.messages import Command, CommandHandler, Message, MessageGone, MessageId, Place, PlayerId, Reply, Urgency
from engine.fairness import NO_BEACON, Beacon

_Answer = TypeVar("_Answer")

HOME = "local:home"
"""The group of the local room."""

POSTS_KEPT = 100
"""How many posts of a channel a newcomer sees."""

PICTURES_KEPT = 512
"""How many public pictures can be fetched; older ones are put back when a history that shows them is sent."""

CHANNELS_MOST = 64
LINE_LENGTH = 1000
"""The most characters of a line of plain chat."""

CLOSING_SECONDS = 2.0

PRIVATE_SIDE = "side"
"""The number of every private message: a page has one private side, and shows there what came last."""

REMOVED = "removed"
"""The kind of a post that was taken away."""

_CHANNEL = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


class RoomStore(GuestStore, Protocol):
    """Where the room's history and people are kept, so that a restart loses nothing."""

    async def posts(self, place: str, limit: int) -> list[PostSaved]:
        """The last ``limit`` posts of a place."""

    async def commit(self, record: tuple[PostSaved | GuestSaved, ...]) -> None:
        """Return only when the record is durable."""


class Tab(Protocol):
    """Somebody looking at a channel: a browser's tab, or whatever wants to follow."""

    def send(self, frame: Frame) -> None:
        """Take a frame; never waits."""


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
    return Place(HOME, channel)


def _store_key(place: Place) -> str:
    return f"{place.group}/{place.channel}"


@dataclass(slots=True)
class _Post:
    number: int
    body: Frame
    picture: bytes


@dataclass(slots=True)
class _Channel:
    """One channel: its latest posts, and who is looking."""

    posts: OrderedDict[int, _Post] = field(default_factory=OrderedDict)
    last: int = 0
    tabs: dict[Tab, Guest] = field(default_factory=dict)
    said: deque[str] = field(default_factory=lambda: deque(maxlen=4 * POSTS_KEPT))
    """The keys of the latest lines of chat, so that a line sent again is not shown again."""

    loaded: bool = False
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Posts and edits become durable and visible one after another, in their order."""

    def remember(self, post: _Post) -> None:
        self.posts[post.number] = post
        self.last = max(self.last, post.number)
        if "key" in post.body and post.body["key"] not in self.said:
            self.said.append(post.body["key"])
        while len(self.posts) > POSTS_KEPT:
            self.posts.popitem(last=False)


class LocalRoom:
    """The local room: keeps the Chat protocol, and brings to the dispatcher what its people say.

    Args:
        store: keeps history and people; a post is durable before anybody sees it.
        now: the time of day as seconds since 1970.
    """

    platform = "local"
    beacon_seconds = 0.0

    def __init__(self, store: RoomStore, *, now: Callable[[], float] = time.time) -> None:
        self.people = People(store)
        self._store = store
        self._now = now
        self._dispatcher: CommandHandler | None = None
        self._channels: dict[Place, _Channel] = {}
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._picture_secret = secrets.token_bytes(32)
        self._under_way: dict[str, asyncio.Task[Any]] = {}

    async def open(self, dispatcher: CommandHandler) -> None:
        """Fetch who was registered, and bring every command to ``dispatcher`` from now on."""
        await self.people.load()
        self._dispatcher = dispatcher

    async def close(self) -> None:
        """Let the commands under way be answered, for a moment."""
        waiting = set(self._under_way.values())
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()

    # What the announcer asks for

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """There is always room for one more."""

    async def post(self, place: Place, message: Message) -> MessageId:
        """Show a new message in public and return its number."""
        return await self._add(place, {"kind": "card", "message": message_frame(message)}, _png(message))

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Put ``message`` in the place of an earlier one.

        Raises:
            MessageGone: it was taken away.
        """
        channel = await self._channel(place)
        async with channel.turn:
            old = channel.posts.get(int(number))
            if old is not None and old.body["kind"] == REMOVED:
                raise MessageGone(number)
            at = self._now() if old is None else old.body["at"]
            post = _Post(int(number), {"kind": "card", "at": at, "message": message_frame(message)}, _png(message))
            await self._keep(place, post)
            if old is not None:
                channel.remember(post)
            self._tell(channel, {"type": "edit", "post": self._shown(post)})

    async def ping(self, place: Place, message: Message) -> MessageId | None:
        """Nothing to do: the page of the player on turn shows it."""
        return None

    async def remove(self, place: Place, number: MessageId) -> None:
        """Take a post away."""
        channel = await self._channel(place)
        async with channel.turn:
            gone = _Post(int(number), {"kind": REMOVED}, b"")
            await self._keep(place, gone)
            channel.remember(gone)
            self._tell(channel, {"type": "remove", "number": gone.number})

    async def post_closing(self, place: Place, message: Message, *, again: bool) -> Beacon:
        """Show a closing message, but no second time if it stands there already; the room adds no chance of its own."""
        shown = message_frame(message)
        channel = await self._channel(place)
        if not again or all(each.body.get("message") != shown for each in channel.posts.values()):
            await self.post(place, message)
        return NO_BEACON

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Show a private message in every open tab of the player; a tab opened later finds the hand on coming in."""
        frame = {"type": "whisper", "message": private_frame(message)}
        for each in self._channels.values():
            for tab in [tab for tab, guest in each.tabs.items() if guest.player == player]:
                with suppress(ConnectionError):
                    tab.send(frame)
        return PRIVATE_SIDE

    # What people do

    async def enter(self, tab: Tab, guest: Guest, place: Place) -> Frame:
        """Let a tab follow a place from now on, and return what stands there.

        Raises:
            LineRefused: there are too many channels already.
        """
        channel = await self._channel(place)
        async with channel.turn:
            posts = [self._shown(each) for each in channel.posts.values() if each.body["kind"] != REMOVED]
            channel.tabs[tab] = guest
        self._tell(channel, self._presence(channel), besides=tab)
        return {"posts": posts, "people": self._presence(channel)["people"]}

    def leave(self, tab: Tab) -> None:
        """Let a tab follow no longer."""
        for place, channel in list(self._channels.items()):
            if channel.tabs.pop(tab, None) is not None:
                self._tell(channel, self._presence(channel))
            if not channel.tabs and not channel.posts and not channel.turn.locked():
                del self._channels[place]

    async def chat(self, guest: Guest, place: Place, text: str, key: str = "") -> None:
        """Post a line of plain chat as ``guest``, once for every ``key``.

        Raises:
            LineRefused: there is nothing in the line, or too much.
        """
        line = plain(text)
        if not line:
            raise LineRefused("line-empty")
        if len(line) > LINE_LENGTH:
            raise LineRefused("line-too-long")
        own_key = f"{guest.player}:{key}" if key else ""
        body: Frame = {"kind": "chat", "player": guest.player, "name": guest.name, "text": line}
        if key:
            body["key"] = own_key
        await self._idempotency(f"chat {own_key}" if key else "", lambda: self._add(place, body, b""))

    async def command(
        self, guest: Guest, place: Place, text: str, *, turn: str = "", key: str = "", language: str = ""
    ) -> Reply:
        """Bring a command to the dispatcher and return its answer.

        It is carried out even if who sent it goes away meanwhile.
        Sent again with the same ``key``, it is not carried out again.
        """
        if self._dispatcher is None:
            raise RuntimeError("the room is not open yet")
        dispatcher = self._dispatcher
        own_key = f"{guest.player}:{key}" if key else ""
        command = Command(guest.as_person(language), place, text, turn, own_key)
        return await self._idempotency(own_key, lambda: dispatcher.handle(command))

    async def _idempotency(self, key: str, begin: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer:
        """Await what is under way as ``key``, begun now if it was not; whoever stops waiting does not stop it."""
        task = self._under_way.get(key)
        if task is None:
            name = key or secrets.token_hex(8)
            task = self._under_way[name] = asyncio.create_task(begin())
            task.add_done_callback(lambda done: self._done(name, done))
        answer: _Answer = await asyncio.shield(task)
        return answer

    def _done(self, name: str, task: asyncio.Task[Any]) -> None:
        self._under_way.pop(name, None)
        if not task.cancelled():
            task.exception()  # raised to whoever waits; that nobody does any more is no accident to be reported

    def picture(self, name: str) -> bytes | None:
        """Return a public picture by the name under which a post shows it."""
        return self._pictures.get(name)

    # Inside

    async def _channel(self, place: Place) -> _Channel:
        channel = self._channels.get(place)
        if channel is None:
            if len(self._channels) >= CHANNELS_MOST:
                raise LineRefused("too-many-channels")
            channel = self._channels[place] = _Channel()
        if not channel.loaded:
            async with channel.turn:
                if not channel.loaded:
                    for kept in sorted(
                        await self._store.posts(_store_key(place), POSTS_KEPT), key=lambda each: each.number
                    ):
                        channel.remember(_Post(kept.number, json.loads(kept.body), kept.picture))
                    channel.loaded = True
        return channel

    async def _add(self, place: Place, body: Frame, picture: bytes) -> MessageId:
        channel = await self._channel(place)
        async with channel.turn:
            if "key" in body and body["key"] in channel.said:
                return ""
            post = _Post(channel.last + 1, {"at": self._now(), **body}, picture)
            await self._keep(place, post)
            channel.remember(post)
            self._tell(channel, {"type": "post", "post": self._shown(post)})
        return str(post.number)

    async def _keep(self, place: Place, post: _Post) -> None:
        body = json.dumps(post.body, ensure_ascii=False, separators=(",", ":"))
        await self._store.commit(
            (PostSaved(place=_store_key(place), number=post.number, body=body, picture=post.picture),)
        )

    def _shown(self, post: _Post) -> Frame:
        """Return a post as everybody may see it, its picture by an address that cannot be guessed."""
        shown: Frame = {"number": post.number, **post.body}
        shown.pop("key", None)
        if post.picture:
            name = hashlib.blake2b(post.picture, key=self._picture_secret, digest_size=16).hexdigest()
            self._pictures[name] = post.picture
            self._pictures.move_to_end(name)
            while len(self._pictures) > PICTURES_KEPT:
                self._pictures.popitem(last=False)
            message = post.body["message"]
            shown["message"] = {**message, "picture": {**message["picture"], "src": f"/picture/{name}.png"}}
        return shown

    def _presence(self, channel: _Channel) -> Frame:
        here = {guest.player: guest.name for guest in channel.tabs.values()}
        people = [
            {"id": player, "name": name} for player, name in sorted(here.items(), key=lambda each: each[1].casefold())
        ]
        return {"type": "people", "people": people}

    def _tell(self, channel: _Channel, frame: Frame, besides: Tab | None = None) -> None:
        for tab in list(channel.tabs):
            if tab is not besides:
                with suppress(ConnectionError):
                    tab.send(frame)


def _png(message: Message) -> bytes:
    return b"" if message.picture is None else message.picture.png
