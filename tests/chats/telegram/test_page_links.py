"""The buttons that open the table page, which are there only with a public address."""

from __future__ import annotations

import json
from pathlib import Path

from bot.chats.telegram_chat import PageLinks
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import Scenario
from tests.chats.telegram.table_page import LINKS, URL

OPEN = "Open the table"


def links_of(post: Post) -> list[dict[str, object]]:
    return [each for row in post.keyboard for each in row if each["text"] == OPEN]


async def test_a_group_gets_a_link_and_private_hands_a_mini_app(
    telegram: Telegram, tmp_path: Path, group: Chat, sari: Person, budi: Person
) -> None:
    async with Scenario(telegram, tmp_path, page_links=LINKS) as scenario:
        await sari.starts()
        await scenario.sit(group, sari, budi)
        await sari.presses("My hand", in_=group)
        table = scenario.state(group).id
        linked = (await sari.sees_button(OPEN, in_=group)).post
        assert links_of(linked) == [{"text": OPEN, "url": f"https://t.me/kiu_test_bot/table?startapp={table}"}]
        opening = [{"text": OPEN, "web_app": {"url": f"{URL}/table?t={table}"}}]
        hand = (await sari.sees_button(OPEN, in_=sari.private)).post
        assert links_of(hand) == opening
        turn = scenario.hand(group).turn
        await scenario.press_first(group, "Check")
        await scenario.press_first(group, "Check")
        await scenario.app.wait_until_idle()
        assert scenario.hand(group).turn != turn
        assert links_of(hand) == opening, "an edit keeps it"


async def test_a_table_in_a_private_chat_opens_as_a_mini_app(telegram: Telegram, tmp_path: Path, sari: Person) -> None:
    async with Scenario(telegram, tmp_path, page_links=LINKS) as scenario:
        await sari.starts()
        await sari.types("/practice qiuqiu", in_=sari.private)
        await scenario.app.wait_until_idle()
        assert (await sari.sees_button(OPEN, in_=sari.private)).url == ""


async def test_without_a_short_name_groups_get_no_link(
    telegram: Telegram, tmp_path: Path, group: Chat, sari: Person, budi: Person
) -> None:
    async with Scenario(telegram, tmp_path, page_links=PageLinks(URL)) as scenario:
        await scenario.sit(group, sari, budi)
        assert sari.button(OPEN, group) is None


async def test_without_an_address_nothing_of_the_page_appears(
    telegram: Telegram, tmp_path: Path, group: Chat, sari: Person, budi: Person
) -> None:
    async with Scenario(telegram, tmp_path, page_links=PageLinks("", "table")) as scenario:
        await sari.starts()
        await scenario.sit(group, sari, budi)
        await sari.presses("My hand", in_=group)
        await scenario.finish_hand(group)
    told = json.dumps([call.fields for call in telegram.calls()])
    assert not any(each in told for each in (OPEN, "web_app", "startapp"))
    assert not telegram.calls("getChatMenuButton")


async def test_the_menu_button_is_set_once(telegram: Telegram, tmp_path: Path) -> None:
    async with Scenario(telegram, tmp_path, page_links=LINKS) as scenario:
        wanted = {"type": "web_app", "text": OPEN, "web_app": {"url": f"{URL}/table"}}
        assert telegram.api.menu_button == wanted
        await scenario.restart()
    assert len(telegram.calls("setChatMenuButton")) == 1
