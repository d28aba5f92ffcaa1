"""The table page: from a press to every page, a crowd that looks on, and a slow phone by chromium's own throttling."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

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

REVEAL_SECONDS: Final = 2.5
SMOOTH: Final = 0.95
"""The share of the frames of a plain page that a showdown reaches, at least."""

FRAME: Final = 1000 / 60
"""In milliseconds."""

TRACED: Final = ["disabled-by-default-devtools.timeline.frame", "toplevel", "blink.user_timing"]
"""Chromium's own report of each frame, and what its threads do; nothing in the page counts."""

PLAIN: Final = """<style>
  i { position: absolute; width: 20px; height: 40px; background: red; will-change: transform }
  i { animation: come 0.24s calc(var(--turn) + 0.24s) backwards }
  i + i { animation: go 0.24s var(--turn) both; background: blue }
  @keyframes come { from { transform: scaleY(0) } }
  @keyframes go { to { transform: scaleY(0) } }
</style><body>"""
"""A page on which nothing is but plain boxes that turn as the groups of a showdown do."""

TURN: Final = """(hands) => {
  performance.mark("begins");
  const groups = Array.from({ length: 2 * hands }, (_, at) => {
    const hand = Math.floor(at / 2);
    const turn = hand === hands - 1 ? 1.55 : (1.55 * (hand + 1)) / (hands + 0.5);
    const box = `<i style="left: ${40 + (at % 2) * 50}px; top: ${hand * 60}px"></i>`;
    return `<span style="--turn: ${turn}s">${box}${box}</span>`;
  });
  document.body.innerHTML = groups.join("");
}"""
FIRST_CONTROL: Final = 2.0
"""Seconds until something can be pressed, at most."""


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


@dataclass
class _Frames:
    """Frames while something moved, and what took longer than one of them."""

    shown: int = 0
    dropped: int = 0
    long_tasks: list[float] = field(default_factory=list)
    """Milliseconds of the page's main thread for each task that took more than a frame."""

    def add(self, trace: list[dict[str, Any]]) -> None:
        begins = next(each for each in trace if each["name"] == "begins")
        end = begins["ts"] + REVEAL_SECONDS * 1e6
        for each in trace:
            if each["pid"] != begins["pid"] or not begins["ts"] <= each.get("ts", 0) < end:
                continue
            if each["name"] == "PipelineReporter" and each["ph"] == "b":
                report = each["args"]["frame_reporter"]
                self.shown += report["state"].startswith("STATE_PRESENTED")
                self.dropped += report["state"] == "STATE_DROPPED" and report["affects_smoothness"]
            elif each["name"].endswith("RunTask") and each["tid"] == begins["tid"]:
                milliseconds = each.get("tdur", 0) / 1000
                self.long_tasks += [milliseconds] * (milliseconds > FRAME)

    @property
    def share(self) -> float:
        """Of the frames that were due, those that were shown."""
        return self.shown / (self.shown + self.dropped)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({self.dropped / REVEALS:.1f} of a showdown dropped)"


async def _slow_phone() -> list[Row]:
    """From the address to the first control, and how smoothly hands are turned."""
    firsts, again, reveal, plain = list[float](), list[float](), _Frames(), _Frames()
    with folder() as path:
        async with launched() as chromium, _served(path) as served:
            for _ in range(ROUNDS):
                firsts.append(await _first_control(chromium, f"{served.address}table"))
                again.append(await _known(chromium, f"{served.address}table"))
            sari = await _phone(chromium, served, "Sari")
            others = await _seated(served, PEOPLE[1:])
            await sari.get_by_role("button", name="Join").click()
            for _ in range(REVEALS):
                reveal.add(await _reveal(chromium, sari, others))
                plain.add(await _plain(chromium, sari, len(others)))
            for page in others:
                page.drop()
    line = f"{LATENCY} ms, {BYTES_A_SECOND // 1000} kB/s, processor {CPU_SLOWDOWN} × slower"
    first, slow, ratio = median(firsts), f"processor {CPU_SLOWDOWN} × slower", reveal.share / plain.share
    longest = f"{len(reveal.long_tasks) / REVEALS:.1f}, the longest {max(reveal.long_tasks, default=0):.0f} ms"
    return [
        Row(FIRST, duration(first), line, "–", f"≤ {FIRST_CONTROL:.0f} s", first <= FIRST_CONTROL),
        Row(KNOWN, duration(median(again)), line, "–"),
        Row(
            "frames of a showdown of six: due and shown, without a graphics card",
            str(reveal),
            f"as many plain boxes that turn: {plain}, {slow}",
            f"{ratio:.2f} ×",
            f"≥ {SMOOTH:.2f} ×",
            ratio >= SMOOTH,
        ),
        Row(
            "the same: tasks of the page that take longer than a frame",
            longest,
            f"{len(plain.long_tasks) / REVEALS:.1f}",
            "–",
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


async def _traced(chromium: Browser, page: Page, deed: Awaitable[object]) -> list[dict[str, Any]]:
    """Let something happen at a page, and return chromium's trace of it."""
    await chromium.start_tracing(page=page, categories=TRACED)
    await deed
    await asyncio.sleep(REVEAL_SECONDS + 0.5)
    events: list[dict[str, Any]] = json.loads(await chromium.stop_tracing())["traceEvents"]
    return events


async def _plain(chromium: Browser, sari: Page, hands: int) -> list[dict[str, Any]]:
    """The trace of a page with hardly anything on it, in the same browser."""
    page = await sari.context.new_page()
    await page.set_content(PLAIN)
    protocol = await sari.context.new_cdp_session(page)
    await protocol.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    trace = await _traced(chromium, page, page.evaluate(TURN, hands))
    await page.close()
    return trace


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


async def _reveal(chromium: Browser, sari: Page, others: list[PageClient]) -> list[dict[str, Any]]:
    """Play a hand of checks, and return the trace of its showdown."""
    for page in others:
        await page.press("start", f"{page.scene['table']}:")
    for page in others:
        await page.until("playing")
    while True:
        await _all_are_shown(others)
        asked = next((page for page in others if _question(page)), None)
        check = _checks(sari) if asked is None else asked.press("check", _question(asked)["check"])
        if _is_last(others[0]):
            await asyncio.sleep(1)
            return await _traced(chromium, sari, _marked(sari, check))
        await check


async def _checks(sari: Page) -> None:
    check = sari.get_by_role("button", name="Check", exact=True)
    await check.click()
    await expect(check).to_have_count(0)


async def _marked(sari: Page, check: Awaitable[object]) -> None:
    await sari.evaluate("performance.mark('begins')")
    await check


def _is_last(page: PageClient) -> bool:
    """Whether the next check ends the hand."""
    seats, middle = page.scene["seats"].values(), page.scene["middle"]
    return middle["round"] == middle["rounds"] - 1 and [each["did"] for each in seats].count("Check") == len(seats) - 1
