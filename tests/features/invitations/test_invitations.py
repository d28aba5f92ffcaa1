"""Addresses of tables to hand on."""

from __future__ import annotations

from bot.messages import Reply
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario, player_id


async def pressed(scenario: Scenario, name: str, reply: Reply, label: str, *, channel: str = "main") -> Reply:
    """Let somebody press a button of an answer."""
    button = next(each for each in buttons(reply.message) if each.label == label)
    answer = await scenario.press(name, button, channel=channel)
    assert not answer.refused, words(answer.message)
    return answer


async def test_a_table_is_shared_by_its_address_with_a_way_back_in_the_menu(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    number = scenario.app.announcer.stands_at(scenario.state(), scenario.name)[1]

    reply = await scenario.press_in_menu("budi", "Invite")

    assert f"https://chat.test/main/{number}" in reply.message.lines
    back = await pressed(scenario, "budi", reply, "Back")
    assert "Leave" in [each.label for each in buttons(back.message)]
    assert buttons((await scenario.say("budi", "share")).message) == []


async def test_a_table_in_a_private_chat_is_shared_with_nobody(scenario: Scenario) -> None:
    scenario.chat.readers["main"] = player_id("sari")
    await scenario.do("sari", "practice qiuqiu")
    assert not {each.label for each in await scenario.menu("sari")} & {"Invite", "Tell me when …"}
