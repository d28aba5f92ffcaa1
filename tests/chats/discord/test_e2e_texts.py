"""Texts and names that are made to deceive or to break something, over the gateway of the double."""

from __future__ import annotations

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
