"""Choosing a card in the browser: tapped in one's own picture, confirmed, and discarded at a real table."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from tests.chats.local.browser_pages import IN_CHROMIUM, Look, browsing
from tests.chats.local.room_tour import to_discard
from tests.chats.local.test_e2e_hands import scenario
from tests.chats.quan_dui import as_drawn, view_of

pytestmark = IN_CHROMIUM

MEASURES = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  return [box(document.querySelector("#hand .picture")), [...document.querySelectorAll("#hand .card-button")].map(box)];
}"""
"""Where the private picture stands, and the buttons on its cards."""


async def test_a_card_is_discarded_by_tapping_it(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path, "Budi", "Wati") as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", look=Look(360, 800))
        seat = await to_discard(served, sari)
        names = as_drawn(served.hand, seat)
        cards = sari.locator("#hand .card-button:visible")

        # The button below the table leads to the cards, and no dialog comes in between.
        await sari.click("#posts .button:has-text('Discard …')")
        await expect(sari.locator("dialog[open]")).to_have_count(0)
        await expect(cards).to_have_count(16)
        labels = [await each.get_attribute("aria-label") for each in await cards.all()]
        assert list(dict.fromkeys(labels)) == names
        await expect(cards.first).to_be_focused()
        assert min(box["width"] for box in (await sari.evaluate(MEASURES))[1]) >= 40, "a card can be read and touched"
        assert await sari.evaluate("document.scrollingElement.scrollTop") == 0, "the page itself stays where it is"

        # A card is chosen and another instead of it; nothing is done before it is confirmed.
        bar = sari.locator("#hand .confirm")
        await cards.first.tap()
        await expect(bar.locator(".primary")).to_have_text(f"Discard {labels[0]}")
        await cards.last.tap()
        await expect(bar.locator(".primary")).to_have_text(f"Discard {labels[-1]}")
        await expect(sari.locator("#hand .card-button[aria-pressed='true']")).to_have_count(1)
        await bar.get_by_role("button", name="Cancel").tap()
        await expect(bar).to_be_hidden()
        assert view_of(served.hand, seat).offered is None

        await cards.last.focus()
        await sari.keyboard.press("Enter")
        await bar.locator(".primary").press("Enter")
        await expect(cards).to_have_count(0)
        assert (await sari.evaluate(MEASURES))[0]["width"] >= 360, "they are as large while nothing is chosen"
        await expect(sari.locator("#posts .card").last).to_contain_text(f"discarded {labels[-1]}")


async def test_a_card_is_where_it_is_drawn(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path, "Budi", "Wati") as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await to_discard(served, sari)
        await expect(sari.locator("#hand .card-button")).to_have_count(16)
        # All are measured in one step of the page, between two frames that would draw the hand anew.
        picture, boxes = await sari.evaluate(MEASURES)
        for box in boxes:
            assert box["width"] >= 24, "as wide as a finger needs at least"
            assert picture["x"] <= box["x"] <= picture["x"] + picture["width"] - box["width"]
            assert picture["y"] <= box["y"] <= picture["y"] + picture["height"] - box["height"]
        assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == 16

        # Whoever would rather read has the same cards as a list.
        await sari.click("#hand .card-list summary")
        await sari.locator("#hand .card-list .button").first.click()
        await expect(sari.locator("#hand .card-button")).to_have_count(0)
