"""A copy of all that is stored of oneself, and being forgotten, by presses that only their presser sees."""

from __future__ import annotations

import json

from bot.ledger import queries
from tests.bot.traces import traces
from tests.chats.discord.scenario import Scenario


async def test_a_copy_and_being_forgotten_by_presses(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    own = (f"discord:{sari.user.id}", str(sari.user.id), "Sari")
    await scenario.sit(sari, budi)
    page = await sari.slash("privacy")
    assert page.ephemeral
    copy = await sari.press("Export me", page.messages)
    assert copy.ephemeral
    (attached,) = [each for message in copy.messages for each in message.attachments]
    assert json.loads(attached.data)["player"] == own[0]

    page = await sari.slash("privacy")
    await sari.press("Forget me", page.messages)
    assert "You get up from your table first, after the hand you play." in page.text, (
        "one page takes the place of the other"
    )
    await sari.press("Forget me", page.messages)
    await sari.press("Forget me now", page.messages)
    assert "You'll be forgotten" in page.text
    await scenario.kill()
    assert traces(scenario.file, own)
    await scenario.begin()

    if scenario.is_open() and scenario.state().playing is not None:
        await scenario.finish_hand()
    for _ in range(10):
        await scenario.wait(5)
    assert await scenario.app.ledger.read(queries.erasures) == []
    assert traces(scenario.file, own) == []
    await scenario.check_books()
    assert "0" in (await sari.slash("money chips")).text
    assert await scenario.total_chips(sari) == 0, "whoever comes back is given nothing again"
