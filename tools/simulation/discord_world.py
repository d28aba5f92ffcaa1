"""Discord as a world of people: the double of the tests, which Kiu reaches by its real adapter and its library.

A world with one lets discord.py beat without a thread (:mod:`simulation.discord_heartbeat`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from bot.chats.discord_chat import DiscordChat
from bot.chats.discord_chat.components import BUTTON_PREFIX
from bot.commands import ParsedCommand, parse
from bot.messages import MessageId, Place, PlayerId
from engine.refusal import Refused
from tests.chats.discord.double.components import ComponentType, Json
from tests.chats.discord.double.interactions import Interaction, InteractionType
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Channel, Guild, Message, MessageChange
from tests.chats.discord.double.permissions import EVERYONE_PERMISSIONS, Permission
from tests.chats.discord.double.server import Discord
from tests.chats.discord.double.slash_command_input import INTEGER, USER, command_data
from tests.chats.discord.double.snowflakes import FIRST_TIMESTAMP
from tools.simulation.chance import Chance
from tools.simulation.chats import ANSWER_PATIENCE, UNANSWERED, Asked, How, Said, SeenButton, SeenMessage, Told
from tools.simulation.checks import Call
from tools.simulation.discord_calls import DiscordCalls
from tools.simulation.platform_world import PlatformWorld
from tools.simulation.readings import asked_in, bounds_in, without_marks
from tools.simulation.scheduler import EPOCH

LATENCY = (0.08, 0.25)
"""Between how many seconds Discord takes to answer."""

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)

SEEN_OF_A_CHANNEL = 8
"""How many of Kiu's latest messages somebody looks at, in a channel and in their direct messages."""

FORGET_EVERY = 300.0
"""Seconds after which what nobody can use any more is dropped from the double."""

HOW = {MessageChange.POSTED: "post", MessageChange.EDITED: "edit"}


