"""The clock of a message: when it ends, whose time bank runs, and that a clock alone is never a reason to send."""

from __future__ import annotations

from datetime import timedelta

from bot.messages import TIME_LEFT
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario


def any_card(scenario: Scenario) -> str:
    """One that whoever is on turn may discard."""
    now = scenario.hand().round
    return now.options(now.awaited[0]).ready[0].choice


async def test_a_clock_ends_with_the_turn_then_with_the_time_bank(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    begun = scenario.clock.utc()
    shown = scenario.chat.newest()
    assert shown.countdown is not None
    assert shown.countdown.ends == begun + timedelta(seconds=45)
    assert words(shown).count("45 s, then 30 s of time bank") == 1

    await scenario.wait(44)
    edits = len(scenario.chat.public())
    assert scenario.chat.newest().countdown == shown.countdown, "the same clock, however late it is"
    await scenario.wait(2)

    on_bank = scenario.chat.newest()
    assert len(scenario.chat.public()) == edits + 1, "everybody is told at once, where an edit is free"
    assert on_bank.countdown is not None
    assert on_bank.countdown.ends == begun + timedelta(seconds=45 + 30)
    assert on_bank.lines[-1].endswith(f"time bank {TIME_LEFT}")


async def test_a_time_bank_that_begins_costs_no_call(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi")
    scenario.chat.free_edits = False
    await scenario.wait(44)
    before = len(scenario.chat.public())
    await scenario.wait(10)
    assert len(scenario.chat.public()) == before
    await scenario.act("check")
    assert len(scenario.chat.public()) == before + 1


async def test_when_the_time_bank_begins_all_see_that_a_card_was_drawn_though_it_costs_a_call(
    scenario: Scenario,
) -> None:
    await scenario.deal("sari", "budi", game="quan-dui")
    scenario.chat.free_edits = False
    await scenario.act(f"discard {any_card(scenario)}", "pass", "draw")
    before = len(scenario.chat.public())
    await scenario.wait(44)
    assert len(scenario.chat.public()) == before
    assert " to draw or pick up " in words(scenario.chat.newest())

    await scenario.wait(2)

    (edit,) = scenario.chat.public()[before:]
    assert " to discard · " in words(edit.message)
    assert edit.message.countdown is not None
    assert edit.message.countdown.ends == scenario.clock.utc() + timedelta(seconds=29)
