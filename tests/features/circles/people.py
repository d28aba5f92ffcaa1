"""People of a circle: each sees the table where they are, thinks, and presses what is offered there."""

from __future__ import annotations

import asyncio
import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any, TypeAlias

import aiohttp
from playwright.async_api import FrameLocator
from playwright.async_api import TimeoutError as NotThere

from bot.chats.frames import Frame
from bot.messages import Pressed
from engine.games import GAMES
from engine.play import Seat
from engine.table.hand import AnyHand
from tests.chats.discord.activity_in_chromium import Proxy, opened
from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.member import Member, SeenButton
from tests.chats.local.browser_pages import launched
from tests.chats.local.served_room import token
from tests.chats.telegram.double import TOKEN, Person
from tests.chats.telegram.double.mini_app import launch
from tests.chats.telegram.table_page import URL
from tests.chats.virtual_time import VirtualClock, now, outside
from tests.features.circles.places import LATENCY, Places
from tests.features.table_page.page_clients import PageClient
from tools.pace.discord_people import PREFIX
from tools.pace.people import ScreenButton

QUICK = (2.0, 5.0, 3.0, 6.0, 4.0)
SLOW = (14.0, 18.0, 12.0)
"""Seconds that people think, in turn."""

IN_WINDOW = 4.0
"""Seconds that they think at most while several are asked at once; of eight, a restart may have taken three."""

PATIENCE = 20.0
"""Seconds for which people wait for an answer before they press again."""

AT_ONCE = 2_000.0
"""Real milliseconds for which somebody looks for a button, before they look whether it is still theirs."""

QIUQIU = ("bet", "call", "raise", "call", "fold")
"""How each hand of QiuQiu begins, question by question; then everybody checks, calls and declares."""

RARELY = ("pass-bank", "leave", "fold")


def chosen(hand: AnyHand, seat: Seat, game: str, offered: Sequence[ScreenButton]) -> ScreenButton | None:
    """Choose by a script in QiuQiu, like a computer player in Quan Dui, and in Koo Kiew what stands first."""
    plain = [each for each in offered if not each.pressed.asks]
    wanted = QIUQIU[hand.actions] if game == "qiuqiu" and hand.actions < len(QIUQIU) else ""
    if game == "quan-dui":
        wanted = GAMES[game].choose(hand.round.view(seat), Random(0)).text
    exact = [each for each in plain if wanted in (each.pressed.command, each.verb)]
    return next(iter(exact or [each for each in plain if each.verb not in RARELY] or plain), None)


class PersonInPlace(ABC):
    """Somebody who plays until cancelled."""

    def __init__(self, places: Places, player: str, thinks: Sequence[float] = QUICK) -> None:
        self.places, self.player = places, player
        self._thinks: Iterator[float] = itertools.cycle(thinks)
        self.asked_after: dict[str, tuple[str, float]] = {}
        """The hand of each question, and the seconds until they could answer it."""

    @abstractmethod
    def offers(self) -> Iterable[ScreenButton]:
        """Everything that they could press, the newest first."""

    @abstractmethod
    async def press(self, offered: ScreenButton) -> None:
        """Press, and wait for an answer."""

    @abstractmethod
    async def types(self, line: str) -> None:
        """Send a command."""

    async def play(self) -> None:
        while True:
            await self.places.alive.wait()
            answer = self._answer()
            if answer is None:
                await self.places.next_change(60)
                continue
            turn, hand = answer[1].pressed.turn, answer[0]
            self.asked_after.setdefault(turn, (str(hand.id), now() - self.places.questions[turn]))
            thinking = next(self._thinks)
            await asyncio.sleep(min(thinking, IN_WINDOW) if hand.round.window else thinking)
            if (answer := self._answer()) is not None:
                await self.press(answer[1])
                await asyncio.sleep(2 * LATENCY)

    def _answer(self) -> tuple[AnyHand, ScreenButton] | None:
        """Return what they press, once they are asked and can see it."""
        state = self.places.state
        hand = None if state is None or not self.places.alive.is_set() else state.playing
        seat = None if hand is None else hand.seat(self.player)
        if state is None or hand is None or seat not in hand.round.awaited:
            return None
        options = hand.round.options(seat)
        verbs = {each.verb for each in options.ready} | {each.verb for each in options.amounts}
        turn = f"{state.id}:{hand.turn}"
        offered = [each for each in self.offers() if each.pressed.turn == turn and each.verb in verbs]
        answer = chosen(hand, seat, state.game_name, offered)
        return None if answer is None else (hand, answer)

    async def finds(self, command: str) -> ScreenButton:
        """Wait for a button of the table."""
        while True:
            state = self.places.state
            assert state is not None
            for each in self.offers():
                if (each.pressed.command, each.pressed.table) == (command, state.id):
                    return each
            await self.places.next_change(60)


