"""Channels in which tables may be opened."""

from __future__ import annotations

from bot.messages import Place
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario


async def test_tables_are_opened_where_admins_allow_it(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    page = await scenario.say("boss", "channels", channel="cards")
    assert "opened everywhere" in words(page.message)
    only, back = buttons(page.message)
    page = await scenario.press("boss", back, channel="cards")
    page = await scenario.press("boss", next(each for each in buttons(page.message) if each.command == "channels"))
    page = await scenario.press("boss", only, channel="cards")
    assert page.menu
    assert "#cards" in words(page.message)
    assert await scenario.refused("sari", "open qiuqiu", channel="main") == "no-tables-here"
    reply = await scenario.say("sari", "practice qiuqiu", channel="main")
    assert "Open your table in #cards." in words(reply.message)
    assert reply.message.link is not None
    assert reply.message.link.place == Place(scenario.name, "cards")
    await scenario.do("sari", "open qiuqiu", channel="cards")

    await scenario.do("boss", "channels add", channel="main")
    await scenario.restart()
    await scenario.do("budi", "open qiuqiu", channel="main")
    await scenario.app.membership.place_gone(scenario.name, "cards")
    assert await scenario.refused("sari", "open qiuqiu", channel="cards") == "no-tables-here"
    assert await scenario.refused("sari", "channels all") == "admin-only"
    await scenario.do("boss", "channels all")
    await scenario.do("sari", "open qiuqiu", channel="side")
