"""A place of a circle in which nothing can be shown any more: the others are told, and an admin there names another."""

from __future__ import annotations

from bot.messages import Place
from tests.bot.circle_scenario import FAR, CircleScenario
from tests.bot.fake_chat import FakeChat, words
from tests.bot.scenario import GROUP, sentence

SILENT = "Nothing is posted in Far"


def told(chat: FakeChat) -> int:
    """How often people of a chat were told of it."""
    return sum(SILENT in words(seen.message) for seen in chat.public())


async def test_a_deleted_channel_is_told_once_and_shown(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    for _ in range(3):
        await both.app.membership.place_gone(FAR, "main")
    await both.app.membership.place_gone(FAR, "another")
    await both.app.wait_until_idle()
    assert told(both.chat) == 1
    assert not told(both.far)
    shown = len(both.far.seen)
    await both.finish_hand()
    assert len(both.far.seen) == shown
    assert SILENT in await both.do("boss", "link")


async def test_an_admin_there_lets_tables_stand_in_another_channel(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    await both.app.membership.place_gone(FAR, "main")
    page = await both.say("far:chief", "link", channel="second")
    here = next(each for each in page.message.pressable if each.label == "Post here")
    assert await both.refused("far:andi", here.command, channel="second") == "admin-only"
    await both.press("far:chief", here, channel="second")
    assert both.far.private_messages("far:andi")
    await both.die()
    await both.finish_hand()
    assert "won the pot" in both.far.text("second")
    assert "Post here" not in sentence(await both.say("far:chief", "link", channel="second"))
    assert both.app.groups.of(both.book).places[1] == Place(FAR, "second")


async def test_a_place_moves_though_its_channel_is_there(both: CircleScenario) -> None:
    await both.link()
    await both.sit("sari", "far:andi")
    await both.do("far:chief", "link here", channel="second")
    await both.do("far:andi", "start")
    before = len([seen for seen in both.far.seen if seen.where == "main"])
    await both.finish_hand()
    assert "won the pot" in both.far.text("second")
    assert len([seen for seen in both.far.seen if seen.where == "main"]) == before


async def test_a_removed_bot_is_told_once_and_heard_again_when_back(both: CircleScenario) -> None:
    await both.link()
    for _ in range(2):
        await both.app.membership.removed(FAR)
    await both.app.wait_until_idle()
    assert told(both.chat) == 1
    assert SILENT in await both.do("boss", "link")
    await both.app.membership.arrived(FAR)
    assert SILENT not in await both.do("boss", "link")


async def test_an_admin_elsewhere_ends_a_circle_with_a_silent_place(both: CircleScenario) -> None:
    await both.do("far:andi", "chips")
    await both.link()
    await both.app.membership.place_gone(FAR, "main")
    assert "Far: 2 people" in await both.do("boss", "link end")
    await both.do("boss", "link end 1")
    assert "Boss ended the circle" in both.chat.text()
    assert both.app.groups.book(FAR) == FAR


async def test_no_table_goes_on_where_nobody_sees_it(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    for group in (FAR, GROUP):
        await both.app.membership.place_gone(group, "main")
    assert not both.app.tables.all_open()
    assert await both.fortune("sari") == await both.fortune("far:andi") == 2000


async def test_tables_stand_only_where_all_can_read_and_tables_may(both: CircleScenario) -> None:
    assert await both.refused("boss", "link here") == "circle-none"
    await both.link()
    both.chat.readers["alone"] = "test:boss"
    assert await both.refused("boss", "link here", channel="alone") == "circle-alone"
    await both.do("boss", "channels add")
    assert await both.refused("boss", "link here", channel="second") == "no-tables-here"
    assert words((await both.say("boss", "link", channel="second")).message)
