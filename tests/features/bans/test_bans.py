"""Bans: who is banned reads on, keeps their chips, finishes the hand they play, and sits down nowhere in the group."""

from __future__ import annotations

import pytest

from bot.messages import Command, Person, Place, Reply
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario, player_id

MUST_WAIT = ("join", "open qiuqiu", "practice qiuqiu", "daily", "notify me", "rebuy 100", "sit back")
MAY = (
    "chips",
    "ledger",
    "rules",
    "help",
    "fairness",
    "house",
    "status",
    "menu",
    "language id",
    "privacy",
    "notify off",
)


@pytest.fixture
async def banned(scenario: Scenario) -> Scenario:
    """A table at which Budi is banned for two hours, in a hand that he plays."""
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi", "wati")
    scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    await scenario.do("boss", "ban budi 2h Keeps shouting")
    return scenario


async def test_the_running_hand_is_finished_and_nothing_else_goes(banned: Scenario) -> None:
    assert banned.chair("budi").removed
    assert banned.state().playing is not None
    told = words(banned.chat.private_messages(player_id("budi"))[-1])
    assert "until 22:00" in told
    assert "Keeps shouting" in told
    posted = [words(seen.message) for seen in banned.chat.public()]
    assert any("Boss banned Budi from the tables for 2 hours. Reason: Keeps shouting" in text for text in posted)

    while banned.asked() != "budi":
        await banned.act("check")
    await banned.do("budi", "bet 20")
    await banned.finish_hand()
    assert not banned.sits("budi")
    assert await banned.fortune("budi") > 0
    for line in MUST_WAIT:
        assert await banned.refused("budi", line) == "banned"
    for line in MAY:
        await banned.do("budi", line)
    assert not {"Join with 500", "Daily chips"} & {each.label for each in await banned.menu("budi")}
    await banned.sound()


async def test_it_outlives_a_restart_and_is_over_without_a_timer(banned: Scenario) -> None:
    await banned.finish_hand()
    await banned.die()
    assert await banned.refused("budi", "join") == "banned"
    await banned.do("sari", "close")
    await banned.wait(2 * 3600)
    await banned.do("budi", "open qiuqiu")
    assert "Nobody is banned" in await banned.do("boss", "bans")


async def test_a_ban_that_was_stored_but_not_carried_out_is_when_the_table_is_resumed(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi", "wati")

    async def never(group: str, player: str) -> None:
        """As if the process had been killed here."""

    scenario.app.tables.banned = never  # type: ignore[method-assign]
    await scenario.do("boss", "ban budi")
    assert scenario.sits("budi")
    await scenario.die()
    assert not scenario.sits("budi")
    assert await scenario.in_wallet("budi") == 2000
    assert await scenario.refused("budi", "join") == "banned-for-good"


async def test_by_presses_alone(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    page = await scenario.press_in_menu("boss", "Bans", page="remove")
    select = page.message.select
    assert select is not None
    assert [each.label for each in select.options][:2] == ["Budi", "Sari"]
    page = await scenario.press("boss", select.options[0])
    (day,) = [each for each in buttons(page.message) if each.label == "1 day"]
    page = await scenario.press("boss", day)
    assert not scenario.sits("budi")
    assert page.menu
    assert "Budi: until 2026-01-02 20:00, by Boss." in words(page.message)
    (lift,) = [each for each in buttons(page.message) if each.label == "Lift: Budi"]
    page = await scenario.press("boss", lift)
    assert "Nobody is banned" in words(page.message)
    await scenario.do("budi", "join")


async def test_who_can_be_banned_and_by_whom(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.let_computers_play()
    await scenario.do("sari", "add computer")
    computer = next(chair.player for chair in scenario.state().seated if chair.computer)
    assert await scenario.refused("sari", "ban budi") == "admin-only"
    assert await scenario.refused("boss", "ban boss") == "cannot-be-banned"
    assert await scenario.refused("boss", f"ban {computer}") == "cannot-be-banned"
    assert await scenario.refused("boss", "ban nobody 1d") == "nobody-of-that-name"
    assert await scenario.refused("boss", "unban budi") == "not-banned"
    await scenario.do("boss", "ban sari")
    assert scenario.state().host == player_id("budi"), "whoever stays hosts the table"
    await scenario.do("boss", "unban sari")


async def test_in_a_group_of_their_own_they_practise(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.do("boss", "ban budi")
    own = Command(Person(player_id("budi"), "Budi"), Place("test:@budi", "private"), "practice qiuqiu", key="own")
    reply: Reply = await scenario.app.dispatcher.handle(own)
    await scenario.app.wait_until_idle()
    assert not reply.refused
