"""Languages of people and groups."""

from __future__ import annotations

from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario


async def test_the_group_and_a_person_choose_their_languages(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    english = await scenario.do("sari", "chips")
    await scenario.do("boss", "house language id")
    assert english != await scenario.do("sari", "chips")
    await scenario.do("sari", "open qiuqiu")
    assert "Menunggu" in scenario.chat.text() or "kursi" in scenario.chat.text()
    await scenario.do("sari", "language en")
    assert await scenario.do("sari", "house") != await scenario.do("budi", "house")
    await scenario.die()
    assert scenario.app.groups.of(GROUP).language == "id"
    assert await scenario.do("sari", "house") != await scenario.do("budi", "house")


async def test_an_unknown_language_is_refused_with_those_there_are(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    assert await scenario.refused("boss", "house language klingon") == "no-such-language"
    assert "en, id" in words((await scenario.say("sari", "language klingon")).message)
