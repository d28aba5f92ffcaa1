"""The pages of the rules on Discord: one ephemeral message that is turned, its pictures with it."""

from __future__ import annotations

from bot.games.qiuqiu.hand_words import domino_text
from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.scenario import Scenario
from tests.chats.rules_page_numbers import numbered


async def test_from_the_private_hand_to_the_next_page_and_back(scenario: Scenario) -> None:
    sari, budi = await scenario.seated("Sari", "Budi")
    held = await sari.press("My hand", sari.public)
    before = len(sari.public)

    opened = await sari.press("Rules", held.messages)
    assert opened.ephemeral
    (page,) = opened.messages
    assert f"QiuQiu: what beats what {numbered('qiuqiu', 1)}" in page.text
    assert all(domino_text(tile) in page.text for tile in scenario.tiles(sari)), "their own, which will be marked"
    ladder = [each.filename for each in page.attachments]
    assert len(ladder) == 1

    turned = await sari.press("Next", opened.messages)
    assert turned.callback is Callback.UPDATE
    assert f"how a hand goes {numbered('qiuqiu', 2)}" in page.text
    assert page.attachments == []
    picked = await sari.pick("An example, counted", opened.messages)
    assert picked.callback is Callback.UPDATE
    assert len(page.attachments) == 1
    for _ in range(2):
        await sari.press("Back", opened.messages)
    assert [each.filename for each in page.attachments] == ladder

    assert len(sari.public) == before
    assert "what beats what" not in budi.screen()
