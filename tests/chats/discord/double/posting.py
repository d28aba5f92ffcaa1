"""Messages in channels and private chats: posted, edited, deleted, and refused."""

from __future__ import annotations

import asyncio
import copy
import re
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

from tests.chats.discord.double import trouble
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.message_rules import ATTACHED, attachments_shown, faults_of_message
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.rest import Answer
from tests.chats.discord.double.world import Attachment, Channel, Flag, Json, Kind, Message, Part, User, World, walk


class Posting:
    """Whatever puts a message somewhere.

    Args:
        world: where the messages are.
        fault: notes what is wrong with a call, and says it as Discord would.
    """

    def __init__(self, world: World, fault: Callable[[Call, list[str]], Json]) -> None:
        self._world = world
        self._fault = fault
        self.chats_at_once = 10
        """How many private chats may be opened in :attr:`chats_seconds`."""

        self.chats_seconds = 10.0
        self._opened: deque[float] = deque()

    def open_private_chat(self, call: Call) -> Answer:
        """A private chat with somebody, a new one if there is none."""
        user = self._world.users.get(int(call.body["recipient_id"]))
        if user is None:
            raise trouble.unknown_user()
        chat = self._world.private_chat(user)
        if chat is None:
            now = asyncio.get_running_loop().time()
            while self._opened and self._opened[0] <= now - self.chats_seconds:
                self._opened.popleft()
            if len(self._opened) >= self.chats_at_once:
                raise trouble.opening_too_fast()
            self._opened.append(now)
            chat = self._world.open_private_chat(user)
        return 200, chat.payload(self._world.bot)

    def _channel_of(self, call: Call) -> Channel:
        channel = self._world.channels.get(call.channel)
        if channel is None:
            raise trouble.unknown_channel()
        if channel.guild is not None:
            call.public = True
            if not channel.guild.has_bot or not channel.bot_may & Permission.VIEW_CHANNEL:
                raise trouble.missing_access()
        return channel

    def channel(self, call: Call) -> Answer:
        """What the bot may know of a channel."""
        return 200, self._channel_of(call).payload(self._world.bot)

    def _message_of(self, call: Call) -> Message:
        message = self._channel_of(call).messages.get(int(call.path["message_id"]))
        if message is None:
            raise trouble.unknown_message()
        return message

    def post(self, call: Call) -> Answer:
        """A new message; the one of before if its nonce is known."""
        channel = self._channel_of(call)
        self._let_write(channel, call)
        nonce = call.body.get("nonce")
        if call.body.get("enforce_nonce"):
            known = next((each for each in channel.messages.values() if nonce and each.nonce == str(nonce)), None)
            if known is not None:
                return 200, known.payload()
        faults = faults_of(call.body, call.files)
        if faults:
            return 400, self._fault(call, faults)
        message = self.new_message(channel, call)
        message.nonce = None if nonce is None else str(nonce)
        return 200, message.payload()

    def history(self, call: Call) -> Answer:
        """The last messages of a channel, the newest first: nothing for a bot that may not look back."""
        channel = self._channel_of(call)
        if not channel.bot_may & Permission.READ_HISTORY:
            return 200, []
        public = [each.payload() for each in channel.messages.values() if each.only_for is None]
        return 200, public[::-1][: int(call.query.get("limit", "50"))]

    def forget_nonces(self) -> None:
        """Some minutes go by, after which a nonce is as good as new."""
        for channel in self._world.channels.values():
            for message in channel.messages.values():
                message.nonce = None

    def _let_write(self, channel: Channel, call: Call) -> None:
        user = channel.recipient
        if user is not None:
            if not any(user.id in guild.people and guild.has_bot for guild in self._world.guilds.values()):
                raise trouble.no_guild_in_common()
            if user.dms_closed:
                raise trouble.closed_to_you()
            return
        wanted = Permission.SEND_IN_THREADS if channel.kind is Kind.THREAD else Permission.SEND_MESSAGES
        if call.files:
            wanted |= Permission.ATTACH_FILES
        if channel.bot_may & wanted != wanted:
            raise trouble.missing_permissions()
        channel.archived = False

    def new_message(self, channel: Channel, call: Call, only_for: User | None = None) -> Message:
        """A message as a call says it."""
        body = call.body.get("data", call.body)
        message = Message(self._world.numbers.make(), channel, self._world.bot, only_for=only_for)
        self._fill(message, body, call.files)
        message.pings = _pings(message.text, body.get("allowed_mentions"))
        channel.messages[message.id] = message
        return message

    def _fill(self, message: Message, body: Json, files: dict[str, bytes]) -> None:
        """Let a message be as a post or an edit says."""
        if "flags" in body and body["flags"] is not None:
            message.flags = Flag(body["flags"])
        if "content" in body:
            message.content = body["content"] or ""
        told = {str(each.get("id")): each for each in body.get("attachments") or []}
        if "attachments" in body:
            message.attachments = [each for each in message.attachments if str(each.id) in told]
        for place, (name, data) in enumerate(files.items()):
            words = told.get(str(place), {}).get("description") or ""
            message.attachments.append(Attachment(self._world.numbers.make(), name, words, data))
        if body.get("components") is not None:
            message.components = _completed(body["components"], message.attachments)

    def read(self, call: Call) -> Answer:
        """A message as it stands."""
        return 200, self._message_of(call).payload()

    def edit(self, call: Call) -> Answer:
        """Another text for a message."""
        message = self._message_of(call)
        if message.author is not self._world.bot:
            raise trouble.not_your_message()
        if message.channel.recipient is None:
            self._let_write(message.channel, call)
        return self.edited(message, call, call.body)

    def edited(self, message: Message, call: Call, body: Json) -> Answer:
        """Let a message be as an edit says, wherever the edit comes from."""
        faults = faults_of(body, call.files, message)
        if faults:
            return 400, self._fault(call, faults)
        kept = message.flags & (Flag.EPHEMERAL | Flag.COMPONENTS_V2)
        self._fill(message, body, call.files)
        message.flags = (message.flags | kept) & ~Flag.LOADING
        message.edited = datetime.now(UTC)
        message.edits += 1
        return 200, message.payload()

    def delete(self, call: Call) -> Answer:
        """A message is taken away."""
        message = self._message_of(call)
        del message.channel.messages[message.id]
        return 204, None


