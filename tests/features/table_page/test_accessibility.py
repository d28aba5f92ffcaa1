"""The page of a table for everybody: checked by axe-core, large, without motion, and in forced colours."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser as Chromium

from tests.chats.local.browser_pages import IN_CHROMIUM, Look
from tests.chats.local.test_accessibility import TO_REST, violations
from tests.features.table_page.players_at_pages import PagePlayer
from tests.features.table_page.table_tour import STATES, tour

pytestmark = IN_CHROMIUM

LOOKS = [
    pytest.param(Look(320, 640, language="id", still=True), id="320 px in id"),
    pytest.param(Look(390, 844), id="390 px in en", marks=pytest.mark.soak),
    pytest.param(Look(1280, 800), id="1280 px in en", marks=pytest.mark.soak),
]
"""As everything is tried by one walk, the first of them is that of a narrow phone, long words and no motion."""

WIDE, PHONE = (1280, 800), (390, 844)
ZOOMED = (195, 422), (640, 400)
SIZES = (320, 568), (360, 740), (430, 932), (800, 1280), WIDE, (740, 360)
OVER_THE_TABLE = "reactions", "menu", "rules", "statement"

VISIBLE = 4.5
"""The contrast of text that everybody can read."""

TOUCHING = 4
"""Pixels by which round corners may share a box."""

MOVES = Path(__file__).with_name("moves.js").read_text("utf-8")
"""What moves by style sheets, and has been moved by scripts. What goes on by steps tells the time."""

CONTROLS = Path(__file__).with_name("controls.js").read_text("utf-8")
"""What can be pressed, typed in or read on the table, and whether anything of it is cut off."""


def overlapping(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two boxes share more than an edge."""
    return all(min(one[side + 2], other[side + 2]) - max(one[side], other[side]) > TOUCHING for side in (0, 1))


def crossing(things: list[dict[str, Any]]) -> set[str]:
    """Which things lie upon each other."""
    pairs = [pair for pair in combinations(things, 2) if pair[0]["thing"] != pair[1]["thing"]]
    return {f"{one['name']} on {other['name']}" for one, other in pairs if overlapping(one["box"], other["box"])}


async def resized(player: PagePlayer, size: tuple[int, int]) -> None:
    await player.page.set_viewport_size({"width": size[0], "height": size[1]})
    await player.drawn()
    await player.page.evaluate(TO_REST)


async def crowded(player: PagePlayer, text: int, *sizes: tuple[int, int]) -> list[str]:
    """What is cut off or covered where letters are so many pixels high."""
    found = list[str]()
    protocol = await player.page.context.new_cdp_session(player.page)
    await protocol.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    for size in sizes:
        await player.page.set_viewport_size({"width": size[0], "height": size[1]})
        await player.drawn()
        things: list[dict[str, Any]] = await player.page.evaluate(CONTROLS)
        wrong = [*(f"{each['name']} is cut off" for each in things if each["cut"]), *crossing(things)]
        found += [f"{size} at {text}: {each}" for each in wrong]
    await protocol.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    return found


async def faint(player: PagePlayer) -> list[str]:
    """Which controls cannot be seen in forced colours."""
    await player.page.emulate_media(forced_colors="active")
    await player.page.evaluate(TO_REST)
    controls: list[dict[str, Any]] = await player.page.evaluate(CONTROLS)
    picture = Image.open(BytesIO(await player.page.screenshot())).convert("L")
    await player.page.emulate_media(forced_colors="none")
    seen = [each for each in controls if in_sight(each)]
    return [f"{each['name']} is faint" for each in seen if contrast(picture.crop(each["box"])) < VISIBLE]


@pytest.mark.parametrize("game", STATES)
@pytest.mark.parametrize("look", LOOKS)
async def test_everybody_can_use_the_page(chromium: Chromium, tmp_path: Path, look: Look, game: str) -> None:
    """By axe-core, on every screen, at 200 percent, in forced colours, and without motion for those who want none."""
    found = dict[str, list[Any]]()

    async def check(state: str, player: PagePlayer) -> None:
        moved = await player.page.evaluate("[...moved(), ...scripted.splice(0)]") if look.still else []
        found[state] = [*moved, *await violations(player.page)]
        await resized(player, WIDE)
        found[state] += await violations(player.page)
        sizes = SIZES[:1] if state in OVER_THE_TABLE else SIZES
        found[state] += [*await crowded(player, 16, *ZOOMED, *sizes), *await crowded(player, 32, *sizes)]
        await resized(player, PHONE)
        found[state] += await faint(player)
        await resized(player, (look.width, look.height))
        await player.page.evaluate("scripted.splice(0)")

    await tour(chromium, tmp_path, look, game, check, script=MOVES)
    assert found == {state: [] for state in STATES[game]}


def in_sight(control: dict[str, Any]) -> bool:
    """Whether a control that can be pressed has not been scrolled away."""
    return bool(control["box"][3] - control["box"][1] > 8 and control["pressed"])


def contrast(part: Image.Image) -> float:
    """The contrast between the lightest and the darkest of a part of a picture, as WCAG reckons it."""
    least, most = part.getextrema()
    darkest, lightest = (((float(each) / 255 + 0.055) / 1.055) ** 2.4 for each in (least, most))  # type: ignore[arg-type]
    return float((lightest + 0.05) / (darkest + 0.05))
