"""What a table has in memory stays as much however long it is played at, and goes when it is closed."""

from __future__ import annotations

import asyncio
import gc
import sys
import tracemalloc
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from bot import wording
from bot.dispatch import dispatcher
from tests.bot.scenario import Scenario
from tests.bot.undrawn import undrawn_at_once

EACH = 8
"""How often something is done in each of two rounds, of which the second may leave no more than the first."""

BYTES_A_TABLE = 8_000
"""What a closed table may leave in memory at most, beside what is remembered for a while."""

WATCHED = ("bot.tables", "bot.dispatch", "bot.live", "engine.")
"""Where everything is made that belongs to a table or to a hand."""


@pytest.mark.parametrize("work", ["hand", "table"])
async def test_nothing_of_a_hand_or_of_a_closed_table_stays_in_memory(
    tmp_path: Path, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    undrawn_at_once(monkeypatch)
    async with Scenario(tmp_path) as scenario:
        if work == "hand":
            await scenario.deal("sari", "budi")
        left = [await left_after(scenario, work) for _ in range(3)]
    assert sum(left[-1].values()) > 20, "they are found"
    assert {name: count for name, count in (left[-1] - left[-2]).items() if count >= EACH // 2} == {}


async def left_after(scenario: Scenario, work: str) -> Counter[str]:
    """How many objects of each kind there are when something was done several times."""
    for _ in range(EACH):
        if work == "hand":
            await scenario.finish_hand()
            while scenario.state().playing is None:
                await scenario.wait(5)
        else:
            await scenario.deal("sari", "budi")
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


@pytest.mark.soak
async def test_a_closed_table_leaves_next_to_nothing_once_what_is_remembered_for_a_while_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers and sentences are remembered up to a number; here the number is reached at once."""
    few_sentences(monkeypatch)
    undrawn_at_once(monkeypatch)
    monkeypatch.setattr(dispatcher, "REPLIES_REMEMBERED", 10)
    async with Scenario(tmp_path) as scenario:
        await left_after(scenario, "table")
        tracemalloc.start()
        try:
            before = [await weight_after(scenario) for _ in range(2)][-1]
            grown = [await weight_after(scenario) - before for _ in range(2)][-1]
        finally:
            tracemalloc.stop()
    assert grown <= 2 * EACH * BYTES_A_TABLE


def few_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translators of this test remember a few sentences."""
    monkeypatch.setattr(wording, "SENTENCES_REMEMBERED", 10)
    for module in [each for each in sys.modules.values() if getattr(each, "in_language", None) is wording.in_language]:
        monkeypatch.setattr(module, "in_language", cache(wording.in_language.__wrapped__))


async def weight_after(scenario: Scenario) -> int:
    """What everything together weighs in bytes when some more tables were opened, played at and closed."""
    await left_after(scenario, "table")
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