def faults_of(body: Json, files: dict[str, bytes], before: Message | None = None) -> list[str]:
    """What is wrong with a message, or with an edit of the one that was there before."""
    flags, attachments = (before.flags, before.attachments) if before is not None else (Flag.NONE, [])
    return faults_of_message(body, files, flags) + _lost_attachments(body, attachments, files)


def is_public(message: Message) -> bool:
    """Whether more than one person sees it."""
    return message.only_for is None and message.channel.guild is not None


def _pings(text: str, allowed: Json | None) -> tuple[int, ...]:
    """Whom a new message pings: everybody it names, unless it says otherwise."""
    named = tuple(dict.fromkeys(int(number) for number in re.findall(r"<@!?([0-9]+)>", text)))
    if allowed is None or "users" in (allowed.get("parse") or []):
        return named
    return tuple(number for number in named if number in map(int, allowed.get("users") or []))


def _lost_attachments(body: Json, before: list[Attachment], files: dict[str, bytes]) -> list[str]:
    """What is to be shown and is neither uploaded nor there already."""
    kept = {str(each.get("id")) for each in body.get("attachments") or []}
    there = {each.filename for each in before if "attachments" not in body or str(each.id) in kept}
    wanted = attachments_shown(body)
    return [f"attachment {name!r} is not there" for name in sorted(wanted - there - set(files))]


def _completed(components: list[Json], attachments: list[Attachment]) -> list[Json]:
    """Components as Discord tells them back: numbered, with their defaults, pictures with an address."""
    told: list[Json] = copy.deepcopy(components)
    addresses = {f"{ATTACHED}{each.filename}": each for each in attachments}
    for number, part in enumerate(walk(told), start=1):
        part["id"] = number
        if part["type"] == Part.CONTAINER:
            part.setdefault("accent_color", None)
            part.setdefault("spoiler", False)
        if part["type"] == Part.GALLERY:
            for place, item in enumerate(part["items"]):
                picture = addresses.get(item["media"]["url"])
                url = picture.url if picture is not None else item["media"]["url"]
                item["media"] = {"id": str(number * 100 + place), "url": url, "proxy_url": url}
                if picture is not None:
                    item["media"]["attachment_id"] = str(picture.id)
                item.setdefault("description", None)
                item.setdefault("spoiler", False)
        if part["type"] == Part.FILE:
            file = addresses[part["file"]["url"]]
            media = {"id": str(number), "url": file.url, "proxy_url": file.url, "attachment_id": str(file.id)}
            part |= {"file": media, "name": file.filename, "size": len(file.data)}
            part.setdefault("spoiler", False)
    return told
