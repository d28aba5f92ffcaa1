"""House rules by menu in the local room: pages and a dialog for one person, and the next hand by them."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from tests.chats.local.browser_pages import IN_CHROMIUM, browsing, types
from tests.chats.local.test_e2e_hands import scenario


@IN_CHROMIUM[0]
@IN_CHROMIUM[1]
async def test_the_menu_is_pressed_through_in_the_browser(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path) as served, browsing(chromium, served) as pages:
        page = await pages.open("Ani", phone=True)
        await types(page, "/house")
        for label, title in (("Betting", "Betting · QiuQiu"), ("Largest bet", "Largest bet · QiuQiu")):
            await press(page, label)
            await expect(page.locator(".answer.menu")).to_contain_text(title)
        await press(page, "100, then 200")
        menu = page.locator(".answer.menu")
        await expect(menu).to_contain_text("Apply this change?")
        await expect(menu).to_contain_text("QiuQiu: largest bet 100 → 100, then 200")
        await press(page, "Apply")
        await expect(menu).to_contain_text("Done, and announced here.")
        await expect(menu).to_have_count(1)
        assert served.app.groups.of("local:home").texts("qiuqiu")["max_bet"] == "100,200"


async def press(page: Page, label: str) -> None:
    """Press what stands in the menu under this label."""
    await page.locator(".answer.menu").get_by_role("button", name=label, exact=True).click()
