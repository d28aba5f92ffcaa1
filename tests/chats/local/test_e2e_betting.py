"""Betting in the browser at a real table: the clock, an own amount, and an all-in that asks once more."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from bot.chats.page_files import script
from bot.commands import amount_of
from bot.games.qiuqiu.hand_words import domino_text
from engine.qiuqiu.tiles import hand_names
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.test_e2e_hands import Scenario, scenario
from tests.chats.local.test_server import PAGE

pytestmark = IN_CHROMIUM


async def at_a_table_without_limits(served: Scenario, page: Page) -> None:
    """Let the person at a page play against a tab, and be asked first in a hand without limits."""
    (budi,) = served.tabs
    for line in ("/house set max_bet none", "/house apply", "/open qiuqiu"):
        assert not (await budi.does(line, kind="say"))["refused"]
    await page.click("#posts .button:has-text('Join')")
    await expect(page.locator("#posts .card").last).to_contain_text("2. Sari")
    await budi.presses("Start")
    await served.app.wait_until_idle()
    if served.hand.players[served.hand.round.awaited[0]] == budi.player:
        await budi.presses("Check")
        await served.app.wait_until_idle()


async def test_a_turn_on_a_phone(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path, "Budi") as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=True)
        await sari.evaluate("Date.now = () => 12345")  # a clock that is wrong by decades
        await at_a_table_without_limits(served, sari)
        card = sari.locator("#posts .card").last

        # The clock runs down, and screen readers are told of it once.
        running = card.locator(".lines .countdown")
        await expect(running).to_have_text(re.compile("^0:[1-4][0-9]$"))
        await expect(running).to_have_attribute("aria-hidden", "true")
        told = await card.locator(".lines .unseen").text_content()
        await expect(running).not_to_have_text(await running.text_content() or "")
        await expect(card.locator(".lines .unseen")).to_have_text(told or "")
        assert re.fullmatch("[1-4][0-9] seconds", told or "")

        # An own amount: what it does, the hand and the pot, and how it may be written.
        await sari.click("#posts .button:has-text('Bet …')")
        send, field = sari.locator("#amount-send"), sari.locator("#amount-number")
        await expect(send).to_have_text("Bet 10")
        await expect(sari.locator("#amount-about")).to_contain_text("Pot 20")
        seat = 1 - served.hand.players.index(served.tabs[0].player)
        for name in hand_names(served.hand.round.view(seat).hand):  # type: ignore[attr-defined]
            await expect(sari.locator("#amount-about")).to_contain_text(domino_text(name))
        await field.fill("2.5")
        await field.press("Enter")
        await expect(sari.locator("#amount-problem")).to_contain_text("such as 60, 1,500 or 1.5k")
        await field.fill("0.2k")
        await expect(send).to_have_text("Bet 200")
        await sari.click("#amount-cancel")

        # All-in: nothing is committed by the first press.
        actions = served.hand.actions
        await sari.click("#posts .button:has-text('All-in')")
        await expect(sari.locator("#choice-title")).to_have_text("All-in with 490?")
        await sari.click("#choice-cancel")
        assert served.hand.actions == actions
        await sari.click("#posts .button:has-text('All-in')")
        await sari.click("#choice-list .button:has-text('Yes, all-in')")
        await expect(card).to_contain_text("all-in")
        await served.app.wait_until_idle()
        assert served.hand.actions == actions + 1
        assert 500 in served.hand.round.staked


async def test_the_page_reads_amounts_as_commands_do(chromium: Chromium) -> None:
    typed = ["1,000", "1.000", "1,5k", "2 rb"]
    page = await chromium.new_page()
    reading = f"typed => {{ {script(PAGE, 'amounts.js')} return typed.map($amounts_js.amountOf); }}"
    assert await page.evaluate(reading, typed) == [1000, 1000, 1500, 2000] == [amount_of(each) for each in typed]
    await page.close()
