"""Pages of the room in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from tests.patience import LONGEST_WAIT

# The one without windows starts and draws with less work.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 1_000 * LONGEST_WAIT
"""For how many milliseconds a page is waited for, since a busy machine may be slow."""

expect.set_options(timeout=PATIENCE)

IN_CHROMIUM = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    # The browser is the same for all of them, and so is the loop that it is spoken to from.
    pytest.mark.asyncio(loop_scope="session"),
]


async def types(page: Page, text: str, field: str = "#line") -> None:
    """Type a text into a field and press Enter."""
    await page.fill(field, text)
    await page.press(field, "Enter")


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at."""

    width: int = 1280
    height: int = 800
    dark: bool = False
    scale: float = 1.0
    """How many pixels a CSS pixel has, in each direction."""

    still: bool = False
    """Whether as little as possible is to move."""

    language: str = "en"

    @property
    def phone(self) -> bool:
        """Whether the screen is so narrow that it is touched."""
        return self.width < 720


PHONE = Look(390, 844)


class Served(Protocol):
    """A served room."""

    @property
    def address(self) -> str:
        """Where it is."""


class Pages:
    """Opens pages, each with a browser profile of its own unless told, and holds what went wrong in them."""

    def __init__(self, chromium: Chromium, address: str) -> None:
        self._chromium = chromium
        self.address = address
        self._profiles: list[BrowserContext] = []
        self.problems: list[str] = []

    async def open(
        self,
        name: str = "",
        *,
        beside: Page | None = None,
        phone: bool = False,
        look: Look | None = None,
        path: str = "",
    ) -> Page:
        """Open the room, and come in under a name if one is given."""
        page = await self.blank(look or (PHONE if phone else Look()), beside)
        await page.goto(self.address + path)
        if name:
            await types(page, name, "#who-name")
            await expect(page.locator("#me .my-name")).to_have_text(name)
        return page

    async def blank(self, look: Look, beside: Page | None = None) -> Page:
        """A page that shows nothing yet."""
        page = await (beside.context if beside is not None else await self._profile(look)).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self.problems.append(line.text) if "Policy" in line.text else None)
        return page

    async def _profile(self, look: Look) -> BrowserContext:
        profile = await self._chromium.new_context(
            viewport={"width": look.width, "height": look.height},
            device_scale_factor=look.scale,
            is_mobile=look.phone,
            has_touch=look.phone,
            color_scheme="dark" if look.dark else "light",
            reduced_motion="reduce" if look.still else "no-preference",
            locale=look.language,
        )
        self._profiles.append(profile)
        return profile

    async def close(self) -> None:
        """Close every page, and forget what the room has left in its profile."""
        for profile in self._profiles:
            await profile.close()


@asynccontextmanager
async def launched() -> AsyncIterator[Chromium]:
    """A browser; starting one takes longer than most of what is done in it."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield chromium
        finally:
            await chromium.close()


@asynccontextmanager
async def browsing(chromium: Chromium, served: Served) -> AsyncIterator[Pages]:
    """Pages of a room; nothing may go wrong in them."""
    pages = Pages(chromium, served.address)
    try:
        yield pages
        assert pages.problems == []
    finally:
        await pages.close()
