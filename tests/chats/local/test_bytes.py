"""What the page costs somebody whose line is slow: few requests and few bytes, and nothing twice."""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from bot.chats.frames import PRIVATE_PICTURES_KEPT
from bot.chats.local_chat import place_of
from bot.messages import Message
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.counting_relay import counting
from tests.chats.local.room_tour import says
from tests.chats.local.served_room import picture, served_room, token
from tests.chats.local.test_e2e_hands import scenario

COLOURS = [f"#{number:02x}0000" for number in range(PRIVATE_PICTURES_KEPT + 4)]

pytestmark = IN_CHROMIUM


async def test_the_page_comes_in_few_requests_and_is_kept(chromium: Chromium) -> None:
    async with served_room() as served, counting(served.address) as relay, browsing(chromium, relay) as pages:
        sari = await pages.open("Sari", phone=True)
        first, relay.page_bytes = relay.page_bytes, 0
        asked = await sari.evaluate("new Set(performance.getEntriesByType('resource').map(({ name }) => name)).size")
        assert asked <= 4, "style, script, theme and sign"
        assert first <= 30_000
        await expect((await pages.open(beside=sari)).locator("#who-name")).to_be_visible()
        assert relay.page_bytes <= 2_000, "all but the address itself is kept"


async def test_a_hand_costs_few_bytes(chromium: Chromium, tmp_path: Path) -> None:
    async with (
        scenario(tmp_path, "Budi", "Wati", "Ani", "Eka", "Tono") as served,
        counting(served.address) as relay,
        browsing(chromium, relay) as pages,
    ):
        sari = await pages.open("Sari", phone=True)
        await says(sari, "/open qiuqiu")
        await served.app.wait_until_idle()
        for tab in served.tabs:
            await tab.presses("Join")
        await served.app.wait_until_idle()
        before = relay.socket_bytes
        await says(sari, "/start")
        await served.app.wait_until_idle()
        others = {tab.player: tab for tab in served.tabs}
        while served.hand.round.awaited:
            asked, turn = served.hand.players[served.hand.round.awaited[0]], served.hand.turn
            if asked in others:
                await others[asked].presses("Check")
                await served.app.wait_until_idle()
            else:
                await sari.tap(f"#posts .card.mine [data-command='check'][data-turn$=':{turn}']")
                await expect(sari.locator("[aria-busy]")).to_have_count(0)
        await expect(sari.locator("#posts .card .picture")).to_be_visible()
        assert relay.socket_bytes - before <= 30_000


async def test_a_picture_that_a_page_has_had_comes_by_its_hash(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        own = served.store.registered[0].player
        drawn = [picture(colour, colour) for colour in COLOURS]
        for each in (*drawn, drawn[-1], drawn[-PRIVATE_PICTURES_KEPT], drawn[0]):
            await served.room.send_private(own, Message("Your hand", picture=each, pane="t1"))
            await expect(sari.locator("#hand img")).to_have_attribute("alt", each.alt)
            shown = await sari.locator("#hand img").evaluate("each => each.decode().then(() => each.src)")
            assert base64.b64decode(shown.partition(",")[2]) == each.png


async def test_each_socket_is_sent_a_private_picture_once() -> None:
    async with served_room() as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        players = [each.player for each in served.store.registered]
        hand = Message("Your hand", picture=picture("red"), pane="t1")
        for tab, player in zip((sari, budi, sari, budi), players * 2, strict=True):
            await served.room.send_private(player, hand)
            await tab.next("private")
        assert [len(tab.pictures) for tab in (sari, budi)] == [1, 1]


async def test_what_others_wrote_does_not_show_in_the_length_of_what_is_private() -> None:
    secret, lengths = "6-4 5-1 4-1 6-3 is what only Sari may know", []
    for written in (secret, secret[::-1]):
        async with served_room() as served, counting(served.address) as relay:
            tab = await served.session.ws_connect(
                f"{relay.address}ws", headers={"Origin": relay.address.rstrip("/")}, compress=15
            )
            await tab.send_json({"type": "hello", "token": token(), "name": "Sari"})
            assert (await tab.receive_json())["type"] == "room"
            budi = await served.room.guests.register(token(), "Budi")
            await served.room.chat(budi, place_of("main"), written)
            assert (await tab.receive_json())["post"]["text"] == written
            before = relay.socket_bytes
            await served.room.send_private(served.store.registered[0].player, Message("Your hand", (secret,)))
            assert (await tab.receive_json())["message"]["lines"] == [secret]
            lengths.append(relay.socket_bytes - before)
            await tab.close()
    assert lengths[0] == lengths[1]
