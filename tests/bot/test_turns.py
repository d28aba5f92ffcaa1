"""The clock of a turn: the reminder, the time bank, the lapse, and sitting out those who are away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.table.hand import Lapsed
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id

TURN, BANK = 45, 30


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Three people in mid-hand."""
    await scenario.deal("sari", "budi", "wati")
    return scenario


def lapses(scenario: Scenario) -> list[int]:
    """The seats whose time ran out in this hand."""
    return [event.seat for event in scenario.hand().events if isinstance(event, Lapsed)]


async def test_a_reminder_comes_half_way_to_the_one_who_is_asked_alone(table: Scenario) -> None:
    name = table.asked()
    table.chat.called_in_private = {player_id(each) for each in ("sari", "budi", "wati")}
    before = len(table.chat.seen)
    await table.wait(TURN / 2 - 1)
    assert len(table.chat.seen) == before
    await table.wait(1)
    (reminder,) = (seen for seen in table.chat.seen[before:] if seen.how == "private")
    assert reminder.where == player_id(name)
    assert "23" in words(reminder.message)


async def test_a_lapse_checks_when_checking_is_free(table: Scenario) -> None:
    name = table.asked()
    await table.wait(TURN + BANK - 1)
    assert table.asked() == name
    await table.wait(1)
    assert table.asked() != name
    assert len(lapses(table)) == 1
    assert f"{name.capitalize()} ran out of time" in table.chat.text()
    assert "checked" in table.chat.text()


@pytest.mark.parametrize("days", [1, -1])
async def test_a_turn_takes_as_long_whatever_somebody_sets_the_date_to(table: Scenario, days: int) -> None:
    name = table.asked()
    table.clock.ahead = timedelta(days=days)
    await table.wait(TURN + BANK - 1)
    assert table.asked() == name
    assert lapses(table) == []
    table.clock.ahead = timedelta()
    await table.wait(1)
    assert len(lapses(table)) == 1


async def test_the_time_bank_is_used_up_by_as_much_as_a_turn_took_longer(table: Scenario) -> None:
    name = table.asked()
    await table.wait(TURN + 12)
    await table.act("check")
    assert table.chair(name).bank == BANK - 12
    assert lapses(table) == []
    await table.act("check", "check")
    while table.asked() != name:
        await table.act("check")
    await table.wait(TURN + BANK - 12 - 1)
    assert lapses(table) == []
    await table.wait(1)
    assert len(lapses(table)) == 1
    assert table.chair(name).bank == 0


async def test_two_lapses_in_a_row_sit_a_player_out_and_coming_back_is_one_word(table: Scenario) -> None:
    away = table.asked()
    await table.wait(TURN + BANK)
    assert table.chair(away).lapses == 1
    assert not table.chair(away).out
    while table.asked() != away:
        await table.act("check")
    await table.wait(TURN)
    assert table.chair(away).out
    assert "is away and sits out" in "\n".join(words(seen.message) for seen in table.chat.public())
    await table.finish_hand()
    await table.wait(8)
    assert player_id(away) not in table.hand().players
    await table.do(away, "back")
    assert table.chair(away).lapses == 0
    await table.finish_hand()
    await table.wait(8)
    assert player_id(away) in table.hand().players
