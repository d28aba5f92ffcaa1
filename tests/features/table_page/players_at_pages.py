"""People who play at pages in a real browser, by what the pages offer them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser as Chromium
from playwright.async_api import Locator, Page, WebSocket, expect

from bot.chats.frames import Frame
from bot.chats.local_chat import place_of
from bot.features.table_page.page_routes import BUILT
from engine.table.hand import AnyHand
from tests.chats.local.browser_pages import PHONE, Look, Pages, Served, browsing
from tests.features.table_page.opened_pages import merged, viewers_of, without_nulls
from tests.features.table_page.page_clients import PageServer
from tests.patience import until

PAGE = BUILT.with_name("page")

NOTHING_OPENS_BY_ITSELF = "setTimeout = ((wait) => (call, ms) => (ms === 4000 ? 0 : wait(call, ms)))(setTimeout)"
"""Cards of Koo Kiew open after four seconds, which are soon over on a busy machine."""

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def words(language: str = "en") -> dict[str, str]:
    """The page's own words."""
    files = [PAGE / "words" / f"{script}{language}.json" for script in ("", "later-")]
    return {name: text for file in files for name, text in json.loads(file.read_text("utf-8")).items()}


class PagePlayer:
    """Somebody at a page, and the frames that the page was sent."""

    def __init__(self, name: str, page: Page, language: str = "en") -> None:
        self.name = name
        self.page = page
        self.words = words(language)
        self.scene: Frame = {}
        self.texts: list[str] = []
        """Frames as they came."""

        self.answers: list[Frame] = []
        self.person = ""
        """Their id."""

        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._take)

    def _take(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.texts.append(str(text))
        if frame["type"] == "scene":
            self.scene = without_nulls(frame["scene"])
        elif frame["type"] == "patch":
            self.scene = merged(self.scene, frame["patch"])
        elif frame["type"] in ("reply", "refused"):
            self.answers.append(frame)

    async def come_in(self) -> None:
        await self.page.get_by_role("textbox").fill(self.name)
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_role("main")).to_have_count(1)
        await until(lambda: self.texts)

    @property
    def asked(self) -> bool:
        mine = self.scene.get("mine", {})
        return bool(self.scene["phase"] == "playing" and mine.get("question") and any(mine["buttons"]))

    @property
    def asked_for(self) -> list[Frame]:
        """The buttons of the question to this person."""
        return [button for row in self.scene["mine"]["buttons"] for button in row]

    @property
    def controls(self) -> Locator:
        """What the page lets this person do now."""
        return self.page.get_by_role("region", name=self.words["hand-controls"])

    def control(self, label: str) -> Locator:
        return self.controls.get_by_role("button", name=label, exact=True)

    def label_of(self, command: str) -> str:
        """What stands on the button that does this."""
        mine = self.scene.get("mine", {"buttons": [], "more": []})
        offered = [*self.scene["open"], *mine["more"], *(each for row in mine["buttons"] for each in row)]
        return next(str(each["label"]) for each in offered if each["command"] == command)

    def label_on_page(self, command: str) -> str:
        """What stands on the button of the latest answer that does this."""
        rows = self.answers[-1]["message"]["buttons"]
        return next(str(each["label"]) for row in rows for each in row if each["command"] == command)

    @property
    def labels(self) -> list[str]:
        """What stands on those buttons."""
        return [str(each["label"]) for each in self.asked_for]

    def label(self, *beginnings: str) -> str:
        """What stands on the first of those buttons that begins like one of these."""
        return next(each for each in self.labels if each.startswith(beginnings))

    def offers_command(self, command: str) -> bool:
        return any(each["command"] == command for each in self.asked_for)

    def offers(self, label: str) -> bool:
        return label in self.labels

    @property
    def quiet(self) -> str:
        """What stands on the button of somebody who does as little as possible."""
        return self.label("Check", "Call", "Declare")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("list", name=self.words["hand-my-cards"])

    @property
    def cards(self) -> Locator:
        """The cards that this person can choose or open."""
        return self.hand.get_by_role("button")

    @property
    def seats(self) -> Locator:
        """The seats that are taken, each with all that is known of it."""
        table = self.page.get_by_role("group", name=self.words["felt-table"].format(game=self.scene["title"]))
        return table.get_by_role("button")

    @property
    def page_over_table(self) -> Locator:
        """The topmost full-screen page."""
        return self.page.get_by_role("dialog").last

    async def answered(self, pressing: Locator) -> Frame:
        """Press what is at a place, and return Kiu's answer."""
        before = len(self.answers)
        await pressing.click()
        return await self.answer_after(before)

    async def answer_after(self, before: int) -> Frame:
        await until(lambda: len(self.answers) > before)
        return self.answers[before]

    async def press(self, label: str) -> None:
        answer = await self.answered(self.control(label))
        assert not answer.get("refused", True), answer

    async def drags(self, what: Locator, up: float) -> None:
        """Drag something upwards, by so many of its heights."""
        box = await what.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()
        await self.page.mouse.move(x, y - up * box["height"], steps=6)
        await self.page.mouse.up()

    async def drawn(self) -> None:
        """Wait until the page shows what it was sent."""
        await self.page.evaluate(DRAWN)

    async def shown_cards(self) -> list[str]:
        """This person's cards in words."""
        labels: list[str] = await self.cards.evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
        assert labels
        return sorted(labels)

    async def has_seen_the_showdown(self) -> None:
        """Open what lies face down, and wait until the page shows who has won."""
        while self.scene["game"] == "kookiew" and await self.cards.count():
            await self.cards.first.press("Enter")
        won = sum(seat["won"] for seat in self.scene["seats"].values())
        seat = self.page.get_by_role("button", name=re.compile(rf"\b{self.words['felt-won']}\b"))
        await expect(seat).to_have_count(won)

    async def shown_seats(self) -> list[str]:
        """The seats in words, in an order that is the same for everybody."""
        await self.drawn()
        labels: list[str] = await self.seats.evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
        me = f", {self.words['felt-me']}"
        return sorted(label.replace(me, "") for label in labels)


