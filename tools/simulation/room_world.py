"""The local room as a world of people: its real server, and a browser for each guest, over the network in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

import aiohttp

from bot.app import App
from bot.chats.frames import message_frame
from bot.chats.local_chat import LOCAL_GROUP, LocalRoom, RoomServer
from bot.messages import Message, MessageId, Place, PlayerId
from tools.simulation.chance import Chance
from tools.simulation.chats import ANSWER_PATIENCE, UNANSWERED, Asked, How, Said, SeenButton, SeenMessage, Told
from tools.simulation.loop import SimulatedLoop
from tools.simulation.network import Address
from tools.simulation.platform_faults import NO_FAULTS, PlatformFaults
from tools.simulation.room_browser import ADDRESS, Browser, Frame, buttons_of, seen, text_of

HOST = urlsplit(ADDRESS)

SEEN_OF_A_CHANNEL = 8
"""How many of Kiu's latest messages a guest looks at."""

FIRST_COMES = 1.0
"""Seconds before all others after which the first guest has come, who administers the room."""


_Content: TypeAlias = tuple[str, tuple[SeenButton, ...]]
"""What can be read of a message, and what can be pressed."""


class ToldRoom(LocalRoom):
    """A room that tells of its cards as soon as they stand there; pages have them a little later, or when they open.

    Args:
        app: the life of Kiu that it belongs to.
        told: takes the place of a card, its number and its message.
    """

    def __init__(self, app: App, told: Callable[[Place, MessageId, Message], None]) -> None:
        super().__init__(app.ledger)
        self._told = told

    async def post(self, place: Place, message: Message) -> MessageId:
        number = await super().post(place, message)
        self._told(place, number, message)
        return number

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        await super().edit(place, number, message)
        self._told(place, number, message)


