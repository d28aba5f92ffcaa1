"""A walk through what the page of a table can show: one page in a browser, and others who play without one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from tests.chats.local.browser_pages import Look
from tests.features.table_page.page_clients import PageClient, page_server
from tests.features.table_page.players_at_pages import PagePlayer, PageTable, at_pages

Visit = Callable[[str, PagePlayer], Awaitable[None]]
"""What is done in each state, by its name, with the page that shows it."""

STATES = {
    "qiuqiu": ("none", "lobby", "waiting", "turn", "amount", "reactions", "menu", "rules", "statement", "showdown"),
    "koo-kiew": ("crowd", "crowd's result"),
    "quan-dui": ("discard", "chosen", "window"),
    "looking on": ("guess", "guessed", "crowd's guess"),
}
"""By the game that is played."""

CROWD = 20
NAMES = ("Budi Santoso Wijayakusum", "محمد علي")
"""Those who play against the person at the page: a name as long as most, and one from right to left."""


class Company:
    """The person at the page, and the others."""

    def __init__(self, table: PageTable, me: PagePlayer, others: Sequence[PageClient]) -> None:
        self.table, self.me, self.others = table, me, others
        self._answered = set[tuple[PageClient, str]]()

    async def settled(self) -> None:
        await self.table.settled()
        for each in self.others:
            await each.send(type="ping")
            await each.next("pong")

    async def gathers(self, game: str) -> None:
        """Let everybody sit down."""
        await self.opens(game)
        await self.me.press(self.me.label_of("join"))
        await self.settled()

    async def opens(self, game: str) -> None:
        """Let the others sit down."""
        for number, each in enumerate(self.others):
            command = "join" if number else f"open {game}"
            await self._does(each, command, f"{each.scene.get('table', '')}:" if number else "")

    async def starts(self) -> None:
        await self._does(self.others[0], "start", f"{self.me.scene['table']}:")

    async def _does(self, who: PageClient, command: str, turn: str) -> None:
        answer = await who.press(command, turn)
        assert not answer["refused"], answer
        await self.settled()

    async def another_acts(self, *quiet: str) -> bool:
        """Let one of the others who is asked, and has not answered yet, do the first of these, or anything."""
        for each in self.others:
            turns = {button["command"]: button["turn"] for row in each.scene["mine"]["buttons"] for button in row}
            question = (each, next(iter(turns.values()), ""))
            if turns and each.scene["phase"] == "playing" and question not in self._answered:
                self._answered.add(question)
                command = next(each for verb in (*quiet, "") for each in turns if each.startswith(verb))
                await self._does(each, command, turns[command])
                return True
        return False

    async def plays_on(self, *quiet: str) -> None:
        """Let the others play the hand to its end."""
        while self.me.scene["phase"] == "playing":
            assert await self.another_acts(*quiet)
        await self.me.has_seen_the_showdown()

    async def until_asked(self, *quiet: str) -> None:
        """Let the others act until the person at the page is asked."""
        while not self.me.asked:
            assert await self.another_acts(*quiet)


@asynccontextmanager
async def company(
    chromium: Chromium, folder: Path, look: Look, *names: str, script: str = ""
) -> AsyncIterator[Company]:
    """People at a server, the first of them in a browser, in whose page a script runs before its own."""
    async with page_server(folder) as server, at_pages(chromium, server) as table:
        me = await table.comes_in("Sari", look=look, script=script)
        others = [await server.open(name) for name in names]
        awake = asyncio.create_task(_stay_awake(others))
        yield Company(table, me, others)
        awake.cancel()


async def _stay_awake(others: Sequence[PageClient]) -> None:
    """Tell the server of those who read nothing for a while that they are there."""
    while True:
        await asyncio.sleep(5)
        for each in others:
            await each.socket.pong()


async def tour(chromium: Chromium, folder: Path, look: Look, game: str, visit: Visit, script: str = "") -> None:
    """Go through every state of a game once, and visit each."""
    if game == "looking on":
        await _looks_on(chromium, folder, look, visit, script)
        return
    walk, guests = {"qiuqiu": (_qiuqiu, 2), "koo-kiew": (_crowd, CROWD - 1), "quan-dui": (_quan_dui, 2)}[game]
    async with company(chromium, folder, look, *_names(guests), script=script) as sitting:
        if game == "qiuqiu":
            await visit("none", sitting.me)
        await sitting.gathers(game)
        if game == "qiuqiu":
            await visit("lobby", sitting.me)
        await sitting.starts()
        await walk(sitting, visit)


def _names(guests: int) -> tuple[str, ...]:
    return (*NAMES, *(f"Tamu {number}" for number in range(guests)))[:guests]


async def _looks_on(chromium: Chromium, folder: Path, look: Look, visit: Visit, script: str) -> None:
    async with company(chromium, folder, look, *_names(6), script=script) as sitting:
        await sitting.opens("qiuqiu")
        await sitting.starts()
        await sitting.me.page.get_by_role("radio").first.check()
        await visit("guess", sitting.me)
        await sitting.plays_on("check")
        await visit("guessed", sitting.me)
    async with company(chromium, folder / "crowd", look, *_names(CROWD), script=script) as sitting:
        await sitting.opens("koo-kiew")
        await sitting.starts()
        await expect(sitting.me.page.get_by_role("combobox")).to_be_visible()
        await visit("crowd's guess", sitting.me)


async def _qiuqiu(sitting: Company, visit: Visit) -> None:
    me, keyboard = sitting.me, sitting.me.page.keyboard
    await sitting.until_asked("check")
    await visit("turn", me)
    await me.control(next(each["label"] for each in me.asked_for if "ask" in each)).click()
    await expect(me.controls.get_by_role("slider")).to_be_focused()
    await visit("amount", me)
    await keyboard.press("Escape")
    await me.page.get_by_role("button", name=me.words["reactions"]).click()
    await expect(me.page.get_by_role("dialog")).to_be_visible()
    await visit("reactions", me)
    await keyboard.press("Escape")
    await me.press(me.label_of("check"))
    await sitting.settled()
    await visit("waiting", me)
    await me.answered(me.page.get_by_role("button", name=me.words["menu"]))
    await visit("menu", me)
    await me.answered(me.page_over_table.get_by_role("button", name=me.label_on_page("rules qiuqiu"), exact=True))
    await visit("rules", me)
    await keyboard.press("Escape")
    await me.answered(me.page.get_by_role("button", name=me.words["menu"]))
    for command in ("chips", "ledger"):
        await me.answered(me.page_over_table.get_by_role("button", name=me.label_on_page(command), exact=True))
    await expect(me.page_over_table.get_by_role("columnheader")).to_have_count(4)
    await visit("statement", me)
    await keyboard.press("Escape")
    while me.scene["phase"] == "playing":
        await sitting.until_asked("check", "call")
        await me.press(me.quiet)
        await sitting.settled()
        while await sitting.another_acts("check", "call"):
            pass
    await me.has_seen_the_showdown()
    await visit("showdown", me)


async def _crowd(sitting: Company, visit: Visit) -> None:
    me = sitting.me
    await visit("crowd", me)
    while me.scene["phase"] == "playing":
        if me.asked:
            await me.press(me.label_of("show" if me.offers_command("show") else "stake 10"))
            await sitting.settled()
        await sitting.another_acts("stake 10", "show")
    await me.has_seen_the_showdown()
    await visit("crowd's result", me)


async def _quan_dui(sitting: Company, visit: Visit) -> None:
    me, missing = sitting.me, {"discard", "window"}
    while missing:
        await sitting.until_asked("pass", "draw", "discard")
        state = _question(me)
        if state in missing:
            await visit(state, me)
        if state == "discard":
            await me.cards.last.click()
            if state in missing:
                await visit("chosen", me)
            await me.answered(me.controls.get_by_role("button"))
        else:
            await me.press(me.label_of("pass" if me.offers_command("pass") else "draw"))
        missing -= {state}
        await sitting.settled()
        while me.scene["middle"]["window"] and await sitting.another_acts("pass"):
            pass


def _question(player: PagePlayer) -> str:
    if player.scene["middle"]["window"]:
        return "window"
    return "discard" if "card" in player.asked_for[0] else "draw"
