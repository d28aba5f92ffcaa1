"""The clock of a turn: the reminder, the time bank, the lapse, and sitting out those who are away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.table.hand import Lapsed
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id

TURN, BANK = 45, 30


def lapses(scenario: Scenario) -> list[int]:
    """The seats whose time ran out in this hand."""
    return [event.seat for event in scenario.hand().events if isinstance(event, Lapsed)]


async def test_a_reminder_comes_half_way_to_the_one_who_is_asked_alone(trio: Scenario) -> None:
    name = trio.asked()
    trio.chat.called_in_private = {player_id(each) for each in ("sari", "budi", "wati")}
    before = len(trio.chat.seen)
    await trio.wait(TURN / 2 - 1)
    assert len(trio.chat.seen) == before
    await trio.wait(1)
    (reminder,) = (seen for seen in trio.chat.seen[before:] if seen.how == "private")
    assert reminder.where == player_id(name)
    assert "23" in words(reminder.message)


async def test_a_lapse_checks_when_checking_is_free(trio: Scenario) -> None:
    name = trio.asked()
    await trio.wait(TURN + BANK - 1)
    assert trio.asked() == name
    await trio.wait(1)
    assert trio.asked() != name
    assert len(lapses(trio)) == 1
    assert f"{name.capitalize()} ran out of time" in trio.chat.text()
    assert "checked" in trio.chat.text()


@pytest.mark.parametrize("days", [1, -1])
async def test_a_turn_takes_as_long_whatever_somebody_sets_the_date_to(trio: Scenario, days: int) -> None:
    name = trio.asked()
    trio.clock.ahead = timedelta(days=days)
    await trio.wait(TURN + BANK - 1)
    assert trio.asked() == name
    assert lapses(trio) == []
    trio.clock.ahead = timedelta()
    await trio.wait(1)
    assert len(lapses(trio)) == 1


async def test_the_time_bank_is_used_up_by_as_much_as_a_turn_took_longer(trio: Scenario) -> None:
    name = trio.asked()
    await trio.wait(TURN + 12)
    await trio.act("check")
    assert trio.chair(name).bank == BANK - 12
    assert lapses(trio) == []
    await trio.act("check", "check")
    while trio.asked() != name:
        await trio.act("check")
    await trio.wait(TURN + BANK - 12 - 1)
    assert lapses(trio) == []
    await trio.wait(1)
    assert len(lapses(trio)) == 1
    assert trio.chair(name).bank == 0


async def test_two_lapses_in_a_row_sit_a_player_out_and_coming_back_is_one_word(trio: Scenario) -> None:
    away = trio.asked()
    await trio.wait(TURN + BANK)
    assert trio.chair(away).lapses == 1
    assert not trio.chair(away).out
    while trio.asked() != away:
        await trio.act("check")
    await trio.wait(TURN)
    assert trio.chair(away).out
    assert "is away and sits out" in "\n".join(words(seen.message) for seen in trio.chat.public())
    await trio.finish_hand()
    await trio.wait(8)
    assert player_id(away) not in trio.hand().players
    await trio.do(away, "back")
    assert trio.chair(away).lapses == 0
    await trio.finish_hand()
    await trio.wait(8)
    assert player_id(away) in trio.hand().players