class RoomWorld:
    """People in the local room, which nobody leaves, and where nothing is blocked, deleted or moved.

    It is made in the loop of the world.

    Args:
        chance: what their browsers do.
    """

    platform = LocalRoom.platform

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._loop = cast(SimulatedLoop, asyncio.get_running_loop())
        assert self._loop.network is not None
        self._network = self._loop.network
        self._session = aiohttp.ClientSession()
        self._names: dict[PlayerId, str] = {}
        self._channels: list[str] = []
        self._browsers: dict[PlayerId, Browser] = {}
        self._open: dict[PlayerId, asyncio.Task[None]] = {}
        self._changes: dict[PlayerId, asyncio.Event] = {}
        self._told: dict[tuple[str, int], dict[_Content, None]] = {}
        """What every message of a channel has told, the latest last."""

        self._faults = NO_FAULTS
        self._doubled = chance.stream("doubled", "local")
        self.tellers: list[Callable[[Told], None]] = []
        self.unsure = 0
        """Always 0: what the room shows is stored."""

    async def close(self) -> None:
        """Let all browsers go."""
        await self._session.close()

    # --- who is there ------------------------------------------------------------------------------------------

    def add_group(self, number: int, channels: Sequence[str]) -> str:
        """The room, with these channels; there is one."""
        assert not self._channels, "the room is one group"
        self._channels = list(channels)
        return LOCAL_GROUP

    def places(self, group: str) -> list[Place]:
        """The channels of the room."""
        return [Place(LOCAL_GROUP, channel) for channel in self._channels]

    def add_person(
        self, number: int, name: str, groups: Iterable[str], *, admin_of: Iterable[str] = (), language: str = ""
    ) -> PlayerId:
        """Somebody who will open the page; they are known by this until the room gives them an id of its own."""
        person = f"guest:{number}"
        self._names[person] = name
        self._changes[person] = asyncio.Event()
        return person

    def private_chat(self, person: PlayerId) -> Place:
        """What a guest sees beside the channel."""
        return Place(person, "0")

    def present(self, place: Place) -> Place:
        """The place itself."""
        return place

    def _browser(self, person: PlayerId, place: Place) -> Browser:
        """The browser of a guest, who opens the page now if they have not; the one who administers comes first."""
        if person not in self._browsers:
            channel = self._channels[0] if place.group == person else place.channel
            random = self._chance.stream("browser", person)
            browser = Browser(
                self._session, self._names[person], channel, random, lambda _, frame: self._came(person, frame),
                lambda: self._doubled.random() < self._faults.update_twice,
            )  # fmt: skip
            self._browsers[person] = browser
            self._open[person] = self._loop.create_task(self._opened(person, browser))
        return self._browsers[person]

    async def _opened(self, person: PlayerId, browser: Browser) -> None:
        first = next(iter(self._names))
        if person != first:
            while first not in self._browsers or not self._browsers[first].player:  # noqa: ASYNC110 - no event for it
                await asyncio.sleep(FIRST_COMES)
        await browser.live()

    # --- what people see ---------------------------------------------------------------------------------------

    def messages(self, person: PlayerId, place: Place) -> list[SeenMessage]:
        """What a guest sees beside the channel, and its latest messages, the newest first."""
        browser = self._browser(person, place)
        own = self.private_chat(person)
        private = [*browser.panes.values(), *reversed(browser.private)]
        found = [self._seen(browser, "side", own, message, private=True) for message in private]
        there = Place(LOCAL_GROUP, browser.channel)
        for number in sorted(browser.posts, reverse=True)[:SEEN_OF_A_CHANNEL]:
            found.append(self._seen(browser, str(number), there, browser.posts[number], private=False))
        return found

    @staticmethod
    def _seen(browser: Browser, number: MessageId, place: Place, message: Frame, *, private: bool) -> SeenMessage:
        asked = message["asked"] == browser.player if message["asked"] else None
        return SeenMessage(number, place, text_of(message), _buttons(message), private, asked)

    async def changed(self, person: PlayerId, place: Place, seconds: float) -> None:
        """Wait until anything on the page changes, at most so many seconds."""
        self._browser(person, place)
        change = self._changes[person]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await change.wait()
        change.clear()

    def _came(self, person: PlayerId, frame: Frame) -> None:
        browser = self._browsers[person]
        match frame["type"]:
            case "room":
                for post in frame["posts"]:
                    self._tell_post(browser, post)
            case "post" | "edit":
                self._tell_post(browser, frame["post"])
            case "private":
                message = frame["message"]
                self._tell(Told(
                    self._loop.time(), "private", Place(browser.player, "0"), browser.player, "side",
                    text_of(message), buttons=_buttons(message),
                ))  # fmt: skip
            case "reply":
                words = text_of(frame["message"])
                there = Place(LOCAL_GROUP, browser.channel)
                self._tell(Told(self._loop.time(), "answer", there, browser.player, "", words))
        self._changes[person].set()

    def _stands(self, place: Place, number: MessageId, message: Message) -> None:
        """A card stands in a channel, and is told to all."""
        # Not in the life that posts it: what the world finds out must not be raised there.
        self._loop.call_soon(self._tell_card, place.channel, int(number), message_frame(message))

    def _tell_post(self, browser: Browser, post: Frame) -> None:
        """A page has a card: what was not told of it is told now."""
        if post["kind"] == "card":
            content = _content(post["message"])
            if content not in self._told.get((browser.channel, post["number"]), ()):
                self._tell_card(browser.channel, post["number"], post["message"])

    def _tell_card(self, channel: str, number: int, message: Frame) -> None:
        content, told = _content(message), self._told.setdefault((channel, number), {})
        how: How = "edit" if told else "post"
        if content != next(reversed(told), None):
            told.pop(content, None)
            told[content] = None
            there = Place(LOCAL_GROUP, channel)
            self._tell(Told(self._loop.time(), how, there, "", str(number), content[0], buttons=content[1]))

    def _tell(self, told: Told) -> None:
        for tell in self.tellers:
            tell(told)

    # --- what people do ----------------------------------------------------------------------------------------

    async def press(self, person: PlayerId, place: Place, button: SeenButton) -> Said:
        """Press a button, or one that the person has made up or kept, and wait for the answer."""
        pressed, source = button.pressed, cast("Frame | None", button.source)
        ask = (source or {}).get("ask")
        if ask is not None and pressed.asks:
            # The page itself asks, and sends nothing before it is answered.
            choices = () if "least" in ask else self._choices(person, place, pressed.command, pressed.turn)
            return Said(ask["prompt"], asked=Asked(
                ask["prompt"], ask.get("least", 0), ask.get("most", 0), choices, source=button
            ))  # fmt: skip
        return await self._pressed(person, place, button, pressed.command)

    def _choices(self, person: PlayerId, place: Place, command: str, turn: str) -> tuple[str, ...]:
        """What the private side offers for a question, behind its command."""
        panes = self._browser(person, place).panes.values()
        offered = [each for pane in panes for each in buttons_of(pane) if each["turn"] == turn]
        beginning = f"{command} "
        found = (each["command"] for each in offered if each["command"].startswith(beginning))
        return tuple(each.removeprefix(beginning) for each in found)

    async def give(self, person: PlayerId, place: Place, asked: Asked, value: str) -> Said:
        """Give the amount or the choice that the page has asked for."""
        button: SeenButton = asked.source
        return await self._pressed(person, place, button, f"{button.pressed.command} {value}")

    async def _pressed(self, person: PlayerId, place: Place, button: SeenButton, text: str) -> Said:
        pressed = button.pressed
        frame = {"type": "press", "text": text, "turn": pressed.turn, "menu": pressed.in_menu}
        return await self._sent(person, place, frame)

    async def type(self, person: PlayerId, place: Place, line: str) -> Said:
        """Type a command, and wait for the answer."""
        return await self._sent(person, place, {"type": "say", "text": f"/{line}"})

    async def _sent(self, person: PlayerId, place: Place, frame: Frame) -> Said:
        answer = await self._browser(person, place).send(frame, ANSWER_PATIENCE)
        if answer is None:
            return UNANSWERED
        if answer["type"] != "reply":
            return Said(answer.get("reason", ""), refused=answer["type"] == "refused")
        message = answer["message"]
        return Said(text_of(message), answer["refused"], _buttons(message), confirms=answer["confirms"])

    # --- what happens to it ------------------------------------------------------------------------------------

    @property
    def faults(self) -> PlatformFaults:
        """How often frames come twice; the room is on the machine of Kiu, so its calls cannot fail."""
        return self._faults

    @faults.setter
    def faults(self, faults: PlatformFaults) -> None:
        self._faults = faults
        if faults.never_sent < 1:
            self._network.bring_back(self._address)
        else:
            self._network.take_away(self._address)

    @property
    def _address(self) -> Address:
        assert HOST.hostname is not None
        assert HOST.port is not None
        return HOST.hostname, HOST.port

    def disconnect(self) -> None:
        """All browsers lose their connections."""
        self._network.cut(self._address)

    def _nothing(self, *_: Any, **__: Any) -> None:
        """The room is Kiu's own, and what is private stands beside the channel."""

    block = unblock = migrate = delete = leave = enter = remove_bot = add_bot = _nothing

    # --- Kiu ---------------------------------------------------------------------------------------------------

    def new_room(self, app: App) -> tuple[LocalRoom, RoomServer]:
        """The room of one life of Kiu, and its server."""
        room = ToldRoom(app, self._stands)
        host, port = self._address
        return room, RoomServer(room, host=host, port=port)


def _content(message: Frame) -> _Content:
    return text_of(message), _buttons(message)


def _buttons(message: Frame) -> tuple[SeenButton, ...]:
    return tuple(seen(each) for each in buttons_of(message))
