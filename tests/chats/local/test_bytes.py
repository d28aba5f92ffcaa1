"""What the page costs somebody whose line is slow: few bytes, and its files once."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from bot.chats.local_chat import place_of
from bot.messages import Message
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.counting_relay import counting
from tests.chats.local.room_tour import says
from tests.chats.local.served_room import served_room, token
from tests.chats.local.test_e2e_hands import scenario

pytestmark = IN_CHROMIUM


async def test_the_page_comes_in_few_bytes_and_is_kept(chromium: Chromium) -> None:
    async with served_room() as served, counting(served.address) as relay, browsing(chromium, relay) as pages:
        sari = await pages.open("Sari", phone=True)
        first, relay.page_bytes = relay.page_bytes, 0
        assert first <= 150_000
        again = await pages.open(beside=sari)
        await expect(again.locator("#who-name")).to_be_visible()
        assert relay.page_bytes <= first / 2, "what has not changed is not sent again"


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
        assert relay.socket_bytes - before <= 75_000


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
