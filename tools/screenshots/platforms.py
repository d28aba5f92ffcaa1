"""Makes the pictures of both platforms in docs/pictures: ``make pictures``.

The messages are those that Kiu sends, byte for byte, in a hand that is really played.
Discord is drawn by simcord, Telegram by a small page of our own after the messages in its double.
"""

from __future__ import annotations

import asyncio
import base64
import html
import shutil
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from playwright.async_api import Browser, FloatRect, Page, async_playwright

from bot.pictures.text import CHINESE, EMOJI, Typeface, Weight, font_file
from tests.chats.discord.simcord_scenario import SimcordScenario, button_labels
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.double.chats import Post
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.patience import LONGEST_WAIT

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

PAGE = """
<style>
  body { margin: 0; background: #a9c98f; color: #111;
    font: 16px/1.35 "Noto Sans", "DejaVu Sans", "Signs", "Chinese", sans-serif; }
  header { background: #fff; padding: 12px 16px; font-weight: 600; } header small { display: block; color: #888; }
  main { padding: 10px; display: flex; flex-direction: column; gap: 8px; }
  article { background: #fff; border-radius: 14px; overflow: hidden; }
  article.own { background: #e2fbc9; align-self: flex-end; }
  p { margin: 8px 12px; white-space: pre-wrap; } img { width: 100%; display: block; }
  .row { display: flex; gap: 4px; margin-top: 4px; } .row span { flex: 1; background: #6a9355; color: #fff;
    border-radius: 9px; text-align: center; padding: 9px 4px; font-size: 14px; white-space: nowrap; }
  mark { background: #e4e4e4; } q { quotes: none; display: -webkit-box; -webkit-box-orient: vertical;
    -webkit-line-clamp: 3; overflow: hidden; border-left: 3px solid #3a7fc1; background: #eef4fa; padding: 2px 8px; }
  .from { color: #3a7fc1; font-weight: 600; margin: 8px 12px -4px; } img { margin-top: 10px; }
</style>
"""


@cache
def _signs() -> str:
    """The lock, the clock, Chinese and other signs, for which a machine may have no font."""
    return "".join(_font_face(name, typeface) for name, typeface in (("Signs", EMOJI), ("Chinese", CHINESE)))


def _font_face(name: str, typeface: Typeface) -> str:
    data = base64.b64encode(Path(font_file(typeface, Weight.MEDIUM)).read_bytes()).decode()
    return f"<style>@font-face {{ font-family: {name}; src: url(data:font/ttf;base64,{data}); }}</style>"


TAGS = {"bold": ("<b>", "</b>"), "spoiler": ("<mark>", "</mark>"), "expandable_blockquote": ("<q>", "</q>")}
"""How the parts of a text are drawn by what they are; a spoiler as it looks once it was tapped."""


def _words(post: Post) -> str:
    """The words of a post with what is bold, a spoiler or a quote in it; entities count in units of UTF-16."""
    units = post.text.encode("utf-16-le")
    parts: list[str] = []
    done = 0
    for entity in sorted(post.entities, key=lambda each: each["offset"]):
        begin, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
        if begin < done or entity["type"] not in (*TAGS, "date_time"):
            continue
        marked = html.escape(units[begin:end].decode("utf-16-le"))
        before, after = TAGS.get(entity["type"], ("", ""))
        if entity["type"] == "date_time":
            # Readers see such a moment in their own time.
            marked = f"{datetime.fromtimestamp(entity['unix_time'], UTC):%H:%M:%S}"
        parts += (html.escape(units[done:begin].decode("utf-16-le")), before, marked, after)
        done = end
    return "".join((*parts, html.escape(units[done:].decode("utf-16-le"))))


def _drawn(post: Post) -> str:
    """A post as HTML."""
    picture = ""
    if post.photo is not None:
        picture = f'<img src="data:image/png;base64,{base64.b64encode(post.photo).decode()}">'
    rows = "".join(
        '<div class="row">' + "".join(f"<span>{html.escape(key['text'])}</span>" for key in row) + "</div>"
        for row in post.keyboard
    )
    sender = "" if not post.sender.is_bot else f'<div class="from">{html.escape(post.sender.first_name)}</div>'
    own = "" if post.sender.is_bot else ' class="own"'
    words = f"<p>{_words(post)}</p>" if post.text else ""
    return f"<div><article{own}>{sender}{picture}{words}</article>{rows}</div>"


async def telegram_page(browser: Browser, title: str, posts: Sequence[Post]) -> Page:
    """A chat with a few posts, on a phone."""
    page = await browser.new_page(viewport={"width": 390, "height": 300}, device_scale_factor=2)
    content = f"{PAGE}{_signs()}<header>{title}</header><main>{''.join(map(_drawn, posts))}</main>"
    await page.set_content(content, timeout=1_000 * LONGEST_WAIT)
    return page


async def telegram(browser: Browser, folder: Path) -> None:
    """A hand in a Telegram group on one phone, and a private hand on another."""
    async with Telegram(second=SECOND) as outside, Scenario(outside, folder) as scenario:
        people = [outside.person(name) for name in ("Sari", "Budi", "Dewi")]
        group = outside.group("Friday dominoes", *people)
        await people[0].starts()
        await scenario.sit(group, *people)
        for _ in people:
            await scenario.press_first(group, "Bet 10", "Call")
        await scenario.app.wait_until_idle()
        await asyncio.sleep(20 * SECOND)
        # Before it stands a die, for which most machines have no font.
        table = [post for post in group.visible() if post.text][-1:]
        for name, title, posts in (
            ("telegram", "Friday dominoes<small>4 members</small>", table),
            ("telegram-hand", "Kiu<small>bot</small>", people[0].private.visible()[-1:]),
        ):
            page = await telegram_page(browser, title, posts)
            await page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
            await page.close()


async def discord(browser: Browser, folder: Path) -> None:
    """A table in a Discord channel."""
    async with SimcordScenario(folder) as scenario:
        people = [scenario.member(name) for name in ("Sari", "Budi", "Dewi")]
        await scenario.slash(people[0], "table open", game="qiuqiu")
        for member in people[1:]:
            await scenario.press(member, "Join")
        await scenario.press(people[0], "Start")
        for _ in range(2):
            labels = button_labels(scenario.live_message())
            wanted = next(label for label in ("Bet 10", "Call 10") if label in labels)
            await scenario.press(scenario.asked(), wanted)
        async with scenario.env.preview(
            scenario.channel, viewers=[scenario.asked()], layout="channel", presentation_time=scenario.now()
        ) as preview:
            page = await browser.new_page(
                viewport={"width": 760, "height": 1420}, device_scale_factor=1.5, bypass_csp=True
            )
            await page.goto(preview.url)
            # Discord says it beside the words; simcord draws it as a line.
            await page.add_style_tag(content=".message-edited-compact { display: none; }")
            await page.wait_for_timeout(1500)
            below_its_tools: FloatRect = {"x": 0, "y": 112, "width": 760, "height": 1250}
            await page.screenshot(path=PICTURES / "discord.png", clip=below_its_tools)
            await page.close()


def chromium_here() -> str:
    """The browser that takes the pictures; without one, the program ends with a sentence."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        sys.exit("The pictures of the platforms are taken in Chromium, and there is none: install chromium.")
    return found


async def main() -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium_here(), args=["--no-sandbox"])
            await telegram(browser, Path(folder) / "telegram")
            await discord(browser, Path(other))
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
