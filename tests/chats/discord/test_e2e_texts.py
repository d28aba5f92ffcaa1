"""Texts and names that are made to deceive or to break something, over the gateway of the double."""

from __future__ import annotations

import pytest

from tests.chats.discord.scenario import Scenario

HALF = "\ud83d"
REFUSED = "half a character"


async def test_half_a_character_is_refused_with_a_sentence_wherever_it_comes_from(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    for path, given in (
        ("shuffle", {"words": HALF}),
        ("table open", {"game": "qiuqiu", "preset": HALF}),
        ("help", {"command": f"open{HALF}"}),
        ("house rule", {"rule": HALF}),
    ):
        for in_private in (False, True):
            assert REFUSED in (await sari.slash(path, in_private=in_private, hidden=True, **given)).text, path
    assert scenario.app.tables.places("discord") == set()
    assert scenario.app.members.of_group(scenario.place().group) == []
    assert await sari.autocomplete("help", "command", "o")
    assert await sari.autocomplete("help", "command", HALF) == []

    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    budi.user.nick = f"Budi{HALF}"
    before = scenario.state()
    assert REFUSED in (await budi.slash("table join")).text
    assert REFUSED in (await budi.press("Join")).text
    assert scenario.state() == before
    budi.user.nick = None
    await budi.press("Join")
    await sari.press("Start")
    await scenario.app.wait_until_idle()
    person, before = scenario.asked(), scenario.state()
    assert REFUSED in (await person.fill(await person.press("Bet …"), f"20{HALF}")).text
    assert scenario.state() == before


@pytest.mark.parametrize("name", ["S\u0430ri", "\u3164Sari"])
async def test_two_at_a_table_are_told_apart_wherever_it_is_shown(scenario: Scenario, name: str) -> None:
    sari, other = scenario.member("Sari"), scenario.member("Budi")
    other.user.nick = name
    await scenario.sit(sari, other)
    first, second = (chair.name for chair in scenario.state().seated)
    assert first == "Sari"
    assert second.endswith(" (2)")
    await scenario.finish_hand()
    said = scenario.discord.public()
    assert f"2. {second}" in said
    rest = said.replace(second, "").replace("Sari", "")
    assert name not in rest
    assert second.removesuffix(" (2)") not in rest