class DiscordWorld(PlatformWorld):
    """People on Discord; made in the loop of the world."""

    platform = "discord"

    def __init__(self, double: Discord, calls: DiscordCalls, chance: Chance) -> None:
        super().__init__(calls, double.api_url)
        self.double = double
        self._chance = chance
        self._breaks = 0
        self._closed: dict[PlayerId, bool] = {}
        """Whether those took direct messages before who take none for a while."""

        self._members: dict[PlayerId, Member] = {}
        self._recent: dict[int, deque[Message]] = {}
        self._changes: dict[int, dict[asyncio.Future[None], None]] = {}
        self._tidying = self._loop.create_task(self._tidy())
        double.world.watchers.append(self._changed)

    @classmethod
    async def open(cls, chance: Chance, called: Callable[[Call], None]) -> DiscordWorld:
        """Start the servers of Discord.

        Args:
            chance: where what they do comes from.
            called: told of every call that Kiu makes.
        """
        double = await Discord().__aenter__()
        loop, latency = asyncio.get_running_loop(), chance.stream("latency", "discord")
        first = (EPOCH - DISCORD_EPOCH).total_seconds() - FIRST_TIMESTAMP / 1000
        double.world.ids.now = lambda: first + loop.time()
        double.calls.keeping = False
        double.api.latency = lambda _: latency.uniform(*LATENCY)
        calls = DiscordCalls(double, chance, called)
        double.api.bring = calls.bring
        double.gateway.bring = calls.bring_event
        return cls(double, calls, chance)

    # --- what happens to it ------------------------------------------------------------------------------------

    def disconnect(self) -> None:
        """All connections break; at times the session ends with them, or Discord asks for another connection."""
        self._breaks += 1
        how = self._chance.stream("break", "discord", self._breaks).random()
        self._calls.break_off()
        if how < 0.2:
            self.double.gateway.request_reconnect()
        elif how < 0.4:
            self.double.gateway.invalidate(resumable=how < 0.3)
        else:
            self._network.cut(self._address)

    def block(self, person: PlayerId) -> None:
        """Somebody takes no direct messages."""
        user = self._members[person].user
        self._closed.setdefault(person, user.dms_closed)
        user.dms_closed = True

    def unblock(self, person: PlayerId) -> None:
        """Somebody takes direct messages again, if they ever did."""
        self._members[person].user.dms_closed = self._closed.pop(person, False)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(FORGET_EVERY)
            self.double.responses.forget_expired()

    # --- who is there ------------------------------------------------------------------------------------------

    def add_group(self, number: int, channels: Sequence[str]) -> str:
        """Make a server with Kiu in it and so many channels; return its id."""
        guild = self.double.guild(f"Server {number}")
        for name in channels[1:]:
            self.double.world.add_channel(guild, name)
        return f"discord:{guild.id}"

    def places(self, group: str) -> list[Place]:
        """The channels of a server."""
        return [Place(group, str(channel.id)) for channel in self._guild(group).channels]

    def add_person(
        self, number: int, name: str, groups: Iterable[str], *, admin_of: Iterable[str] = (), language: str = ""
    ) -> PlayerId:
        """Make an account that is a member of servers; return its id. Some take no direct messages."""
        first, *others = map(self._guild, groups)
        administers = [self._guild(group) for group in admin_of]
        member = self.double.member(first, name, admin=first in administers, locale=language or "en-US")
        member.user.dms_closed = number % 4 == 0
        for guild in others:
            admin = Permission.MANAGE_GUILD if guild in administers else Permission.NONE
            guild.members[member.user.id] = EVERYONE_PERMISSIONS | admin
        self._members[member.player] = member
        return member.player

    def _guild(self, group: str) -> Guild:
        return self.double.world.guilds[int(group.partition(":")[2])]

    def private_chat(self, person: PlayerId) -> Place:
        """The direct messages of a person."""
        user = self._members[person].user
        channel = self.double.world.dm_channel(user)
        return Place(person, str(0 if channel is None else channel.id))

    def present(self, place: Place) -> Place:
        """The place itself: servers keep their ids."""
        return place

    # --- what people see ---------------------------------------------------------------------------------------

    def messages(self, person: PlayerId, place: Place) -> list[SeenMessage]:
        """Kiu's latest messages in a channel and in a person's direct messages, the newest first."""
        member, found = self._members[person], []
        for where in dict.fromkeys((place, self.private_chat(person))):
            for message in reversed(self._recent.get(int(where.channel), ())):
                if message.id in message.channel.messages and message.only_for in (None, member.user):
                    private = where != place or message.only_for is not None
                    text = without_marks(message.text)
                    asked = None if private else asked_in(text, member.name)
                    found.append(SeenMessage(str(message.id), where, text, _buttons(message), private, asked))
        return found

    async def changed(self, person: PlayerId, place: Place, seconds: float) -> None:
        """Wait until anything in a channel or in the direct messages changes, at most so many seconds."""
        change: asyncio.Future[None] = self._loop.create_future()
        channels = dict.fromkeys((int(place.channel), int(self.private_chat(person).channel)))
        for channel in channels:
            self._changes.setdefault(channel, {})[change] = None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await change
        finally:
            for channel in channels:
                self._changes[channel].pop(change, None)

    def _changed(self, message: Message, change: MessageChange) -> None:
        channel = message.channel
        recent = self._recent.setdefault(channel.id, deque(maxlen=SEEN_OF_A_CHANNEL))
        if message not in recent:
            recent.append(message)
        if change in HOW:
            receiver = channel.recipient if channel.guild is None else message.only_for
            who = "" if receiver is None else f"discord:{receiver.id}"
            group = who if channel.guild is None else f"discord:{channel.guild.id}"
            how: How = "private" if who else "post" if change is MessageChange.POSTED else "edit"
            place = Place(group, str(channel.id))
            edited = str(message.id) if how == "edit" else ""
            how = self._in_flight.arriving(place, who, message.text, edited) or how
            told = Told(self._loop.time(), how, place, who, str(message.id), message.text, buttons=_buttons(message))
            self._told(told)
        for each in self._changes.get(channel.id, ()):
            if not each.done():
                each.set_result(None)

    # --- what people do ----------------------------------------------------------------------------------------

    async def press(self, person: PlayerId, place: Place, button: SeenButton) -> Said:
        """Press a button, or one that the person has made up or kept, and wait for the answer."""
        message: Message | None = button.source
        member = self._members[person]
        if message is None or not self._is_in(member, message.channel):
            return UNANSWERED
        if not 1 <= len(button.data) + len(BUTTON_PREFIX) <= 100:
            # Discord itself takes no such button.
            return UNANSWERED
        data: Json = {
            "custom_id": BUTTON_PREFIX + button.data,
            "component_type": int(ComponentType.BUTTON),
            "id": next(
                (part["id"] for part in message.parts() if part.get("custom_id") == BUTTON_PREFIX + button.data), 2
            ),
        }
        pressed = self.double.interact(member, message.channel, InteractionType.COMPONENT, data, message)
        return await self._said(pressed, button.pressed.command)

    async def give(self, person: PlayerId, place: Place, asked: Asked, value: str) -> Said:
        """Fill the modal with the amount or the choice, and submit it."""
        opened: Interaction = asked.source
        member = self._members[person]
        kind = ComponentType.SELECT if asked.choices else ComponentType.TEXT_INPUT
        field = opened.select() if asked.choices else opened.text_input()
        filled = {"type": int(kind), "id": 2, "custom_id": field["custom_id"]}
        filled |= {"values": [value]} if asked.choices else {"value": value}
        assert opened.modal is not None
        parts: list[Json] = [
            {"type": int(ComponentType.TEXT), "id": 1}
            if each["type"] == ComponentType.TEXT
            else {"type": int(ComponentType.LABEL), "id": 1, "component": filled}
            if each["type"] == ComponentType.LABEL
            else {"type": int(ComponentType.ROW), "id": 1, "components": [filled]}
            for each in opened.modal["components"]
        ]
        data: Json = {"custom_id": opened.modal["custom_id"], "components": parts}
        submitted = self.double.interact(member, opened.channel, InteractionType.MODAL, data, opened.source)
        return await self._said(submitted, "")

    async def type(self, person: PlayerId, place: Place, line: str) -> Said:
        """Use a slash command, if Discord has one for the line and takes what follows it."""
        member = self._members[person]
        try:
            command = parse(line)
        except Refused:
            # Nothing else can be typed to Kiu on Discord.
            return UNANSWERED
        given = self._options(command)
        channel = self.double.world.channels.get(int(place.channel))
        if place.group == person:
            channel = self.double.world.dm_channel(member.user) or self.double.world.open_dm(member.user)
        if given is None or channel is None or not self._is_in(member, channel):
            return UNANSWERED
        data = command_data(self.double.world.commands, command.spec.discord, given, "")
        return await self._said(
            self.double.interact(member, channel, InteractionType.COMMAND, data, None), command.name
        )

    def _options(self, command: ParsedCommand) -> dict[str, Any] | None:
        """The options of a slash command, as a client takes them; ``None`` if it does not."""
        leaf: Json | None = {"options": self.double.world.commands}
        for name in command.spec.discord.split(" "):
            options: list[Json] = [] if leaf is None else leaf.get("options") or []
            leaf = next((each for each in options if each["name"] == name), None)
        if leaf is None:
            return None
        given: dict[str, Any] = {}
        for option in leaf.get("options") or []:
            name = option["name"]
            value: Any = command.amount(name) if command.amount(name) is not None else command.word(name)
            if value == "":
                if option.get("required"):
                    return None
                continue
            if option["type"] == USER:
                value = next((each for each in self._members.values() if each.name == value), None)
                if value is None:
                    return None
            elif option["type"] == INTEGER:
                if not isinstance(value, int) or not option.get("min_value", value) <= value <= option.get(
                    "max_value", value
                ):
                    return None
            else:
                value = str(value)
                choices = [choice["value"] for choice in option.get("choices") or []]
                if choices and value not in choices:
                    return None
            given[name] = value
        return given

    async def _said(self, interaction: Interaction, command: str) -> Said:
        """What comes back of an interaction."""
        until = self._loop.time() + ANSWER_PATIENCE
        try:
            async with asyncio.timeout(ANSWER_PATIENCE):
                await interaction.responded.wait()
        except TimeoutError:
            return UNANSWERED
        while interaction.loading and self._loop.time() < until:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.2)
        if interaction.modal is not None:
            return _question(interaction)
        buttons = tuple(each for message in interaction.messages for each in _buttons(message))
        sure = tuple(each for each in buttons if command and each.pressed.command == f"{command} !")
        return Said(interaction.text, buttons=sure or buttons, confirms=bool(sure))

    def _is_in(self, member: Member, channel: Channel) -> bool:
        guild = channel.guild
        return guild is None or (guild.has_bot and member.user.id in guild.members)

    # --- what happens to a group -------------------------------------------------------------------------------

    def migrate(self, group: str) -> None:
        """Nothing: servers keep their ids."""

    def delete(self, place: Place, number: MessageId) -> None:
        """Somebody deletes a message; it may be gone already."""
        channel = self.double.world.channels.get(int(place.channel))
        if channel is not None and channel.messages.pop(int(number), None) is not None:
            self._deleted += 1

    def leave(self, person: PlayerId, group: str) -> None:
        """Somebody leaves a server; they may have left already, and nobody tells Kiu."""
        self._guild(group).members.pop(self._members[person].user.id, None)

    def enter(self, person: PlayerId, group: str) -> None:
        """Somebody comes back to a server."""
        self._guild(group).members[self._members[person].user.id] = EVERYONE_PERMISSIONS

    def remove_bot(self, group: str) -> None:
        """Kiu is removed from a server."""
        self.double.remove_bot(self._guild(group))

    def add_bot(self, group: str) -> None:
        """Kiu is added to a server again."""
        self.double.add_bot(self._guild(group))

    # --- Kiu ---------------------------------------------------------------------------------------------------

    def new_chat(self) -> DiscordChat:
        """How one life of Kiu is connected; the network cuts off an earlier one."""
        chat = DiscordChat(self.double.token, api_url=self.double.api_url, gateway_url=self.double.gateway_url)
        self._in_flight.listen(chat)
        return chat


def _question(opened: Interaction) -> Said:
    """The modal that an interaction has opened."""
    assert opened.modal is not None
    selects = [part for part in _parts(opened.modal["components"]) if part["type"] == ComponentType.SELECT]
    words = str(opened.modal.get("title", ""))
    labels = " ".join(str(part.get("label", "")) for part in _parts(opened.modal["components"]))
    if selects:
        choices = tuple(str(option["value"]) for option in selects[0]["options"])
        return Said(words, asked=Asked(words, choices=choices, source=opened))
    return Said(words, asked=Asked(words, *bounds_in(f"{words} {labels}"), source=opened))


def _parts(components: list[Json]) -> list[Json]:
    """Everything in a modal."""
    return [*components, *(each["component"] for each in components if "component" in each)]


def _buttons(message: Message) -> tuple[SeenButton, ...]:
    return tuple(
        SeenButton(part["label"], part["custom_id"].removeprefix(BUTTON_PREFIX), message)
        for part in message.parts()
        if part["type"] == ComponentType.BUTTON and not part.get("disabled") and "custom_id" in part
    )
