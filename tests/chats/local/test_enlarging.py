"""A tall picture in the room is opened by a tap, and every letter of it can then be read on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from bot.chats.local_chat import place_of
from bot.games.kookiew.settlement_picture import SMALLEST, WIDTH, settlement_picture
from bot.messages import Message, Picture
from tests.bot.pictures.test_kookiew_settlement import BANK, table
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.served_room import served_room

pytestmark = IN_CHROMIUM

ALT = "The hands of 55 players"


def settlement() -> Message:
    drawn = settlement_picture(BANK, table(56), title="Koo Kiew · hand 12")
    return Message("Koo Kiew · hand 12", ("The bank of Sari lost 730.",), picture=Picture(drawn, ALT))


@pytest.mark.parametrize("phone", [True, False])
async def test_a_settlement_of_56_is_enlarged_by_a_tap_and_closed_by_another(chromium: Chromium, phone: bool) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=phone)
        await served.room.post(place_of("main"), settlement())
        picture = sari.get_by_role("button", name=ALT)
        await expect(picture).to_be_visible()

        await (picture.tap() if phone else picture.click())

        large = sari.locator("#enlarged-picture")
        await expect(large).to_be_visible()
        await expect(large).to_have_attribute("alt", ALT)
        box = await large.bounding_box()
        assert box is not None
        assert box["width"] * SMALLEST / WIDTH >= 12
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= (390 if phone else 1280)
        assert await sari.evaluate("(d => d.scrollHeight > d.clientHeight)(document.getElementById('enlarged'))")
        await expect(sari.locator("#enlarged-close")).to_be_in_viewport()
        await (large.tap() if phone else large.click())
        await expect(large).to_be_hidden()


async def test_a_picture_is_enlarged_by_keys_and_gives_the_focus_back(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await served.room.post(place_of("main"), settlement())
        picture = sari.get_by_role("button", name=ALT)
        await picture.focus()

        await sari.keyboard.press("Enter")
        await expect(sari.locator("#enlarged-close")).to_be_focused()
        await sari.keyboard.press("Escape")

        await expect(sari.locator("#enlarged")).to_be_hidden()
        await expect(picture).to_be_focused()
        await sari.keyboard.press(" ")
        await sari.keyboard.press("Enter")
        await expect(sari.locator("#enlarged")).to_be_hidden()
