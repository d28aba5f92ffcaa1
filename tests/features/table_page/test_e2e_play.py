"""Whole hands on the page in a real browser, played by what the pages offer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from tests.chats.local.browser_pages import IN_CHROMIUM
from tests.chats.quan_dui import decent, label
from tests.features.table_page.page_clients import page_server
from tests.features.table_page.players_at_pages import PageTable, at_pages

pytestmark = IN_CHROMIUM

NAMES = ("Sari", "Budi", "Wati")
BUY_IN = 500

LISTENS = """
window.told = new Set();
const status = () => document.querySelector(".hand-status")?.innerText ?? "";
const all = { subtree: true, childList: true, characterData: true };
new MutationObserver(() => told.add(status())).observe(document, all);
"""
"""What stood below somebody's cards, as often as it changed."""


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path, chromium: Chromium) -> AsyncIterator[PageTable]:
    async with page_server(tmp_path) as server, at_pages(chromium, server) as pages:
        yield pages


async def all_show_the_same_result(table: PageTable) -> None:
    first, *others = table.players
    for player in table.players:
        await player.has_seen_the_showdown()
        for seat in player.scene["seats"].values():
            paid = re.compile(rf"^{seat['name']}, .*\b{seat['stack']} chips")
            await expect(player.page.get_by_role("button", name=paid)).to_have_count(1)
    seats = await first.shown_seats()
    for other in others:
        assert await other.shown_seats() == seats
        assert other.scene["result"] == first.scene["result"]
    assert sum(seat["net"] for seat in first.scene["seats"].values()) == 0
    assert sum(int(re.findall(r"(\d+) chips", seat)[0]) for seat in seats) == len(seats) * BUY_IN


async def test_a_hand_of_qiuqiu_with_amounts_by_slider_and_by_typing(table: PageTable) -> None:
    await table.sits("QiuQiu", NAMES, script=LISTENS)
    bets = table.asked()[0]
    await bets.control("Bet …").click()
    box = await bets.controls.get_by_role("slider").bounding_box()
    assert box is not None
    await bets.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bet = int(await bets.controls.get_by_role("textbox").input_value())
    assert 10 < bet < 100
    await bets.press(f"Bet {bet}")
    await table.settled()
    assert bets.scene["seats"][str(bets.scene["mine"]["chair"])]["bet"] == bet

    raises = table.asked()[0]
    assert raises is not bets
    await raises.control("Raise to …").click()
    typed = raises.controls.get_by_role("textbox")
    await typed.fill(str(bet + 31))
    before = len(raises.answers)
    await typed.press("Enter")
    assert not (await raises.answer_after(before))["refused"]
    await table.settled()
    assert raises.scene["seats"][str(raises.scene["mine"]["chair"])]["bet"] == bet + 31

    await table.plays_quietly()
    await all_show_the_same_result(table)
    for player in table.players:
        seat = player.scene["seats"][str(player.scene["mine"]["chair"])]
        told = [each for each in await player.page.evaluate("[...told]") if f"+{seat['net']}" in each]
        assert [each for each in told if str(seat["stack"]) not in each] == []


async def test_a_hand_of_koo_kiew_with_cards_that_are_squeezed(table: PageTable) -> None:
    await table.sits("Koo Kiew", NAMES[:2])
    squeezes = table.players[0]
    while table.playing:
        for player in table.asked():
            await player.press("Stake 10" if player.offers("Stake 10") else "Show")
        await table.settled()
    names = [name for group in squeezes.scene["mine"]["groups"] for name in group]
    await expect(squeezes.cards).to_have_count(len(names))
    for opened in (1, 2):
        assert squeezes.scene["mine"]["value"] not in await squeezes.page.get_by_role("main").inner_text()
        await squeezes.drags(squeezes.cards.first, up=1.2)
        await expect(squeezes.cards).to_have_count(2 - opened)
    for name, times in Counter(names).items():
        card = squeezes.hand.get_by_role("img", name=name.replace("-", " "), exact=True)
        await expect(card).to_have_count(times)
    await expect(squeezes.page.get_by_role("main")).to_contain_text(squeezes.scene["mine"]["value"])
    await all_show_the_same_result(table)


async def test_a_hand_of_quan_dui_with_discards_that_are_chosen(table: PageTable) -> None:
    await table.sits("Quan Dui", NAMES[:2])
    while table.playing:
        hand = table.hand
        for player in table.asked():
            action = decent(hand, hand.players.index(player.person))
            if action.choice:
                card = player.cards.and_(player.page.get_by_role("button", name=re.compile(f"^{label(action)},")))
                await card.last.click()
                await player.press(player.words["hand-discard"].format(card=player.label(label(action))))
            else:
                await player.press(player.label(label(action)))
        await table.settled()
    await all_show_the_same_result(table)


async def test_a_stranger_in_mid_hand_sees_the_table_and_no_card(table: PageTable) -> None:
    await table.sits("QiuQiu", NAMES)
    held = [name for player in table.players for group in player.scene["mine"]["groups"] for name in group]
    assert len(set(held)) == len(held) == 9
    stranger = await table.comes_in("Joko")
    await table.settled()
    await expect(stranger.seats).to_have_count(3)
    await expect(stranger.control("Join")).to_be_visible()
    await expect(stranger.cards).to_have_count(0)
    shown = " ".join([*stranger.texts, await stranger.page.locator("body").aria_snapshot()])
    assert [name for name in held if name in shown.replace("\N{NON-BREAKING HYPHEN}", "-")] == []
    await stranger.press("Join")
    await table.settled()
    assert [seat["name"] for seat in table.players[0].scene["seats"].values()] == [*NAMES, "Joko"]


async def test_two_tabs_of_one_person_show_the_same(table: PageTable) -> None:
    await table.sits("QiuQiu", NAMES[:2])
    for _ in range(2):
        player = table.asked()[0]
        other = await table.comes_in(player.name, beside=player)
        await expect(other.control("Check")).to_be_visible()
        assert await other.shown_seats() == await player.shown_seats()
        await other.press("Check")
        await table.settled()
        await expect(player.control("Check")).to_have_count(0)
        await expect(other.control("Check")).to_have_count(0)
        table.players.remove(other)


async def test_back_closes_one_full_screen_page_after_the_other(table: PageTable) -> None:
    await table.sits("QiuQiu", NAMES[:2])
    player = next(each for each in table.players if not each.asked)
    page = player.page
    await player.answered(page.get_by_role("button", name="Menu"))
    rules = await player.answered(player.page_over_table.get_by_role("button", name=re.compile("^Rules")).first)
    await expect(page.get_by_role("heading", name=rules["message"]["title"])).to_be_visible()
    address = page.url
    for left in reversed(range(await page.get_by_role("dialog").count())):
        await page.go_back()
        await expect(page.get_by_role("dialog")).to_have_count(left)
    await player.answered(page.get_by_role("button", name="Menu"))
    await expect(page.get_by_role("dialog")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(player.seats).to_have_count(2)
    assert page.url == address
