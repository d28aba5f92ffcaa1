"""Evenings on Discord: the card of a table, who owes whom, and corrections that are shown before they are made."""

from __future__ import annotations

from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.scenario import Scenario


async def test_a_closed_table_shows_its_card_and_leads_to_the_evening(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    await scenario.finish_hand()
    shown = len(sari.public)

    await sari.slash("table close")
    await scenario.app.wait_until_idle()

    closed = sari.live_message
    assert len(sari.public) == shown, "it is the message that was there"
    assert "Settle up, in play chips:" in closed.text
    assert closed.attachments
    evening = await budi.press("Evening", budi.public)
    assert evening.ephemeral
    (page,) = evening.messages
    assert "One hand was played. Chips at the end:" in page.text
    assert page.attachments
    text = await budi.press("As text", evening.messages)
    assert text.callback is Callback.UPDATE
    assert "1 hand, " in page.text
    await budi.press("Settle up", evening.messages)
    assert "Since the beginning" in page.text
    assert budi.find("Mark as settled", [page]) is not None, "whoever owes something may say that it is settled"


async def test_a_correction_is_shown_first_and_made_by_the_second_press(scenario: Scenario) -> None:
    admin, sari = scenario.member("Ani", admin=True), scenario.member("Sari")
    for member in (admin, sari):
        await member.slash("money chips")

    asked = await admin.slash("admin bank-grant", player=sari, amount=500, reason="prize")

    assert asked.ephemeral
    assert "Sari: +500 (wallet 2,000 → 2,500)" in asked.text
    public = len(sari.public)
    await admin.press("Yes, do it", asked.messages)
    await scenario.app.wait_until_idle()
    assert len(sari.public) == public + 1
    assert "Ani gave Sari 500 chips. Reason: prize" in sari.public[-1].text
    assert "2,500" in (await sari.slash("money chips")).text
