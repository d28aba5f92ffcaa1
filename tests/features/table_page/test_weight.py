"""What the page costs somebody whose line is slow: few requests and few bytes."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Route, expect

from tests.chats.local.browser_pages import IN_CHROMIUM, PHONE, browsing
from tests.chats.local.counting_relay import counting
from tests.chats.local.served_room import token
from tests.features.table_page.opened_pages import viewers_of
from tests.features.table_page.page_clients import page_server
from tests.features.table_page.players_at_pages import at_pages

pytestmark = IN_CHROMIUM

FIRST_REQUESTS = 2
"""The document and its script."""

HAND_BYTES = 10_000
"""To one page, for a hand of QiuQiu of three players."""


async def test_the_first_control_takes_two_requests(chromium: Chromium, tmp_path: Path) -> None:
    asked = list[str]()

    async def first_ones_only(route: Route) -> None:
        asked.append(route.request.url)
        await (route.continue_() if len(asked) <= FIRST_REQUESTS else route.abort())

    async with page_server(tmp_path) as server, browsing(chromium, server) as pages:
        page = await pages.blank(PHONE)
        await page.route("**", first_ones_only)
        await page.goto(f"{server.address}table")
        await expect(page.get_by_role("textbox")).to_be_focused()
        await expect(page.get_by_role("button")).to_be_enabled()
        assert asked[0] == f"{server.address}table"


async def test_a_hand_costs_few_bytes(chromium: Chromium, tmp_path: Path) -> None:
    async with (
        page_server(tmp_path) as server,
        counting(server.address) as relay,
        at_pages(chromium, server, relay) as table,
    ):
        sari = await table.comes_in("Sari")
        budi, wati = await server.open("Budi"), await server.open("Wati")
        await sari.answered(sari.page.get_by_role("button", name="Open QiuQiu"))
        for each in (budi, wati):
            await each.until("lobby")
            await each.press("join", f"{each.scene['table']}:")
        await table.settled()
        before = relay.socket_bytes
        await sari.press("Start")
        await table.settled()
        while table.playing:
            if sari.asked:
                await sari.press(sari.quiet)
            for each in (budi, wati):
                await each.send(type="ping")
                await each.next("pong")
                buttons = {button["command"]: button for row in each.scene["mine"]["buttons"] for button in row}
                if each.scene["mine"]["question"] and "check" in buttons:
                    await each.press("check", buttons["check"]["turn"])
            await table.settled()
        await sari.has_seen_the_showdown()
        assert relay.socket_bytes - before <= HAND_BYTES


async def test_what_others_send_does_not_show_in_the_length_of_what_is_private(tmp_path: Path) -> None:
    lengths = list[int]()
    async with page_server(tmp_path) as server, counting(server.address) as relay:
        socket = await server.session.ws_connect(
            f"{relay.address}table/socket", headers={"Origin": relay.address.rstrip("/")}, compress=15
        )
        await socket.send_json({"type": "hello", "room": token(), "name": "Sari"})
        await socket.receive_json()
        (page,) = viewers_of(server.app)._open
        for text in ("green-general", "green-general"):
            before = relay.socket_bytes
            page.send(json.dumps({"type": "reaction", "kind": text}))
            await socket.receive_json()
            lengths.append(relay.socket_bytes - before)
        await socket.close()
    assert lengths[0] == lengths[1]
