"""The first minutes on Discord: the welcome, a game to choose, the link to a table, and being told of one."""

from __future__ import annotations

from bot.features.notifying.waiting_tables import PATIENCE
from tests.chats.discord.scenario import Scenario
from tests.chats.discord.served_process import group_of

LONG_ENOUGH = PATIENCE + 1


async def test_help_is_in_the_language_of_the_client_and_has_the_first_buttons(scenario: Scenario) -> None:
    sari = scenario.member("Sari", locale="id")
    asked = await sari.slash("help")
    assert asked.ephemeral
    assert sari.find("Main sekarang", asked.messages)
    assert sari.find("Cara main", asked.messages)

    (page,) = asked.messages
    await sari.press("Chip", asked.messages)
    assert "/money chips" in page.text
    await sari.press("Kembali", asked.messages)
    await sari.press("Buka meja", asked.messages)
    assert "Main apa?" in page.text
    await sari.press("Buka Quan Dui", asked.messages)
    await scenario.app.wait_until_idle()

    assert scenario.state().game_name == "quan-dui"


async def test_a_table_is_shared_by_the_link_to_its_message(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    menu = await budi.press("Table", budi.public)
    (page,) = menu.messages

    await budi.press("Invite", menu.messages)

    number = scenario.app.announcer.shown_in(scenario.state().id)
    place = scenario.place()
    guild = place.group.partition(":")[2]
    assert f"https://discord.com/channels/{guild}/{place.channel}/{number}" in page.text
    await budi.press("Back", menu.messages)
    assert budi.find("Join with 500", [page])


async def test_who_asked_is_told_in_a_direct_message_with_the_link_and_stops_it_with_one_press(
    scenario: Scenario,
) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    asked = await budi.slash("notify me")
    assert "at most once an hour" in asked.text
    await scenario.wait(16 * 60)
    await sari.slash("table open", game="qiuqiu")
    await scenario.app.wait_until_idle()
    await scenario.wait(LONG_ENOUGH)

    await budi.receives("Sari waits at a QiuQiu table")
    told = budi.inbox[-1]
    assert not sari.reads("waits at a QiuQiu table")
    await budi.press("Stop telling me", [told])
    assert scenario.app.groups.of(group_of(scenario.guild)).notified == {}
