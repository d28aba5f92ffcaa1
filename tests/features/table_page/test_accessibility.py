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
from tests.features.table_page.table_tour import CROWD, STATES, tour

pytestmark = IN_CHROMIUM

LOOKS = [
    pytest.param(Look(320, 640, language="id", still=True), id="320 px in id"),
    pytest.param(Look(390, 844), id="390 px in en", marks=pytest.mark.soak),
    pytest.param(Look(1280, 800), id="1280 px in en", marks=pytest.mark.soak),
]
"""As everything is tried by one walk, the first of them is that of a narrow phone, long words and no motion."""

WIDE, PHONE = (1280, 800), (390, 844)
AT_200_PERCENT = (195, 422), (640, 400)

VISIBLE = 4.5
"""The contrast of text that everybody can read."""

TO_THE_END = "document.querySelectorAll('*').forEach((each) => { each.scrollTop = each.scrollHeight; })"

TOUCHING = 2
"""Pixels by which round corners may share a box."""

MOVES = Path(__file__).with_name("moves.js").read_text("utf-8")
"""What moves by style sheets, and has been moved by scripts. What goes on by steps tells the time."""

CONTROLS = Path(__file__).with_name("controls.js").read_text("utf-8")
"""What can be pressed or typed in, and whether anything of it is cut off."""


def overlapping(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two boxes share more than an edge."""
    return all(min(one[side + 2], other[side + 2]) - max(one[side], other[side]) > TOUCHING for side in (0, 1))


def crossing(controls: list[dict[str, Any]]) -> set[str]:
    """Which controls lie upon each other; cards of a hand do as in a hand, and seats of a crowd are rings of discs."""
    seats = [each for each in controls if each["seat"]]
    others = [each for each in controls if not each["card"] and not each["seat"]]
    pairs = [*combinations(others, 2), *(combinations(seats, 2) if len(seats) < CROWD else ())]
    return {f"{one['name']} on {other['name']}" for one, other in pairs if overlapping(one["box"], other["box"])}


async def resized(player: PagePlayer, size: tuple[int, int]) -> None:
    await player.page.set_viewport_size({"width": size[0], "height": size[1]})
    await player.drawn()
    await player.page.evaluate(TO_REST)


async def out_of_reach(player: PagePlayer) -> list[str]:
    """Which controls are cut off or covered."""
    controls: list[dict[str, Any]] = await player.page.evaluate(CONTROLS)
    # What scrolls behind my controls is free of them at one of the ends.
    covered = crossing(controls)
    await player.page.evaluate(TO_THE_END)
    covered &= crossing(await player.page.evaluate(CONTROLS))
    return [*(f"{each['name']} is cut off" for each in controls if each["cut"]), *covered]


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
    """By axe-core, at 200 percent, in forced colours, and without motion for those who want none."""
    found = dict[str, list[Any]]()

    async def check(state: str, player: PagePlayer) -> None:
        moved = await player.page.evaluate("[...moved(), ...scripted.splice(0)]") if look.still else []
        found[state] = [*moved, *await violations(player.page)]
        await resized(player, WIDE)
        found[state] += await violations(player.page)
        for size in AT_200_PERCENT:
            await resized(player, size)
            found[state] += await out_of_reach(player)
        await resized(player, PHONE)
        found[state] += await faint(player)
        await resized(player, (look.width, look.height))
        await player.page.evaluate("scripted.splice(0)")

    await tour(chromium, tmp_path, look, game, check, script=MOVES)
    assert found == {state: [] for state in STATES[game]}


def in_sight(control: dict[str, Any]) -> bool:
    """Whether a control that can be pressed has not been scrolled away."""
    return control["box"][3] - control["box"][1] > 8 and not control["disabled"]


def contrast(part: Image.Image) -> float:
    """The contrast between the lightest and the darkest of a part of a picture, as WCAG reckons it."""
    least, most = part.getextrema()
    darkest, lightest = (((float(each) / 255 + 0.055) / 1.055) ** 2.4 for each in (least, most))  # type: ignore[arg-type]
    return float((lightest + 0.05) / (darkest + 0.05))
