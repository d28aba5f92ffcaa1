"""Pictures of every state that people meet on Discord and Telegram, in each language: ``make tour ARGS=FOLDER``.

They are there to be looked at on the width of a phone; the few that the documents show are made by ``make pictures``.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from bot.wording import in_language, languages
from tests.chats.discord.simcord_scenario import SimcordScenario, button_labels
from tests.chats.platform_screenshots import chromium_here, telegram_page
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.chats import Post
from tests.chats.telegram.scenario import SECOND, Scenario

PEOPLE = 56
"""How many sit at the largest table."""

SPLIT = ("house set compare split_pot", "house set ante 15", "house apply")
"""House rules under which pots are split, with a chip or two that cannot be."""


class TelegramTour:
    """One walk through a group and a private chat in a language."""

    def __init__(
        self, browser: Browser, folder: Path, scenario: Scenario, group: Chat, people: list[Person], language: str
    ) -> None:
        self.browser, self.folder, self.scenario, self.group, self.people = browser, folder, scenario, group, people
        self.language, self.translate = language, in_language(language)

    async def shows(self, name: str, posts: Callable[[], Sequence[Post]]) -> None:
        """Keep a picture of a few posts."""
        await self.scenario.app.wait_until_idle()
        page = await telegram_page(self.browser, "Friday dominoes<small>4 members</small>", posts())
        await page.screenshot(path=self.folder / f"telegram-{self.language}-{name}.png", full_page=True)
        await page.close()

    def private(self) -> list[Post]:
        """What stands last in the private chat of the admin."""
        return self.people[0].private.visible()[-1:]

    def last(self) -> list[Post]:
        """What stands last in the group."""
        return [post for post in self.group.visible() if post.text and post.sender.is_bot and post.receiver is None][
            -1:
        ]

    def result(self) -> list[Post]:
        """The newest message with a picture in the group."""
        return [post for post in self.group.visible() if post.photo is not None][-1:]

    async def walk(self) -> None:
        """Go through the states."""
        sari, budi, dewi = self.people
        group, scenario, translate = self.group, self.scenario, self.translate
        for person in self.people:
            await person.starts()
        await self.shows("welcome", self.private)
        await sari.types("/help", in_=sari.private)
        await self.shows("help", self.private)
        await sari.types(f"/house_language {self.language}", in_=group)
        await sari.types("/open qiuqiu", in_=group)
        await budi.presses(translate("button-join"), in_=group)
        await self.shows("lobby", self.last)
        await dewi.presses(translate("button-join"), in_=group)
        await sari.presses(translate("button-start"), in_=group)
        await scenario.app.wait_until_idle()
        await asyncio.sleep(20 * SECOND)
        await self.shows("turn", self.last)
        asked = scenario.asked(group)
        await asked.presses("Bet …", in_=group)
        await self.shows("amount", self.last)
        await asked.presses(translate("telegram-amount-type"), in_=group)
        await asked.answers("a lot", in_=group)
        await self.shows("own-amount", lambda: group.visible()[-3:])
        await asked.answers("20", in_=group)
        await self.shows("private-hand", self.private)
        await scenario.finish_hand(group)
        await self.shows("showdown", self.result)
        await self.shows("between-hands", self.private)
        for line in SPLIT[:-1]:
            await sari.types(f"/{line.replace(' ', '_', 1)}", in_=group)
        await self.shows("draft", lambda: group.visible()[-1:])
        await sari.types("/house", in_=group)
        await self.shows("house", lambda: group.visible()[-1:])
        await sari.types("/house_apply", in_=group)
        await scenario.wait(10)
        while scenario.hand(group).round.awaited:
            first, *_ = self.last()[0].labels
            await scenario.press_first(group, "Call", "Check", first)
            await scenario.app.wait_until_idle()
        await self.shows("split-pot", self.result)
        await scenario.wait(10)
        await scenario.finish_hand(group, prefer=("Fold", "Bet 10", "Check"))
        await self.shows("no-showdown", self.last)
        await sari.types("/rules qiuqiu", in_=sari.private)
        await self.shows("rules", self.private)
        await sari.types("/rules qiuqiu 2", in_=sari.private)
        await self.shows("ladder", self.private)
        await sari.types("/menu", in_=sari.private)
        await self.shows("menu", self.private)
        await sari.types("/close", in_=group)
        await self.shows("closed", self.last)


async def telegram(browser: Browser, folder: Path, data: Path, language: str) -> None:
    """The states on Telegram."""
    async with Telegram(second=SECOND) as outside, Scenario(outside, data) as scenario:
        people = [outside.person(name, language=language) for name in ("Sari", "Budi", "Dewi")]
        group = outside.group("Friday dominoes", *people)
        await TelegramTour(browser, folder, scenario, group, people, language).walk()


async def settlement(browser: Browser, folder: Path, data: Path) -> None:
    """A full table of Koo Kiew on Telegram, whose stakes are asked of all at once."""
    async with Telegram(second=SECOND) as outside, Scenario(outside, data) as scenario:
        people = [outside.person(f"Anak Agung Putra {number}") for number in range(1, PEOPLE + 1)]
        group = outside.group("Temple fair", *people)
        await people[0].types("/open koo-kiew", in_=group)
        join = await people[1].sees_button("Join", in_=group)
        for person in people[1:]:
            await person.taps(join)
        await scenario.wait(0)
        await people[0].sees("Place your stakes", in_=group)
        hand = scenario.hand(group)
        in_turn = [outside.people[int(player.partition(":")[2])] for player in hand.players]
        banker = in_turn.pop(hand.round.dealer)
        stake = await banker.sees_button("Stake 1", in_=group)
        tour = TelegramTour(browser, folder, scenario, group, people[:3], "en")
        await tour.shows("all-asked", tour.last)
        for person in in_turn:
            await person.taps(stake)
        await banker.presses("Show", in_=group)
        settled = await banker.sees("Next hand:", in_=group)
        await tour.shows("settlement", lambda: [settled])


async def _discord_page(browser: Browser, scenario: SimcordScenario, viewer: Any, path: Path) -> None:
    async with scenario.env.preview(
        scenario.channel, viewers=[viewer], layout="channel", presentation_time=scenario.now()
    ) as preview:
        page = await browser.new_page(viewport={"width": 390, "height": 1400}, device_scale_factor=1)
        await page.goto(preview.url)
        await page.wait_for_timeout(1200)
        await page.screenshot(path=path)
        await page.close()


async def discord(browser: Browser, folder: Path, data: Path, language: str) -> None:
    """The states on Discord."""
    translate = in_language(language)
    async with SimcordScenario(data) as scenario:
        sari = scenario.member("Sari", admin=True)
        budi, dewi = (scenario.member(name) for name in ("Budi", "Dewi"))

        async def shows(name: str, viewer: Any = sari) -> None:
            await scenario.app.wait_until_idle()
            await _discord_page(browser, scenario, viewer, folder / f"discord-{language}-{name}.png")

        await scenario.slash(sari, "help")
        await shows("help")
        await scenario.slash(sari, "admin house-language", language=language)
        await scenario.slash(sari, "table open", game="qiuqiu")
        await scenario.press(budi, translate("button-join"))
        await shows("lobby")
        await scenario.press(dewi, translate("button-join"))
        await scenario.press(sari, translate("button-start"))
        await shows("turn", scenario.asked())
        await scenario.press(sari, translate("button-hand"))
        await shows("private-hand")
        await scenario.press(sari, translate("button-table"))
        await shows("menu")
        while scenario.hand().round.awaited:
            labels = button_labels(scenario.live_message())
            wanted = next(label for label in ("Check", "Call", "Call 10") if label in labels)
            await scenario.press(scenario.asked(), wanted)
        await shows("showdown", dewi)
        await scenario.slash(sari, "rules", game="qiuqiu")
        await shows("rules")
        await scenario.slash(sari, "admin house-set", rule="ante", value="15")
        await shows("draft")
        await scenario.slash(sari, "house show")
        await shows("house")
        await scenario.slash(sari, "table close")
        await shows("closed", dewi)


async def main(folder: Path) -> None:
    """Take all pictures in a folder that is there."""
    with tempfile.TemporaryDirectory() as data:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium_here(), args=["--no-sandbox"])
            await settlement(browser, folder, Path(data) / "settlement")
            for language in languages():
                await telegram(browser, folder, Path(data) / f"telegram-{language}", language)
                (Path(data) / f"discord-{language}").mkdir()
                await discord(browser, folder, Path(data) / f"discord-{language}", language)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
