"""Messages in channels and direct messages: posted, edited, deleted, and refused."""

from __future__ import annotations

import asyncio
import copy
import re
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

from tests.chats.discord.double import api_errors
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.components import ComponentType, Json, walk
from tests.chats.discord.double.message_validation import ATTACHMENT_SCHEME, attachments_shown, faults_of_message
from tests.chats.discord.double.models import (
    Attachment,
    Channel,
    ChannelType,
    Message,
    MessageChange,
    MessageFlag,
    User,
)
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.rest import Answer
from tests.chats.discord.double.world import World


class MessageOperations:
    """The operations on channels and messages.

    Args:
        world: the state.
        fault: notes what is wrong with a call, and returns the error that Discord would.
    """

    def __init__(self, world: World, fault: Callable[[Call, list[str]], Json]) -> None:
        self._world = world
        self._fault = fault
        self.dms_at_once = 10
        """How many direct messages may be opened in :attr:`dm_seconds`."""

        self.dm_seconds = 10.0
        self._opened: deque[float] = deque()

    def open_dm(self, call: Call) -> Answer:
        """The direct message channel with a user, opened if there is none."""
        user = self._world.users.get(int(call.body["recipient_id"]))
        if user is None:
            raise api_errors.unknown_user()
        chat = self._world.dm_channel(user)
        if chat is None:
            now = asyncio.get_running_loop().time()
            while self._opened and self._opened[0] <= now - self.dm_seconds:
                self._opened.popleft()
            if len(self._opened) >= self.dms_at_once:
                raise api_errors.opening_too_fast()
            self._opened.append(now)
            chat = self._world.open_dm(user)
        return 200, chat.payload(self._world.bot)

    def _channel_of(self, call: Call) -> Channel:
        channel = self._world.channels.get(call.channel)
        if channel is None:
            raise api_errors.unknown_channel()
        if channel.guild is not None:
            call.public = True
            if not channel.guild.has_bot or not channel.bot_permissions & Permission.VIEW_CHANNEL:
                raise api_errors.missing_access()
        return channel

    def _message_of(self, call: Call) -> Message:
        message = self._channel_of(call).messages.get(int(call.path["message_id"]))
        if message is None or message.only_for is not None:
            # An ephemeral message is known to its interaction alone.
            raise api_errors.unknown_message()
        return message

    def post(self, call: Call) -> Answer:
        """Post a message; the earlier one is returned if its nonce is known."""
        channel = self._channel_of(call)
        self._check_permissions(channel, call)
        nonce = call.body.get("nonce")
        if call.body.get("enforce_nonce"):
            known = next((each for each in channel.messages.values() if nonce and each.nonce == str(nonce)), None)
            if known is not None:
                return 200, known.payload()
        faults = faults_of(call.body, call.files)
        if faults:
            return 400, self._fault(call, faults)
        reference, message = self._reference_of(channel, call), self.new_message(channel, call)
        message.replies_to = reference
        message.nonce = None if nonce is None else str(nonce)
        return 200, message.payload()

    def _reference_of(self, channel: Channel, call: Call) -> int | None:
        """The message that a new one replies to."""
        reference: Json | None = call.body.get("message_reference")
        if reference is None:
            return None
        if not channel.bot_permissions & Permission.READ_HISTORY:
            raise api_errors.replying_forbidden()
        replied = channel.messages.get(int(reference["message_id"]))
        if replied is not None and replied.only_for is None:
            return replied.id
        if reference.get("fail_if_not_exists", True):
            raise api_errors.unknown_message()
        return None

    def history(self, call: Call) -> Answer:
        """The latest messages of a channel, the newest first; none for a bot without permission to read the history."""
        channel = self._channel_of(call)
        if not channel.bot_permissions & Permission.READ_HISTORY:
            return 200, []
        public = [each.payload() for each in channel.messages.values() if each.only_for is None]
        return 200, public[::-1][: int(call.query.get("limit", "50"))]

    def forget_nonces(self) -> None:
        """Forget all nonces, as Discord does after some minutes."""
        for channel in self._world.channels.values():
            for message in channel.messages.values():
                message.nonce = None

    def _check_permissions(self, channel: Channel, call: Call) -> None:
        user = channel.recipient
        if user is not None:
            shared = any(user.id in guild.members and guild.has_bot for guild in self._world.guilds.values())
            if not shared and not user.has_app:
                raise api_errors.no_guild_in_common()
            if user.dms_closed:
                raise api_errors.closed_to_you()
            return
        needed = Permission.SEND_IN_THREADS if channel.type is ChannelType.THREAD else Permission.SEND_MESSAGES
        if call.files:
            needed |= Permission.ATTACH_FILES
        if channel.bot_permissions & needed != needed:
            raise api_errors.missing_permissions()
        channel.archived = False

    def new_message(self, channel: Channel, call: Call, only_for: User | None = None) -> Message:
        """Create a message from a call."""
        body = call.body.get("data", call.body)
        message = Message(self._world.ids.make_id(), channel, self._world.bot, only_for=only_for)
        self._apply(message, body, call.files)
        message.pings = _pings(message.text, body.get("allowed_mentions"))
        channel.messages[message.id] = message
        self._world.tell(message, MessageChange.POSTED)
        return message

    def _apply(self, message: Message, body: Json, files: dict[str, bytes]) -> None:
        """Set the fields of a message that a post or an edit gives."""
        if "flags" in body and body["flags"] is not None:
            message.flags = MessageFlag(body["flags"])
        if "content" in body:
            message.content = body["content"] or ""
        declared = {str(each.get("id")): each for each in body.get("attachments") or []}
        if "attachments" in body:
            message.attachments = [each for each in message.attachments if str(each.id) in declared]
        for place, (name, data) in enumerate(files.items()):
            words = declared.get(str(place), {}).get("description") or ""
            message.attachments.append(Attachment(self._world.ids.make_id(), name, words, data))
        if body.get("components") is not None:
            message.components = _completed(body["components"], message.attachments)

    def edit(self, call: Call) -> Answer:
        """Edit a message."""
        message = self._message_of(call)
        if message.author is not self._world.bot:
            raise api_errors.not_your_message()
        if message.channel.recipient is None:
            self._check_permissions(message.channel, call)
        return self.edited(message, call, call.body)

    def edited(self, message: Message, call: Call, body: Json) -> Answer:
        """Edit a message by a call of any kind."""
        faults = faults_of(body, call.files, message)
        if faults:
            return 400, self._fault(call, faults)
        kept = message.flags & (MessageFlag.EPHEMERAL | MessageFlag.COMPONENTS_V2)
        self._apply(message, body, call.files)
        message.flags = (message.flags | kept) & ~MessageFlag.LOADING
        message.edited = datetime.now(UTC)
        message.edits += 1
        self._world.tell(message, MessageChange.EDITED)
        return 200, message.payload()

    def delete(self, call: Call) -> Answer:
        """Delete a message."""
        return self.deleted(self._message_of(call))

    def deleted(self, message: Message) -> Answer:
        """Delete a message by a call of any kind."""
        del message.channel.messages[message.id]
        self._world.tell(message, MessageChange.DELETED)
        return 204, None


