"""A chat for tests: it keeps everything it is told to show, in order, and can be slow, deaf or broken."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.chats.fitting import plain
from bot.messages import (
    Button,
    Chat,
    Message,
    MessageGone,
    MessageId,
    Place,
    PlayerId,
    TableAddress,
    Unreachable,
    Unwelcome,
    Urgency,
    check_sending,
)
from engine.fairness import Beacon


@dataclass(frozen=True)
class Seen:
    """One thing the chat was told."""

    how: Literal["post", "edit", "ping", "closing", "private"]
    where: str
    """The channel, or the player it was sent to privately."""

    number: MessageId
    message: Message


class Platform(Chat):
    """A platform that has nothing of its own: everybody is there, nobody is called, and nothing is limited."""

    platform = "test"

    def channel_name(self, place: Place) -> str:
        return f"#{place.channel}"

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        return True

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        return True


class FakeChat(Platform):
    """Everything that was ever shown; it outlives restarts of the bot, as a real chat does."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.shown: dict[MessageId, Message] = {}
        self.channels: dict[MessageId, str] = {}
        self._numbers = itertools.count(1)
        self.gate = asyncio.Event()
        """Nothing comes through while it is shut."""

        self.gate.set()
        self.admission = asyncio.Event()
        """Nobody is admitted while it is shut."""

        self.admission.set()
        self.acquired: list[tuple[str, Urgency]] = []
        self.free_edits = True
        """Whether an edit costs nothing."""

        self.until_hand = 0.0
        """In how many seconds it has room for another hand."""

        self.called_in_private: set[PlayerId] = set()
        """Who is told in private that it is their turn."""

        self.pinged_below: list[MessageId | None] = []
        """The message that each ping replied to."""

        self.deaf: set[PlayerId] = set()
        self.removed_private: list[tuple[PlayerId, MessageId]] = []
        """The private messages that were taken away."""

        self.tried: list[PlayerId] = []
        """Everybody to whom a private message was tried, deaf or not."""

        self.strangers: set[PlayerId] = set()
        """Who is in none of the groups any more."""

        self.closed: set[str] = set()
        """The channels in which nothing can be shown."""

        self.readers: dict[str, PlayerId] = {}
        """The channels that only one person reads."""

        self.beacon: Beacon | None = None
        """The chance that the platform adds to the next deal."""

        self.beacons: dict[MessageId, Beacon | None] = {}
        """What it added to every deal, by the number of the closing message."""

        self.dice = asyncio.Event()
        """No beacon is drawn while it is shut, though the closing message is shown already."""

        self.dice.set()
        self.turned_away = 0
        self.forgotten: list[PlayerId] = []
        self.broken: Exception | None = None
        self.watch: Callable[[Seen], None] = lambda seen: None

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Write down who asks for a call."""
        self.acquired.append((place.channel, urgency))

    async def forget(self, player: PlayerId) -> None:
        self.forgotten.append(player)

    def only_reader(self, place: Place) -> PlayerId | None:
        return self.readers.get(place.channel)

    def seconds_until_hand(self, place: Place) -> float:
        return self.until_hand

    async def post(self, place: Place, message: Message) -> MessageId:
        return self._new("post", place, message)

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> bool:
        self._new("ping", place, message)
        self.pinged_below.append(table_message)
        return False

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        return self.free_edits

    def calls_in_private(self, player: PlayerId, table: str, *, away: bool = False) -> bool:
        return player in self.called_in_private

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        if again and (known := [number for number in self.closings(place.channel) if self.shown[number] == message]):
            return self.beacons.get(known[-1])
        number = self._new("closing", place, message)
        await self.dice.wait()
        self.beacons[number] = None if again else self.beacon
        return self.beacons[number]

    def _new(self, how: Literal["post", "ping", "closing"], place: Place, message: Message) -> MessageId:
        self._welcome(place)
        number = str(next(self._numbers))
        self._take(Seen(how, place.channel, number, message))
        self.shown[number], self.channels[number] = message, place.channel
        return number

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        self._welcome(place)
        if number not in self.shown:
            raise MessageGone(number)
        assert self.channels[number] == place.channel
        self._take(Seen("edit", place.channel, number, message))
        self.shown[number] = message

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        return player not in self.strangers

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        return TableAddress(f"https://chat.test/{place.channel}/{number}", "group")

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        self.tried.append(player)
        if player in self.deaf:
            raise Unreachable(player)
        number = str(next(self._numbers)) if instead_of is None else instead_of
        self._take(Seen("private", player, number, message))
        return number

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        self.removed_private.append((player, number))

    def delete(self, number: MessageId) -> None:
        """Somebody in the channel deletes a message."""
        del self.shown[number], self.channels[number]

    def _welcome(self, place: Place) -> None:
        if place.channel in self.closed:
            self.turned_away += 1
            raise Unwelcome(place.channel)

    def _take(self, seen: Seen) -> None:
        if self.broken is not None:
            raise self.broken
        self.watch(seen)
        self.seen.append(seen)

    # --- looking back ------------------------------------------------------------------------------------------

    def public(self, channel: str = "main") -> list[Seen]:
        """What everybody at a channel was shown, in order; calls to players and closing messages are found apart."""
        return [seen for seen in self.seen if seen.how in ("post", "edit") and seen.where == channel]

    def ping_messages(self, channel: str = "main") -> list[Seen]:
        """Every call to a player on turn, in order."""
        return [seen for seen in self.seen if seen.how == "ping" and seen.where == channel]

    def closings(self, channel: str = "main") -> list[MessageId]:
        """The numbers of the closing messages that stand in a channel, in order."""
        closed = [seen.number for seen in self.seen if seen.how == "closing" and seen.where == channel]
        return [number for number in closed if number in self.shown]

    def pings(self, channel: str = "main") -> list[PlayerId]:
        """Whoever was pinged, in order: edits ping nobody."""
        new = [seen for seen in self.seen if seen.how in ("post", "ping") and seen.where == channel]
        return [seen.message.mention for seen in new if seen.message.mention is not None]

    def private_messages(self, player: PlayerId) -> list[Message]:
        """What one player alone was shown."""
        return [seen.message for seen in self.seen if seen.how == "private" and seen.where == player]

    def standing(self, player: PlayerId) -> dict[MessageId, Message]:
        """The private messages that stand before a player, as they are now."""
        shown = {seen.number: seen.message for seen in self.seen if seen.how == "private" and seen.where == player}
        return {number: message for number, message in shown.items() if (player, number) not in self.removed_private}

    def newest(self, channel: str = "main") -> Message:
        """The message at the bottom of a channel, as it stands now; calls and closing messages do not count."""
        passed_over = {seen.number for seen in self.ping_messages(channel)} | set(self.closings(channel))
        return self.shown[max((each for each in self._numbers_in(channel) if each not in passed_over), key=int)]

    def text(self, channel: str = "main") -> str:
        """The words of the message at the bottom of a channel."""
        return words(self.newest(channel))

    def button(self, label: str, channel: str = "main") -> Button:
        """The newest button in a channel whose label begins like this."""
        for number in sorted(self._numbers_in(channel), key=int, reverse=True):
            for each in buttons(self.shown[number]):
                if each.label.startswith(label):
                    return each
        raise LookupError(f"there is no button {label!r}")

    def _numbers_in(self, channel: str) -> list[MessageId]:
        return [number for number, where in self.channels.items() if where == channel]


def words(message: Message) -> str:
    """All the text of a message, that of its picture included."""
    alt = message.picture.alt if message.picture is not None else ""
    return f"{plain(message.with_time())}\n{alt}"


def fingerprints(message: Message) -> list[str]:
    """Every fingerprint in a message, in order."""
    return re.findall(r"(?:^|🔒 |^given up: )([0-9a-f]{64})$", plain(message), re.MULTILINE)


def buttons(message: Message) -> list[Button]:
    """All the buttons of a message."""
    return list(message.pressable)


class Connection(Platform):
    """One run's connection to the chat; when the process dies, nothing more comes through."""

    def __init__(self, chat: FakeChat) -> None:
        self._chat, self.dead = chat, False
        self.gate = asyncio.Event()
        """Nothing of this run comes through while it is shut."""

        self.gate.set()

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        await self._chat.acquire(place, urgency)
        await self._chat.admission.wait()

    async def forget(self, player: PlayerId) -> None:
        await self._chat.forget(player)

    def only_reader(self, place: Place) -> PlayerId | None:
        return self._chat.only_reader(place)

    def seconds_until_hand(self, place: Place) -> float:
        return self._chat.seconds_until_hand(place)

    async def post(self, place: Place, message: Message) -> MessageId:
        await self._through()
        return await self._chat.post(place, message)

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        await self._through()
        await self._chat.edit(place, number, message)

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> bool:
        await self._through()
        return await self._chat.ping(place, message, table_message)

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        return self._chat.edits_are_free(place, number)

    def calls_in_private(self, player: PlayerId, table: str, *, away: bool = False) -> bool:
        return self._chat.calls_in_private(player, table, away=away)

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        await self._through()
        return await self._chat.post_closing(place, message, again=again)

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        await self._through()
        return await self._chat.is_in_group(group, player)

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        return self._chat.address_of(place, table, number, player)

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        await self._through()
        return await self._chat.send_private(player, message, instead_of)

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        await self._through()
        await self._chat.remove_private(player, number)

    async def _through(self) -> None:
        await self._chat.gate.wait()
        await self.gate.wait()
        check_sending()
        if self.dead:
            raise ConnectionError("the process is dead")
