"""What a table has in memory stays as much however long it is played at, and goes when it is closed."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from pathlib import Path

import pytest

from tests.bot.scenario import Scenario
from tests.bot.undrawn import undrawn_at_once

EACH = 8
"""How often something is done in each of two rounds, of which the second may leave no more than the first."""

WATCHED = ("bot.tables", "bot.dispatch", "bot.live", "engine.")
"""Where everything is made that belongs to a table or to a hand."""


@pytest.mark.parametrize("work", ["hand", "table"])
async def test_nothing_of_a_hand_or_of_a_closed_table_stays_in_memory(
    tmp_path: Path, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    undrawn_at_once(monkeypatch)
    async with Scenario(tmp_path) as scenario:
        if work == "hand":
            await scenario.sit("sari", "budi")
            await scenario.do("sari", "start")
        left = [await left_after(scenario, work) for _ in range(3)]
    assert sum(left[-1].values()) > 20, "they are found"
    grown = {name: count for name, count in (left[-1] - left[-2]).items() if count >= EACH // 2}
    assert grown == {}


async def left_after(scenario: Scenario, work: str) -> Counter[str]:
    """How many objects of each kind there are when something was done several times."""
    for _ in range(EACH):
        if work == "hand":
            await scenario.finish_hand()
            while scenario.state().playing is None:
                await scenario.wait(5)
        else:
            await scenario.sit("sari", "budi")
            await scenario.do("sari", "start")
            await scenario.do("sari", "close")
            await scenario.finish_hand()
            while scenario.is_open():
                await scenario.wait(5)
        forget_what_was_shown(scenario)
    await asyncio.sleep(0)
    gc.collect()
    found = (type(each) for each in gc.get_objects())
    return Counter(f"{kind.__module__}.{kind.__name__}" for kind in found if str(kind.__module__).startswith(WATCHED))


def forget_what_was_shown(scenario: Scenario) -> None:
    """The chat of the tests and its log remember everything, which is no part of Kiu."""
    scenario.logged.clear()
    chat = scenario.chat
    for kept in (chat.seen, chat.acquired, chat.pinged_below, chat.tried):
        kept.clear()
    for message in list(chat.shown)[:-20]:
        del chat.shown[message]
        chat.channels.pop(message, None)
        chat.beacons.pop(message, None)
