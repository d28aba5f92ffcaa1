"""The people of the benchmarks do what they are offered."""

from __future__ import annotations

import pytest

from tools.benchmarks.scenario import next_move, open_table, without_storage

pytestmark = pytest.mark.usefixtures("no_pictures")


async def test_they_play_one_hand_after_another_on_a_ledger_that_stores_nothing() -> None:
    async with without_storage({}) as app:
        table = await open_table(app, 0, people=3)
        while table.state.hands_played < 4:
            await next_move(app, table)