class PageTable:
    """A table of people at pages."""

    def __init__(self, server: PageServer, pages: Pages) -> None:
        self.server = server
        self.pages = pages
        self.players: list[PagePlayer] = []

    async def comes_in(
        self, name: str, *, look: Look = PHONE, beside: PagePlayer | None = None, script: str = ""
    ) -> PagePlayer:
        """Open a page under a name, or another one of somebody who is there."""
        page = await self.pages.blank(look, None if beside is None else beside.page)
        await page.add_init_script(f"{NOTHING_OPENS_BY_ITSELF};\n{script}")
        player = PagePlayer(name, page, look.language)
        await page.goto(f"{self.pages.address}table")
        if beside is None:
            await player.come_in()
        else:
            await until(lambda: player.texts)
        viewers = [each.visitor.person for each in viewers_of(self.server.app)._open]
        player.person = next(each.id for each in viewers if each.name == name)
        self.players.append(player)
        return player

    @property
    def hand(self) -> AnyHand:
        """The hand being played, or the one just finished."""
        table = self.server.app.tables.at(place_of("main"))
        assert table is not None
        assert table.state.hand is not None
        return table.state.hand

    async def settled(self, players: Iterable[PagePlayer] = ()) -> None:
        """Wait until every page shows the latest scene."""
        await self.server.app.wait_until_idle()
        for player in players or self.players:
            await until(lambda player=player: player.scene in self._latest(player.name))  # type: ignore[misc]
            await player.drawn()

    def _latest(self, name: str) -> list[Any]:
        open_pages = viewers_of(self.server.app)._open
        return [without_nulls(each.scene) for each in open_pages if each.visitor.person.name == name]

    async def sits(self, game: str, names: Sequence[str], **how: Any) -> list[PagePlayer]:
        """Let people come in, sit down and start."""
        first = await self.comes_in(names[0], **how)
        await first.answered(first.page.get_by_role("button", name=f"Open {game}"))
        for name in names[1:]:
            player = await self.comes_in(name, **how)
            await self.settled()
            await player.press("Join")
        await self.settled()
        await first.press("Start")
        await self.settled()
        return self.players

    @property
    def playing(self) -> bool:
        return bool(self.players[0].scene["phase"] == "playing")

    def asked(self) -> list[PagePlayer]:
        return [each for each in self.players if each.asked]

    async def plays_quietly(self) -> None:
        """Let everybody check, call or declare until the hand is over."""
        while self.playing:
            player = self.asked()[0]
            await player.press(player.quiet)
            await self.settled()


@asynccontextmanager
async def at_pages(chromium: Chromium, server: PageServer, before: Served | None = None) -> AsyncIterator[PageTable]:
    """Pages of a server, or of a relay before it; nothing may go wrong in them."""
    async with browsing(chromium, before or server) as pages:
        yield PageTable(server, pages)
