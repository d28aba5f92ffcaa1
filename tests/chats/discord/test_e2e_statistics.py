"""Statistics on Discord: one ephemeral message that is turned, with charts, and what nobody else saw left out of it."""

from __future__ import annotations

from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.double.models import Message
from tests.chats.discord.scenario import Scenario


async def test_pages_are_turned_in_one_message_that_nobody_else_sees(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    await scenario.finish_hand()
    before = len(sari.public)

    async def shows(page: Message, text: str) -> None:
        """Wait until a page was turned: the edit after a deferred answer comes a moment later."""
        await scenario.discord.until(lambda: text in page.text, f"{text!r} ({page.text!r})")

    opened = await sari.slash("money stats")
    assert opened.ephemeral
    (page,) = opened.messages
    assert "QiuQiu · stats of Sari" in page.text
    assert "Cards shown at the end: once" in page.text
    turned = await sari.press("Hand types", opened.messages)
    assert turned.callback in (Callback.UPDATE, Callback.DEFERRED_UPDATE), "the first chart takes a moment"
    await shows(page, "hand types of Sari")
    assert len(page.attachments) == 1
    await sari.press("Back", opened.messages)
    await shows(page, "Cards shown at the end: once")
    await sari.press("Chips over time", opened.messages)
    await shows(page, "Your chips over time")
    assert len(page.attachments) == 1
    await sari.press("Back", opened.messages)
    await shows(page, "Cards shown at the end: once")
    assert page.attachments == []
    await sari.press("Records", opened.messages)
    await shows(page, "Biggest pot: 20, ")

    others = await sari.slash("money stats", player=budi)
    assert others.ephemeral
    assert "stats of Budi" in others.text
    assert "What everybody at the table could see" in others.text
    assert len(sari.public) == before
