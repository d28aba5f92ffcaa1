"""A chat for tests: it keeps everything it is told to show, in order, and can be slow, deaf or broken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.messages import Button, Message, MessageId, Place, PlayerId, Unreachable


@dataclass(frozen=True)
class Seen:
    """One thing the chat was told."""

    how: Literal["post", "edit", "whisper"]
    where: str
    """The channel, or the player it was whispered to."""

    number: MessageId
    message: Message


class Room:
    """Everything that was ever shown; it outlives restarts of the bot, as a real chat does."""

    platform = "test"

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.shown: dict[MessageId, Message] = {}
        self.channels: dict[MessageId, str] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.deaf: set[PlayerId] = set()
        self.broken: Exception | None = None
        self.watch: Callable[[Seen], None] = lambda seen: None

    async def post(self, place: Place, message: Message) -> MessageId:
        number = str(len(self.shown) + 1)
        self._take(Seen("post", place.channel, number, message))
        self.channels[number] = place.channel
        return number

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        assert self.channels[number] == place.channel
        self._take(Seen("edit", place.channel, number, message))

    async def whisper(self, player: PlayerId, message: Message) -> None:
        if player in self.deaf:
            raise Unreachable(player)
        self._take(Seen("whisper", player, "", message))

    def _take(self, seen: Seen) -> None:
        if self.broken is not None:
            raise self.broken
        self.watch(seen)
        self.seen.append(seen)
        if seen.how != "whisper":
            self.shown[seen.number] = seen.message

    # --- looking back ------------------------------------------------------------------------------------------

    def public(self, channel: str = "main") -> list[Seen]:
        """What everybody at a channel was shown, in order."""
        return [seen for seen in self.seen if seen.how != "whisper" and seen.where == channel]

    def whispers(self, player: PlayerId) -> list[Message]:
        """What one player alone was shown."""
        return [seen.message for seen in self.seen if seen.how == "whisper" and seen.where == player]

    def newest(self, channel: str = "main") -> Message:
        """The message at the bottom of a channel, as it stands now."""
        number = max((number for number, where in self.channels.items() if where == channel), key=int)
        return self.shown[number]

    def text(self, channel: str = "main") -> str:
        """The words of the message at the bottom of a channel."""
        return words(self.newest(channel))

    def button(self, label: str, channel: str = "main") -> Button:
        """The newest button in a channel whose label begins like this."""
        numbers = sorted((number for number, where in self.channels.items() if where == channel), key=int)
        for number in reversed(numbers):
            for each in buttons(self.shown[number]):
                if each.label.startswith(label):
                    return each
        raise LookupError(f"there is no button {label!r}")


def words(message: Message) -> str:
    """All the text of a message, that of its picture included."""
    alt = message.picture.alt if message.picture is not None else ""
    return "\n".join((message.title, *message.lines, message.footer, alt))


def buttons(message: Message) -> list[Button]:
    """All the buttons of a message."""
    return [button for row in message.buttons for button in row]


class Line:
    """One run's connection to the room; when the process dies, nothing more comes through."""

    platform = "test"

    def __init__(self, room: Room) -> None:
        self._room = room
        self.dead = False

    async def post(self, place: Place, message: Message) -> MessageId:
        await self._through()
        return await self._room.post(place, message)

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        await self._through()
        await self._room.edit(place, number, message)

    async def whisper(self, player: PlayerId, message: Message) -> None:
        await self._through()
        await self._room.whisper(player, message)

    async def _through(self) -> None:
        await self._room.gate.wait()
        if self.dead:
            raise ConnectionError("the process is dead")
