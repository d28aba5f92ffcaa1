"""A walk through what the page of the local room can show, at a real table, for tests and pictures that look at it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from bot.wording import in_language
from tests.chats.local.browser_pages import Look, browsing, types
from tests.chats.local.test_e2e_hands import Scenario, Tab, scenario
from tests.chats.quan_dui import decent, label, view_of

Visit = Callable[[str, Page], Awaitable[None]]
"""What is done in each state, by its name, with the page that shows it."""

NAMES = ("Budi Santoso Wijayakusum", "محمد علي")
"""Those who play against the person at the page: a name as long as most, and one from right to left."""


async def says(page: Page, line: str) -> None:
    """Type a command, and wait until it is answered."""
    await types(page, line)
    await expect(page.locator("#answers .echo").last).not_to_have_class("echo waiting")


async def folds(page: Page, *, opened: bool) -> None:
    """Let the sheet of a phone be folded or open; beside the stream it is always open."""
    sheet = page.locator("#sheet")
    narrow = page.viewport_size is not None and page.viewport_size["width"] <= 720
    if narrow and (await sheet.get_attribute("aria-expanded") == "true") != opened:
        await sheet.click()


async def _is_asked(served: Scenario, page: Page) -> None:
    """Let the others check until the person at the page is asked."""
    await _others_check(served)
    await expect(page.locator("#posts .card.mine .buttons")).not_to_have_count(0)


async def _others_check(served: Scenario) -> None:
    others = {tab.player: tab for tab in served.tabs}
    while served.hand.round.awaited and (tab := others.get(served.hand.players[served.hand.round.awaited[0]])):
        assert not (await tab.presses("Check"))["refused"]
        await served.app.wait_until_idle()


async def tour(chromium: Chromium, folder: Path, look: Look, visit: Visit, names: tuple[str, str] = NAMES) -> None:
    """Go through every state once, and visit each."""
    async with scenario(folder) as served, browsing(chromium, served) as pages:
        page = await pages.open(look=look)
        await visit("who", page)
        await types(page, "Sari", "#who-name")
        await expect(page.locator("#welcome .button").first).to_be_visible()
        await visit("welcome", page)
        for name in names:
            await served.comes_in(name)
        await _evening(served, page, visit)


async def _evening(served: Scenario, page: Page, visit: Visit) -> None:
    first: Tab = served.tabs[0]
    await says(page, "/open qiuqiu")
    await served.app.wait_until_idle()
    for tab in served.tabs:
        assert not (await tab.presses("Join"))["refused"]
    await served.app.wait_until_idle()
    await expect(page.locator("#posts .card").last).to_contain_text(served.tabs[-1].name)
    await folds(page, opened=False)
    await visit("lobby", page)

    await first.presses("Start")
    await served.app.wait_until_idle()
    await _is_asked(served, page)
    await visit("turn", page)
    await page.locator("#posts .card.mine .button[aria-haspopup]").click()
    await visit("amount", page)
    await page.click("#amount-cancel")
    await folds(page, opened=True)
    await visit("pane", page)
    await page.locator("#posts .button[data-command='menu']").last.click()
    await expect(page.locator(".answer.menu .title")).to_be_visible()
    await visit("menu", page)

    await says(page, "/house set ante 20")
    await visit("house", page)
    await says(page, "/rules qiuqiu")
    await visit("rules", page)

    await folds(page, opened=False)
    while served.hand.round.awaited:
        await _is_asked(served, page)
        turn = served.hand.turn
        await page.locator("#posts .card.mine .button[data-command='check']").click()
        await expect(page.locator(f"#posts [data-turn$=':{turn}']")).to_have_count(0)
        await _others_check(served)
    await expect(page.locator("#posts .card .picture")).to_be_visible()
    await visit("result", page)
    await says(page, "/close")
    await served.app.wait_until_idle()
    await folds(page, opened=False)
    await expect(page.locator("#posts")).to_contain_text(in_language("en")("button-open-again"))
    await visit("closed", page)


async def to_discard(served: Scenario, page: Page) -> int:
    """Let the person at a page play Quan Dui with two others until they are to discard a card; returns their seat."""
    await says(page, "/open quan-dui")
    await served.app.wait_until_idle()
    for tab in served.tabs:
        await tab.presses("Join")
    await says(page, "/start")
    await served.app.wait_until_idle()
    others = {tab.player: tab for tab in served.tabs}
    own = next(seat for seat, player in enumerate(served.hand.players) if player not in others)
    while own not in served.hand.round.awaited or view_of(served.hand, own).offered is not None:
        for seat in served.hand.round.awaited:
            if seat == own:
                verb = "pass" if served.hand.round.window else "draw"
                await page.locator(f"#posts [data-command='{verb}']").last.click()
                await expect(page.locator("[aria-busy]")).to_have_count(0)
            else:
                options = served.hand.round.options(seat).ready
                action = next(each for each in (decent(served.hand, seat), *options) if each.verb != "win")
                privately = view_of(served.hand, seat).offered is None
                await others[served.hand.players[seat]].presses(label(action), privately=privately)
        await served.app.wait_until_idle()
    return own
