"""A stranger on a phone, from the link under the table of their group to their first action, in a real browser."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from bot.chats.public_server import public_pages
from bot.environment.settings import Settings
from tests.chats.local.browser_pages import IN_CHROMIUM, PHONE, Pages
from tests.chats.telegram.double import TOKEN, Telegram
from tests.chats.telegram.double.mini_app import launch
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.chats.telegram.table_page import LINKS, MARK
from tests.free_ports import free_port

pytestmark = IN_CHROMIUM


async def tap(page: Page, label: str) -> None:
    button = page.get_by_role("button", name=label, exact=True)
    await expect(button).to_be_enabled()
    await button.tap()


async def test_a_stranger_acts_with_the_third_tap(chromium: Chromium, tmp_path: Path) -> None:
    port = free_port()
    own = Settings(_env_file=None, public_port=port).model_copy(update={"public_url": f"http://127.0.0.1:{port}"})
    async with (
        Telegram(second=SECOND) as telegram,
        Scenario(telegram, tmp_path, page_links=LINKS) as scenario,
        public_pages(own, scenario.app.web_pages, {"telegram": scenario.chat.identify}, MARK),
    ):
        sari, dewi = telegram.person("Sari"), telegram.person("Dewi")
        group = telegram.group("Friday dominoes", sari, dewi)
        await sari.types("/open qiuqiu", in_=group)

        link = await dewi.sees_button("Open the table", in_=group)
        (table,) = parse_qs(urlsplit(link.url).query)["startapp"]
        told = quote(launch(dewi.user, TOKEN, scenario.clock.utc(), table))
        pages = Pages(chromium, own.public_url)
        page = await pages.open(look=PHONE, path=f"/table#tgWebAppData={told}")
        await tap(page, "Join")
        await sari.presses("Start", in_=group)
        if scenario.asked(group) is sari:
            await scenario.press_first(group, "Check")
        turn = scenario.hand(group).turn
        await tap(page, "Check")
        await telegram.until("her action", lambda: scenario.hand(group).turn != turn)
        assert pages.problems == []
        await pages.close()