class OnTelegram(PersonInPlace):
    def __init__(self, places: Places, person: Person, thinks: Sequence[float] = QUICK) -> None:
        super().__init__(places, f"telegram:{person.user.id}", thinks)
        self._person = person

    def offers(self) -> Iterable[ScreenButton]:
        for post in self._person._visible(None):
            for each in (button for row in post.keyboard for button in row):
                if "callback_data" in each:
                    yield ScreenButton(each["text"], each["callback_data"], post)

    async def press(self, offered: ScreenButton) -> None:
        query = self.places.telegram.press(self._person.user, offered.source, offered.data)
        with suppress(TimeoutError):
            await asyncio.wait_for(query.said(), PATIENCE)

    async def types(self, line: str) -> None:
        await self._person.types(f"/{line}", in_=self.places.group, wait=False)


class OnDiscord(PersonInPlace):
    def __init__(self, places: Places, member: Member) -> None:
        super().__init__(places, member.player)
        self.member = member

    def offers(self) -> Iterable[ScreenButton]:
        for message in sorted((*self.member.visible, *self.member.inbox), key=lambda message: -message.id):
            for part in message.parts():
                if part["type"] == ComponentType.BUTTON and not part.get("disabled") and "custom_id" in part:
                    data = part["custom_id"].removeprefix(PREFIX)
                    yield ScreenButton(part["label"], data, SeenButton(message, part))

    async def press(self, offered: ScreenButton) -> None:
        pressed = self.member.press_only(offered.source)
        with suppress(TimeoutError):
            await asyncio.wait_for(pressed.responded.wait(), PATIENCE)

    async def types(self, line: str) -> None:
        verb, _, game = line.partition(" ")
        given: dict[str, Any] = {"game": game} if game else {}
        await self.member.slash(f"table {verb}", **given)


Hello: TypeAlias = Callable[[], tuple[str, Frame]]
"""Returns the origin of a page, and how it says who looks at it."""


class OnPage(PersonInPlace):
    """Somebody who has only the page open; it comes back whenever its line breaks, with what was not answered."""

    def __init__(self, places: Places, player: str, hello: Hello) -> None:
        super().__init__(places, player)
        self._hello = hello
        self.page: PageClient | None = None
        self.told: list[Callable[[str], None]] = []
        """Called with each frame once the page shows it."""

        self._numbers = itertools.count(1)
        self._waiting: dict[str, tuple[Frame, asyncio.Future[Frame]]] = {}

    @property
    def scene(self) -> Frame:
        return {} if self.page is None else self.page.scene

    async def looks(self) -> None:
        """Keep the page open until cancelled."""
        while True:
            await self.places.alive.wait()
            origin, hello = self._hello()
            headers = {"Origin": origin, "Host": "kiu.example.org", "Cookie": f"kiu-browser={self.player}"}
            address = f"{self.places.address}/table/socket"
            with suppress(aiohttp.ClientError, ConnectionError):
                async with self.places.session.ws_connect(address, headers=headers) as socket:
                    await self._listen(PageClient(socket), {"type": "hello", **hello})
            await asyncio.sleep(1)

    async def _listen(self, page: PageClient, hello: Frame) -> None:
        await page.send(**hello)
        async for message in page.socket:
            before, self.page = self.page, page
            self._hear(page, message.data)
            if before is not page:
                for press, _ in self._waiting.values():
                    await page.send(**press)

    def _hear(self, page: PageClient, text: str) -> Frame:
        frame = page.take(text)
        assert frame["type"] != "refused" or frame["id"] or frame["reason"] == "guest-waits", frame
        if frame.get("id") in self._waiting:
            self._waiting.pop(frame["id"])[1].set_result(frame)
        for step in self.told:
            step(text)
        self.places.change()
        return frame

    def offers(self) -> Iterable[ScreenButton]:
        for row in (*self.scene.get("mine", {}).get("buttons", ()), self.scene.get("open", ())):
            for each in row:
                yield ScreenButton(each["label"], Pressed(each["command"], each["turn"], "ask" in each).data, each)

    async def press(self, offered: ScreenButton) -> None:
        await self.says(offered.pressed.command, offered.pressed.turn)

    async def types(self, line: str) -> None:
        await self.says(line, "")

    async def says(self, command: str, turn: str) -> None:
        key, answer = f"press-{next(self._numbers)}", asyncio.get_running_loop().create_future()
        press = {"type": "press", "id": key, "text": command, "turn": turn}
        self._waiting[key] = press, answer
        if self.page is not None and not self.page.socket.closed:
            await self.page.send(**press)
        await answer


