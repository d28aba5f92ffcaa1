"""From opening the address of the local room to the first control, on a slow phone: chromium's own throttling."""

from __future__ import annotations

import asyncio
from statistics import median
from typing import Final

from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.chats.local.browser_pages import CHROMIUM, launched
from tests.chats.local.served_room import served_room
from tools.benchmarks.measuring import Row, duration

LATENCY: Final = 400
"""Milliseconds until a request is answered."""

BYTES_A_SECOND: Final = 50_000
CPU_SLOWDOWN: Final = 4
ROUNDS: Final = 5
WATCH: Final = """
const look = () => {
  const there = document.querySelector("%s");
  if (there) window.firstControl = performance.now();
  else requestAnimationFrame(look);
};
look();
"""
"""Notes in the page itself, frame by frame, when there is something to press or to type in."""

ROOM_CONTROLS: Final = "#who[open] input, #welcome .button"

NOTED: Final = """new Promise((done) => {
  const ask = () => (window.firstControl ? done(window.firstControl) : requestAnimationFrame(ask));
  ask();
})"""
COLD: Final = 2.0
WARM: Final = 1.0
"""Seconds to the first control, at most."""


def measure() -> list[Row]:
    """Open the room in new profiles, in further tabs, and anew; nothing where there is no chromium."""
    return asyncio.run(_measured()) if CHROMIUM else []


async def _measured() -> list[Row]:
    cold, warm, again = list[float](), list[float](), list[float]()
    async with launched() as chromium, served_room() as served:
        for number in range(ROUNDS):
            seconds = await _three(chromium, served.address, f"Sari {number}")
            for kept, each in zip((cold, warm, again), seconds, strict=True):
                kept.append(each)
    return [
        _row("from the address to the first control on a slow phone, a new browser", cold, COLD),
        _row("the same in a browser that was there before", warm, WARM),
        _row("the same until somebody known to the room is in it again, over its socket", again, None),
    ]


def _row(what: str, seconds: list[float], aim: float | None) -> Row:
    middle, line = median(seconds), f"{LATENCY} ms, {BYTES_A_SECOND // 1000} kB/s, processor {CPU_SLOWDOWN} × slower"
    return Row(what, duration(middle), line, "–", *((f"≤ {aim:.0f} s", middle <= aim) if aim else ()))


async def _three(chromium: Browser, address: str, name: str) -> tuple[float, float, float]:
    """Seconds in a new profile, in a further tab of it, and of a page that is loaded again by its person."""
    profile = await chromium.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    first = await slow_page(profile)
    cold = await until_control(first, address, "#who-name")
    await first.fill("#who-name", name)
    await first.press("#who-name", "Enter")
    await first.wait_for_selector("#welcome .button")
    warm = await until_control(await slow_page(profile), address, "#who-name")
    again = await until_control(first, address, "#welcome .button")
    await profile.close()
    return cold, warm, again


async def slow_page(profile: BrowserContext, control: str = ROOM_CONTROLS) -> Page:
    """A page on a slow phone that notes when one of the controls is there."""
    page = await profile.new_page()
    await page.add_init_script(WATCH % control)
    protocol = await profile.new_cdp_session(page)
    await protocol.send("Network.enable")
    line = {"latency": LATENCY, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    await protocol.send("Network.emulateNetworkConditions", {"offline": False, **line})
    await protocol.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    return page


async def until_control(page: Page, address: str, control: str) -> float:
    """Seconds from an address to a control."""
    await page.goto(address, wait_until="commit")
    await expect(page.locator(control).first).to_be_visible()
    return float(await page.evaluate(NOTED)) / 1000