def faults_of(body: Json, files: dict[str, bytes], before: Message | None = None) -> list[str]:
    """What is wrong with a message, or with an edit of an earlier one."""
    flags, attachments = (before.flags, before.attachments) if before is not None else (MessageFlag.NONE, [])
    return faults_of_message(body, files, flags) + _lost_attachments(body, attachments, files)


def is_public(message: Message) -> bool:
    """Whether more than one person sees it."""
    return message.only_for is None and message.channel.guild is not None


def _pings(text: str, allowed: Json | None) -> tuple[int, ...]:
    """The users whom a new message pings: all it mentions, unless ``allowed_mentions`` says otherwise."""
    named = tuple(dict.fromkeys(int(number) for number in re.findall(r"<@!?([0-9]+)>", text)))
    if allowed is None or "users" in (allowed.get("parse") or []):
        return named
    return tuple(number for number in named if number in map(int, allowed.get("users") or []))


def _lost_attachments(body: Json, before: list[Attachment], files: dict[str, bytes]) -> list[str]:
    """Attachments that are shown, but neither uploaded nor there already."""
    kept = {str(each.get("id")) for each in body.get("attachments") or []}
    there = {each.filename for each in before if "attachments" not in body or str(each.id) in kept}
    wanted = attachments_shown(body)
    return [f"attachment {name!r} is not there" for name in sorted(wanted - there - set(files))]


def _completed(components: list[Json], attachments: list[Attachment]) -> list[Json]:
    """Components as Discord returns them: with ids, defaults, and the URLs of attachments."""
    completed: list[Json] = copy.deepcopy(components)
    addresses = {f"{ATTACHMENT_SCHEME}{each.filename}": each for each in attachments}
    for number, part in enumerate(walk(completed), start=1):
        part["id"] = number
        if part["type"] == ComponentType.CONTAINER:
            part.setdefault("accent_color", None)
            part.setdefault("spoiler", False)
        if part["type"] == ComponentType.GALLERY:
            for place, item in enumerate(part["items"]):
                picture = addresses.get(item["media"]["url"])
                url = picture.url if picture is not None else item["media"]["url"]
                item["media"] = {"id": str(number * 100 + place), "url": url, "proxy_url": url}
                if picture is not None:
                    item["media"]["attachment_id"] = str(picture.id)
                item.setdefault("description", None)
                item.setdefault("spoiler", False)
        if part["type"] == ComponentType.FILE:
            file = addresses[part["file"]["url"]]
            media = {"id": str(number), "url": file.url, "proxy_url": file.url, "attachment_id": str(file.id)}
            part |= {"file": media, "name": file.filename, "size": len(file.data)}
            part.setdefault("spoiler", False)
    return completed
