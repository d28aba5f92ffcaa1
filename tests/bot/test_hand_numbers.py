"""Hands are counted in each group from 1 on, and practice counts apart, so a number means one hand."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.ledger import queries
from bot.ledger.numbers import Numbers
from bot.presenting.table_messages import hand_title
from bot.wording import in_language
from tests.bot.scenario import GROUP, Scenario

ENGLISH = in_language("en")


async def play(scenario: Scenario, *names: str, channel: str = "main") -> str:
    """Play a hand at a new table, and return its title."""
    await scenario.sit(*names, channel=channel)
    await scenario.do(names[0], "start", channel=channel)
    title = scenario.chat.newest(channel).title
    await scenario.finish_hand(channel=channel)
    await scenario.do(names[0], "close", channel=channel)
    return title


async def test_practice_leaves_no_gap_in_the_numbers_of_hands(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    await scenario.wait(0)
    practised = scenario.hand().id
    assert scenario.chat.newest().title == "QiuQiu · hand 1 · practice"
    await scenario.do("sari", "close")
    await scenario.finish_hand()

    assert [await play(scenario, "sari", "budi") for _ in range(2)] == ["QiuQiu · hand 1", "QiuQiu · hand 2"]

    assert "hand 1" in (await scenario.say("sari", "verify 1")).message.title.lower()
    assert practised not in (1, 2), "a button of practice names another hand"
    pressed = await scenario.say("sari", f"replay {practised}")
    assert pressed.message.title == hand_title("qiuqiu", practised, ENGLISH, practice=True)


async def test_another_group_begins_with_its_own_first_hand(scenario: Scenario) -> None:
    await play(scenario, "sari", "budi")
    next_hand = scenario.app.ledger.numbers.next_hand

    first, practice = await asyncio.gather(*[next_hand("local:away", practice=each) for each in (False, True)])

    assert hand_title("qiuqiu", first, ENGLISH, practice=False) == "QiuQiu · hand 1"
    assert hand_title("qiuqiu", practice, ENGLISH, practice=True) == "QiuQiu · hand 1 · practice"
    assert (first, practice) == (2 * 10**9 + 1, 3 * 10**9 + 1)
    assert await next_hand("local:away", practice=False) == first + 1
    assert await next_hand(GROUP, practice=False) == 2


async def test_the_count_goes_on_after_a_restart(scenario: Scenario) -> None:
    await play(scenario, "sari", "budi")
    await scenario.restart()

    assert await play(scenario, "sari", "budi") == "QiuQiu · hand 2"


async def test_processes_that_share_a_ledger_go_on_from_each_others_numbers() -> None:
    found: dict[Any, list[int]] = {"count": [5], queries.newest_hand: [8, 20, 4], "table": [71]}

    async def read(query: Any, *_: object) -> int:
        return found[query].pop(0)

    shared: Any = SimpleNamespace(read=read, rewrite=read, count_of="count", next_table="table")
    numbers = Numbers(shared, shared)
    assert [await numbers.next_hand("g", practice=False) for _ in range(3)] == [9, 21, 22]
    assert await numbers.next_table() == "1z"
