"""The page of the room for everybody: checked by axe-core in every state, at twice its size, and without motion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page

from tests.chats.local.browser_pages import IN_CHROMIUM, Look
from tests.chats.local.room_tour import tour

pytestmark = IN_CHROMIUM

STATES = ["who", "welcome", "lobby", "turn", "amount", "pane", "menu", "house", "rules", "result", "closed"]

MOSTLY_SEEN = ["lobby", "turn", "pane", "menu", "result"]
"""The states in which people spend most of their time."""

TO_REST = """document.getAnimations().forEach((each) => {
  if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
  else each.cancel();
})"""
"""While something moves, its colours are not yet what they will be."""

TOO_WIDE = """[document.documentElement, ...document.querySelectorAll(".stream, .private-body, .dialog")]
  .filter((each) => each.scrollWidth > each.clientWidth + (each === document.documentElement ? 0 : 1))
  .map((each) => each.className || each.tagName)"""
"""What would have to be scrolled sideways."""

ANIMATED = "document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).length"


async def violations(page: Page, **options: Any) -> list[tuple[str, str]]:
    """What axe-core finds wrong: the rule, and the element."""
    await page.evaluate(TO_REST)
    report = (await Axe().run(page, options={"resultTypes": ["violations"], **options})).response
    return [(each["id"], node["html"]) for each in report["violations"] for node in each["nodes"]]


@pytest.mark.parametrize(
    ("look", "by_axe"),
    [
        pytest.param(Look(195, 422), MOSTLY_SEEN, id="a phone at 200 %"),
        pytest.param(Look(360, 640), STATES, id="a small phone", marks=pytest.mark.soak),
        pytest.param(Look(390, 844), STATES, id="a phone", marks=pytest.mark.soak),
        pytest.param(Look(1280, 800), STATES, id="wide", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing_and_nothing_has_to_be_scrolled_sideways(
    chromium: Chromium, tmp_path: Path, look: Look, by_axe: Sequence[str]
) -> None:
    found, too_wide = dict[str, list[tuple[str, str]]](), dict[str, list[str]]()

    async def check(state: str, page: Page) -> None:
        await page.evaluate(TO_REST)
        too_wide[state] = await page.evaluate(TOO_WIDE)
        assert await page.locator("#line").is_visible()
        if state in by_axe:
            found[state] = await violations(page)
            await page.emulate_media(color_scheme="dark")
            found[state] += await violations(page, runOnly=["color-contrast"])
            await page.emulate_media(color_scheme="light")

    await tour(chromium, tmp_path, look, check)
    assert too_wide == {state: [] for state in STATES}
    assert found == {state: [] for state in by_axe}


@pytest.mark.soak
async def test_nothing_moves_for_those_who_want_no_motion(chromium: Chromium, tmp_path: Path) -> None:
    async def check(state: str, page: Page) -> None:
        assert await page.evaluate(ANIMATED) == 0, state

    await tour(chromium, tmp_path, Look(390, 844, still=True), check)
