"""A guest opens a link in a real browser: the code goes from the address, and the page waits until they are let in."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from bot.environment.host import Host
from tests.chats.local.browser_pages import IN_CHROMIUM, PHONE, browsing
from tests.chats.local.test_accessibility import violations
from tests.features.table_page.page_clients import page_server
from tests.features.table_page.players_at_pages import words
from tests.features.table_page.test_guests import let_in, link

pytestmark = IN_CHROMIUM


async def test_a_guest_comes_in_by_the_link_and_again(chromium: Chromium, tmp_path: Path) -> None:
    told = words()
    host = Host(public_url="https://kiu.example")
    async with page_server(tmp_path, host=host) as server, browsing(chromium, server) as pages:
        sari = await server.open("Sari")
        await sari.press("open qiuqiu")
        await sari.until("lobby")
        mark, code = await link(server, "play")
        page = await pages.blank(PHONE)
        await page.goto(f"{server.address}table#guest={mark}.{code}")
        await expect(page).to_have_url(f"{server.address}table#guest={mark}")
        await page.get_by_role("textbox").fill("Sari")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).not_to_be_empty()
        await page.get_by_role("textbox").fill("Ani")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text(told["guest-waits"])).to_be_visible()
        assert await violations(page) == []
        await page.reload()
        await expect(page.get_by_text(told["guest-waits"])).to_be_visible()
        await let_in(server)
        join = page.get_by_role("button", name="Join", exact=True)
        await join.click()
        await expect(page.get_by_text("Ani")).not_to_have_count(0)
        await page.reload()
        await expect(page.get_by_role("region", name=told["hand-mine"])).to_contain_text("Ani")
        await sari.press("guests off")
        await expect(page.get_by_text(told["guest-out"])).to_be_visible()
