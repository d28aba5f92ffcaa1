"""The table page: from a press to every page, a crowd that looks on, and a slow phone by chromium's own throttling."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import aiohttp
from playwright.async_api import Browser, Page, expect

from bot.app import open_app
from bot.chats.local_chat import LocalRoom, RoomServer
from bot.chats.visitors import Entrance
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.features.table_page.page_routes import TablePage
from bot.messages import Chat, Message, Place, PlayerId
from tests.chats.local.browser_pages import CHROMIUM, launched
from tests.chats.local.served_room import UNHURRIED, token
from tests.features.table_page.opened_pages import OpenedPage, viewers_of
from tests.features.table_page.page_clients import PageClient, PageServer
from tests.manual_clock import ManualClock
from tools.benchmarks.bench_page import BYTES_A_SECOND, CPU_SLOWDOWN, LATENCY, slow_page, until_control
from tools.benchmarks.measuring import Row, duration, share_reached
from tools.benchmarks.scenario import GROUP, KEYS, Refusing, SilentChat, send, without_storage
from tools.benchmarks.storage import folder

PEOPLE: Final = ("Sari", "Budi", "Wati", "Joko", "Tono", "Rini")
PRESSES: Final = 300
SEATS: Final = 56
WATCHERS: Final = 1_000
ROUNDS: Final = 5
REVEALS: Final = 3

FRAMES: Final = """(seconds) => new Promise((done) => {
  const times = [];
  const look = (time) => {
    times.push(time);
    if (time - times[0] < seconds * 1000) requestAnimationFrame(look);
    else done(times.slice(1).map((each, at) => each - times[at]));
  };
  requestAnimationFrame(look);
})"""
REVEAL_SECONDS: Final = 2.5
PLAIN: Final = """<body style="margin: 0"><div id="card" style="width: 60px; height: 9em; background: red"></div>"""
"""A page with one thing that moves, for the frames that this machine draws at all."""

MOVED: Final = """() => document.querySelector("#card").animate(
  [{ transform: "none" }, { transform: "translate(300px, 600px)" }], { duration: 2500 })"""
FIRST_CONTROL: Final = 2.0
"""Seconds until something can be pressed, at most."""

SMOOTH: Final = 60
"""Frames a second, at least."""


def measure() -> list[Row]:
    """Measure through sockets, then in the process alone, and in a browser where there is one."""
    rows = [*asyncio.run(_from_press_to_pages()), *asyncio.run(_crowd())]
    return [*rows, *asyncio.run(_slow_phone())] if CHROMIUM else rows


@asynccontextmanager
async def _served(path: Path) -> AsyncIterator[PageServer]:
    async with AsyncExitStack() as opened:
        chats = dict[str, Chat]()
        url = f"sqlite+aiosqlite:///{path / 'kiu.db'}"
        running = open_app(url, chats=chats, clock=SystemClock(), entropy=SystemEntropy())
        app = await opened.enter_async_context(running)
        room = LocalRoom(app.ledger)
        server = RoomServer(room, port=0, limits=UNHURRIED, commands=lambda _: (), welcome=lambda _: Message())
        for page in app.web_pages:
            assert isinstance(page, TablePage)
            # Nobody presses as fast as this, and pages that wait for others answer no heartbeat.
            page._limits = replace(UNHURRIED, heartbeat_seconds=3600)
        server.more.extend(partial(page.add_to, entrance=Entrance({"room": server.visitor})) for page in app.web_pages)
        await room.open(app.dispatcher)
        chats[room.platform] = room
        address = await server.start()
        opened.push_async_callback(server.stop)
        session = await opened.enter_async_context(aiohttp.ClientSession())
        yield PageServer(app, address, ManualClock(), session)


async def _seated(served: PageServer, names: tuple[str, ...]) -> list[PageClient]:
    pages = [await served.open(name) for name in names]
    await pages[0].press("open qiuqiu")
    for page in pages:
        await page.until("lobby")
    for page in pages[1:]:
        await page.press("join", f"{page.scene['table']}:")
    return pages


def _question(page: PageClient) -> dict[str, str]:
    """The buttons of the question to the person at a page: their turns by their commands."""
    mine = page.scene["mine"]
    if page.scene["phase"] != "playing" or not mine["question"]:
        return {}
    return {button["command"]: button["turn"] for row in mine["buttons"] for button in row}


async def _from_press_to_pages() -> list[Row]:
    """Six pages over sockets in the process of the server: from a press to the scene on the last of them."""
    waits = list[float]()
    with folder() as path:
        async with _served(path) as served:
            pages = await _seated(served, PEOPLE)
            while len(waits) < PRESSES:
                # One of them cuts.
                for page in pages:
                    await page.press("start", f"{page.scene['table']}:")
                for page in pages:
                    await page.until("playing")
                while pages[0].scene["phase"] == "playing":
                    await _all_are_shown(pages)
                    asked = next((page for page in pages if _question(page)), None)
                    if asked is not None:
                        waits.append(await _press(asked, pages))
            for page in pages:
                page.drop()
    middle, late = share_reached(waits, 0.5), share_reached(waits, 0.99)
    figures = f"p50 {duration(middle)}, p99 {duration(late)}"
    return [Row("from a press on a table page, stored, to the new scene on all six pages", figures, "–", "–")]


async def _all_are_shown(pages: list[PageClient]) -> None:
    for page in pages:
        await page.send(type="ping")
        await page.next("pong")


async def _press(asked: PageClient, pages: list[PageClient]) -> float:
    """Check or call, and return the seconds until every page has had its patch."""
    buttons = _question(asked)
    command = "check" if "check" in buttons else "call"
    began = time.perf_counter()
    await asked.send(type="press", id=f"bench:{next(KEYS)}", text=command, turn=buttons[command], menu=False)
    await asyncio.gather(*(page.next("patch") for page in pages))
    return time.perf_counter() - began


class _CountedPage(OpenedPage):
    """A page that is sent scenes, and throws them away."""

    def send(self, text: str) -> None:
        """Nothing to do."""


async def _crowd() -> list[Row]:
    """What a change of a full table of Koo Kiew takes of one processor, without the sockets."""
    changes, arrivals = list[float](), list[float]()
    async with without_storage({"bench": SilentChat()}) as app:
        where = Place(GROUP, "crowd")
        people = [f"bench:c{number}" for number in range(SEATS)]
        for number, player in enumerate(people):
            await send(app, player, where, "join 2000" if number else "open koo-kiew 2000")
        shown = viewers_of(app)
        for number, player in enumerate((*people, *(f"bench:w{each}" for each in range(WATCHERS)))):
            page = _CountedPage(PlayerId(player), f"Guest {number}", where)
            began = time.process_time()
            shown.enter(page, "")
            arrivals.append(time.process_time() - began)
        table = app.tables.at(where)
        assert table is not None
        sent = shown._send

        def timed(table: str) -> None:
            began = time.process_time()
            sent(table)
            changes.append(time.process_time() - began)

        shown._send = timed  # type: ignore[method-assign]
        with suppress(Refusing):
            # It may have begun by itself meanwhile.
            await send(app, people[0], where, "start")
        while (hand := table.state.playing) is not None and hand.round.awaited:
            seat = hand.round.awaited[0]
            verb = "show" if seat == hand.round.dealer else "stake 10"
            await send(app, hand.players[seat], where, verb, f"{table.state.id}:{hand.turn}")
            await app.announcer.wait_until_idle()
    what = f"a change of a table with {SEATS} seats and {WATCHERS:,} watchers: all scenes and patches, one processor"
    return [
        Row(
            what, f"p50 {duration(share_reached(changes, 0.5))}, p99 {duration(share_reached(changes, 0.99))}", "–", "–"
        ),
        Row("the same: somebody more comes to watch", duration(median(arrivals[-100:])), "–", "–"),
    ]


async def _slow_phone() -> list[Row]:
    """From the address to the first control, and how smoothly hands are turned."""
    firsts, again, times, plain = list[float](), list[float](), list[float](), list[float]()
    with folder() as path:
        async with launched() as chromium, _served(path) as served:
            for _ in range(ROUNDS):
                firsts.append(await _first_control(chromium, f"{served.address}table"))
                again.append(await _known(chromium, f"{served.address}table"))
            sari = await _phone(chromium, served, "Sari")
            others = await _seated(served, PEOPLE[1:3])
            await sari.get_by_role("button", name="Join").click()
            for _ in range(REVEALS):
                times.extend(await _reveal(sari, others))
                plain.extend(await _plain_frames(sari))
            for page in others:
                page.drop()
    line = f"{LATENCY} ms, {BYTES_A_SECOND // 1000} kB/s, processor {CPU_SLOWDOWN} × slower"
    first, slow = median(firsts), f"processor {CPU_SLOWDOWN} × slower"
    smooth, possible = (len(each) / sum(each) * 1000 for each in (times, plain))
    shown = f"{smooth:.0f}/s, 99 of 100 frames within {share_reached(times, 0.99):.0f} ms"
    return [
        Row(FIRST, duration(first), line, "–", f"≤ {FIRST_CONTROL:.0f} s", first <= FIRST_CONTROL),
        Row(KNOWN, duration(median(again)), line, "–"),
        Row(
            "frames while the hands of a showdown are turned, drawn without a graphics card",
            shown,
            f"one plain thing that moves: {possible:.0f}/s, {slow}",
            f"{smooth / possible:.2f} ×",
            f"{SMOOTH}/s",
            smooth >= SMOOTH,
        ),
    ]


KNOWN: Final = "the same until somebody known has the first button of a table, over its socket"
FIRST: Final = "slow phone: from the address of a table page to the first control, first visit"


async def _first_control(chromium: Browser, address: str) -> float:
    profile = await chromium.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    seconds = await until_control(await slow_page(profile, "form input"), address, "form input")
    await profile.close()
    return seconds


async def _known(chromium: Browser, address: str) -> float:
    """Seconds until somebody whom the browser knows can press something; nothing of the page is in it yet."""
    profile = await chromium.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    people = json.dumps([{"token": token(), "name": f"Joko {next(KEYS)}"}])
    await profile.add_init_script(f"localStorage.setItem('kiu.people', {json.dumps(people)})")
    control = "main .control:not(form *)"
    seconds = await until_control(await slow_page(profile, control), address, control)
    await profile.close()
    return seconds


async def _plain_frames(sari: Page) -> list[float]:
    """The milliseconds of each frame of a page with hardly anything on it, in the same browser."""
    page = await sari.context.new_page()
    await page.set_content(PLAIN)
    protocol = await sari.context.new_cdp_session(page)
    await protocol.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    await page.evaluate(MOVED)
    frames: list[float] = await page.evaluate(FRAMES, REVEAL_SECONDS)
    await page.close()
    return frames


async def _phone(chromium: Browser, served: PageServer, name: str) -> Page:
    """A page of somebody on a phone whose processor is slow."""
    profile = await chromium.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = await profile.new_page()
    await page.goto(f"{served.address}table")
    await page.get_by_role("textbox").fill(name)
    await page.keyboard.press("Enter")
    protocol = await profile.new_cdp_session(page)
    await protocol.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    return page


async def _reveal(sari: Page, others: list[PageClient]) -> list[float]:
    """Play a hand of checks, and return the milliseconds of each frame of its showdown."""
    for page in others:
        await page.press("start", f"{page.scene['table']}:")
    for page in others:
        await page.until("playing")
    check = sari.get_by_role("button", name="Check", exact=True)
    while True:
        await _all_are_shown(others)
        asked = next((page for page in others if _question(page)), None)
        if asked is not None:
            last = _is_last(asked)
            counting = asyncio.ensure_future(sari.evaluate(FRAMES, REVEAL_SECONDS)) if last else None
            await asked.press("check", _question(asked)["check"])
        else:
            await expect(check).to_be_visible()
            last = _is_last(others[0])
            counting = asyncio.ensure_future(sari.evaluate(FRAMES, REVEAL_SECONDS)) if last else None
            await check.click()
            await expect(check).to_have_count(0)
        if counting is not None:
            frames: list[float] = await counting
            return frames


def _is_last(page: PageClient) -> bool:
    """Whether the next check ends the hand."""
    seats, middle = page.scene["seats"].values(), page.scene["middle"]
    return middle["round"] == middle["rounds"] - 1 and [each["did"] for each in seats].count("Check") == len(seats) - 1
