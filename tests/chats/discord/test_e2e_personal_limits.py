"""Limits for oneself, floods and the integrity report on Discord: for the eyes of one, and nothing of it in public."""

from __future__ import annotations

from bot.dispatch.admission import FloodLimits, Rate
from tests.chats.discord.double.interactions import InteractionType
from tests.chats.discord.scenario import Scenario
from tests.features.personal_limits.of_app import personal_limits


async def test_a_limit_is_set_by_buttons_and_others_hear_only_who_sits_out(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    menu = await budi.press("Table", budi.public)
    await budi.press("My chips", menu.messages)
    await budi.press("My limits", menu.messages)
    assert "Hands a day: no limit" in menu.messages[0].text
    await budi.press("Hands", menu.messages)
    modal = await budi.press("Another amount …", menu.messages)
    await budi.fill(modal, "1")
    assert "Hands a day: 1 hand" in menu.messages[0].text
    await scenario.finish_hand()
    await scenario.app.wait_until_idle()
    assert scenario.state().seated[1].out
    assert "Budi is sitting out." in sari.live_message.text
    assert "limit" not in "".join(each.text for each in sari.visible).lower()
    back = await budi.slash("table sit-back")
    assert back.ephemeral
    assert "That is your own limit" in back.text


async def test_a_break_begins_with_a_second_press(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    asked = await budi.slash("limit break", period="week")
    assert asked.ephemeral
    assert "Do you mean it?" in asked.text
    assert not (await personal_limits(scenario.app).of(budi.player)).break_until
    await budi.press("Yes, begin the break", asked.messages)
    assert "You are taking a break until" in asked.messages[0].text
    await scenario.finish_hand()
    await scenario.app.wait_until_idle()
    assert scenario.state().seated[1].out
    assert "break" not in "".join(each.text for each in sari.visible).lower()


async def test_a_flood_is_answered_once_and_costs_no_call_after_that(scenario: Scenario) -> None:
    scenario.flood_limits = FloodLimits(person=Rate(0.2, 8))
    await scenario.restart()
    sari, budi, tono = scenario.members("Sari", "Budi", "Tono")
    await scenario.sit(sari, budi)
    for _ in range(8):
        assert "Ranking by chips" in (await tono.slash("money top")).text
    told = await tono.slash("money top")
    assert told.ephemeral
    assert "more than I can follow" in told.text
    ignored = [tono._use_command(InteractionType.COMMAND, "money top", {}) for _ in range(20)]
    await scenario.finish_hand()
    assert scenario.hand().over, "others play on"
    assert not [each for each in ignored if each.responded.is_set()]


async def test_an_admin_reads_the_integrity_report_alone(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    admin = scenario.member("Ani", admin=True)
    await scenario.sit(sari, budi)
    await scenario.finish_hand()
    report = await admin.slash("admin integrity")
    assert report.ephemeral
    assert "Integrity report" in report.text
    await admin.press("Details", report.messages)
    assert "no hidden cards" in report.messages[0].text
    assert "Integrity" not in "".join(each.text for each in sari.visible)
