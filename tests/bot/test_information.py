"""What people are told of the bot itself: settings, privacy, and where the table is."""

from __future__ import annotations

from bot.messages import MessageLink, Place
from bot.tables.sealing import KEPT
from tests.bot.scenario import GROUP, Scenario


async def test_settings_of_a_group_are_its_language_and_what_differs_from_the_usual(scenario: Scenario) -> None:
    before = await scenario.do("sari", "settings")
    assert "Language of this group: English." in before
    assert "QiuQiu: sumatra\n" in before
    assert "All tables" not in before

    await scenario.set_rules("hui on", "turn_seconds 30")
    await scenario.do("admin", "house language id")
    after = await scenario.do("sari", "settings")

    assert "Bahasa grup ini: Bahasa Indonesia." in after
    assert "QiuQiu: sumatra, tapi hui: ya" in after
    assert "Semua meja: detik tiap giliran: 30" in after
    assert "Admin mengubahnya dengan /house language, zone, set dan preset." in after


async def test_privacy_tells_what_is_stored_for_how_long_and_who_sees_it(scenario: Scenario) -> None:
    told = await scenario.do("sari", "privacy")

    for part in ("your name here", "your chips", "added to the shuffle", "Who sees it", "Whom to ask"):
        assert part in told
    assert f"{KEPT.days} days after the hand" in told
    assert "Nothing else that you write is stored." in told


async def test_the_table_is_found_where_it_is_and_from_elsewhere_by_whoever_sits_there(scenario: Scenario) -> None:
    assert await scenario.refused("sari", "table") == "no-table"
    await scenario.sit("sari", "budi")
    number = scenario.app.announcer.stands_at(scenario.state(), scenario.name)[1]
    assert number is not None
    link = MessageLink("To the table", Place(GROUP, "main"), number, scenario.state().id)

    for name, channel in (("wati", "main"), ("sari", "other")):
        found = (await scenario.say(name, "table", channel=channel)).message
        assert found.link == link
        assert "2 of" in found.lines[0]
    assert await scenario.refused("wati", "table", channel="other") == "no-table"


async def test_opening_a_second_table_here_leads_to_the_first(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    refused = await scenario.say("wati", "open qiuqiu")

    assert refused.refused
    assert refused.message.link is not None
    assert refused.message.link.number == scenario.app.announcer.stands_at(scenario.state(), scenario.name)[1]