def in_mini_app(places: Places, person: Person) -> OnPage:
    """Somebody who came by the link under the table of that moment, and later comes back by it."""
    signed = list[str]()

    def hello() -> tuple[str, Frame]:
        if not signed:
            assert places.state is not None
            signed.append(launch(person.user, TOKEN, VirtualClock().utc(), places.state.id))
        return URL, {"telegram": signed[0], "table": "", "language": "id"}

    return OnPage(places, f"telegram:{person.user.id}", hello)


class InActivity(OnPage):
    """A member at the real page in Discord, in a browser for which the clock waits: they press its own buttons."""

    def __init__(self, places: Places, member: Member) -> None:
        self._proxy = Proxy(places.session, places.discord.world.bot.id, lambda: places.address)
        super().__init__(places, member.player, lambda: (self._proxy.origin, {}))
        self._member = member
        self._frame: FrameLocator
        self._answered = asyncio.Event()
        self.came_in = 0
        """How often the page has come in."""

        self.errors: list[str] = []

    async def looks(self) -> None:
        browser, activities = AsyncExitStack(), self.places.discord.operations.activities
        try:
            with outside():
                chromium = await browser.enter_async_context(launched())
                self._frame = await opened(chromium, activities, self._proxy, self._member, self._line_heard)
                chromium.contexts[0].pages[0].on("pageerror", lambda error: self.errors.append(str(error)))
            while True:
                await self.places.alive.wait()
                with outside():
                    await self._until(lambda: self._inside)
                await self._until(lambda: not self._inside)
        finally:
            with outside():
                await browser.aclose()

    async def _until(self, so: Callable[[], bool]) -> None:
        while not so():
            await self.places.next_change(60)

    @property
    def _inside(self) -> bool:
        page = self.page
        return page is not None and page.socket is self._proxy.socket and not page.socket.closed

    def _line_heard(self, socket: aiohttp.ClientWebSocketResponse, text: str | None) -> None:
        self.places.change()
        # The page listens to its latest line alone.
        if text is not None and socket is self._proxy.socket:
            if not self._inside:
                self.page = PageClient(socket)
                self.came_in += 1
            assert self.page is not None
            if self._hear(self.page, text)["type"] in ("reply", "refused"):
                self._answered.set()

    async def press(self, offered: ScreenButton) -> None:
        """Choose the card, if one is to be chosen, and press the page's button, while it is there."""
        card, command = offered.source.get("card"), offered.pressed.command
        self._answered.clear()

        def still() -> bool:
            return any(each.data == offered.data for each in self.offers())

        with outside():
            while still():
                with suppress(NotThere):
                    if card:
                        await self._frame.locator(f'[data-card^="{card}#"]').last.click(timeout=AT_ONCE)
                    await self._frame.locator(f'[data-command="{command}"]').first.click(timeout=AT_ONCE)
                    await self._until(lambda: self._answered.is_set() or not still())
                    return


class Guest(OnPage):
    """Somebody who came by a link, and whom an admin lets in."""

    def __init__(self, places: Places) -> None:
        super().__init__(places, "", lambda: (URL, self._told))
        self._told: Frame = {}

    async def comes(self, admin: OnDiscord) -> None:
        page = await admin.member.slash("mod guests", action="play")
        ((mark, code),) = re.findall(r"#guest=(\w+)\.([\w-]+)", page.text)
        self._told = {"guest": token(), "mark": mark, "code": code, "name": "Ani", "language": "en"}

    async def is_let_in(self, admin: OnDiscord) -> None:
        while not (let := [each for each in admin.offers() if each.pressed.command.startswith("guests let")]):
            await self.places.next_change(60)
        await admin.press(let[0])
        while not self.scene:
            await self.places.next_change(60)
        (self.player,) = self.places.app.groups.of(f"discord:{self.places.guild.id}").of_features["guests"]
