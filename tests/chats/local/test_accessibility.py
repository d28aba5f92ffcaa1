"""The page of the room for everybody: checked by axe-core in every state, at twice its size, and by what is read aloud."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page

from tests.chats.local.browser_pages import IN_CHROMIUM, Look
from tests.chats.local.room_tour import tour

pytestmark = IN_CHROMIUM

STATES = ["who", "welcome", "lobby", "turn", "amount", "pane", "menu", "house", "rules", "result", "closed"]

AT_REST = "Promise.all(document.getAnimations().map((each) => each.finished))"
"""While something moves, its colours are not yet what they will be."""

TOO_WIDE = """[document.documentElement, ...document.querySelectorAll(".stream, .private-body, .dialog")]
  .filter((each) => each.scrollWidth > each.clientWidth + (each === document.documentElement ? 0 : 1))
  .map((each) => each.className || each.tagName)"""
"""What would have to be scrolled sideways."""

ANIMATED = "document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).length"


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(Look(390, 844), id="phone"),
        pytest.param(Look(1280, 800, dark=True), id="wide and dark"),
        pytest.param(Look(390, 844, dark=True), id="phone and dark", marks=pytest.mark.soak),
        pytest.param(Look(1280, 800), id="wide", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing_in_any_state(chromium: Chromium, tmp_path: Path, look: Look) -> None:
    found = dict[str, list[tuple[str, str]]]()

    async def check(state: str, page: Page) -> None:
        await page.evaluate(AT_REST)
        violations = (await Axe().run(page)).response["violations"]
        found[state] = [(each["id"], node["html"]) for each in violations for node in each["nodes"]]

    await tour(chromium, tmp_path, look, check)
    assert found == {state: [] for state in STATES}


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(Look(195, 422), id="a phone at 200 %"),
        pytest.param(Look(360, 640), id="a small phone", marks=pytest.mark.soak),
    ],
)
async def test_nothing_has_to_be_scrolled_sideways(chromium: Chromium, tmp_path: Path, look: Look) -> None:
    found = dict[str, list[str]]()

    async def check(state: str, page: Page) -> None:
        found[state] = await page.evaluate(TOO_WIDE)
        assert await page.locator("#line").is_visible()

    await tour(chromium, tmp_path, look, check)
    assert found == {state: [] for state in STATES}


@pytest.mark.soak
async def test_nothing_moves_for_those_who_want_no_motion(chromium: Chromium, tmp_path: Path) -> None:
    async def check(state: str, page: Page) -> None:
        assert await page.evaluate(ANIMATED) == 0, state

    await tour(chromium, tmp_path, Look(390, 844, still=True), check)
