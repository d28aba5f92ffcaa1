"""The people of the benchmarks do what they are offered, whatever a table is about to do."""

from __future__ import annotations

import pytest

from bot.messages import Command, Reply
from tests.bot.scenario import Scenario
from tools.benchmarks.scenario import next_move, open_table, without_storage

pytestmark = pytest.mark.usefixtures("no_pictures")

THE_CUT = 6.1
"""Seconds after a hand: right after the cut of the next one has begun."""


async def test_they_play_one_hand_after_another_on_a_ledger_that_stores_nothing() -> None:
    async with without_storage({}) as app:
        table = await open_table(app, 0, people=3)
        while table.state.hands_played < 4:
            await next_move(app, table)


@pytest.mark.parametrize("seconds", [0, THE_CUT])
async def test_they_begin_a_hand_as_its_cutter_also_while_it_is_cut(scenario: Scenario, seconds: float) -> None:
    await scenario.sit("sari", "budi")
    for number in (1, 2, 3):
        await next_move(scenario.app, scenario.table())
        assert scenario.hand().number == number
        await scenario.finish_hand()
        await scenario.wait(seconds)


async def test_a_hand_that_has_begun_by_itself_meanwhile_is_no_fault(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scenario.sit("sari", "budi")
    await next_move(scenario.app, scenario.table())
    await scenario.finish_hand()
    handle = scenario.app.dispatcher.handle

    async def late(command: Command) -> Reply:
        await scenario.wait(10)
        return await handle(command)

    monkeypatch.setattr(scenario.app.dispatcher, "handle", late)
    await next_move(scenario.app, scenario.table())
    assert scenario.hand().number == 2
