"""Chance of the players' own, from the real page in a real browser: nobody has to press anything for it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from engine.fairness.verifying import verify
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing, types
from tests.chats.local.own_chance_world import world
from tests.chats.local.test_e2e_sealed_deal import press

pytestmark = IN_CHROMIUM


async def test_pages_add_chance_of_their_own_by_themselves(chromium: Chromium, tmp_path: Path) -> None:
    async with world(tmp_path) as kiu, browsing(chromium, kiu) as pages:
        sari, budi = await pages.open("Sari"), await pages.open("Budi", phone=True)
        beside = await pages.open(beside=sari)  # a second tab of the same browser, and there of the same person
        await beside.locator("#who-list").get_by_text("Sari").click()
        await expect(beside.locator("#me .my-name")).to_have_text("Sari")
        await types(sari, "/open qiuqiu")
        await press(budi, "Join")
        await press(sari, "Start")
        await expect(sari.locator("#posts .card", has_text="hand 1").locator(".button").first).to_be_visible()
        closing = sari.locator("#posts .card", has_text="drawn at random")
        await expect(closing).to_contain_text("Promised random numbers, revealed by Sari · Budi")

        text = await kiu.record_text()
        assert verify(text).valid
        record = json.loads(text)
        assert len(record["pledges"]) == len(record["reveals"]) == 2
        assert len(set(record["reveals"].values())) == 2
        await expect(sari.locator("#posts")).not_to_contain_text("not revealed")
