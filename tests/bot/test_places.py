"""Deleted places return every stack, once; where nothing can be shown for a while, the table comes back."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.ledger import NotStored, carried, practice_stack, queries, stack
from bot.messages import Place
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.patience import LONGEST_WAIT

PLAYERS = ("sari", "budi", "wati")
MAIN = Place(GROUP, "main")


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Sari, Budi and Wati in mid-hand, with a bet on the table."""
    await scenario.deal(*PLAYERS)
    await scenario.act("bet 20")
    return scenario


async def lose_place(scenario: Scenario, channel: str = "main") -> None:
    scenario.chat.closed.add(channel)
    await scenario.app.membership.place_gone(scenario.name, channel)
    await scenario.app.wait_until_idle()


async def assert_all_back(scenario: Scenario, table: str, *, practice: bool = False) -> None:
    """Nothing lies on a table that is closed, or in its pot, and the books balance."""
    ledger, account = scenario.app.ledger, practice_stack if practice else stack
    assert scenario.app.tables.by_id(table) is None
    assert await ledger.read(queries.balance, carried(GROUP, table)) == 0
    for name in PLAYERS:
        assert await ledger.read(queries.balance, account(GROUP, table, player_id(name))) == 0
        assert await scenario.in_wallet(name) == 2000
    await scenario.sound()


async def test_a_running_hand_is_called_off_and_every_stack_goes_back(table: Scenario) -> None:
    state, hand = table.state(), table.hand()
    await lose_place(table)
    await assert_all_back(table, state.id)
    row = await table.app.ledger.read(queries.hand, hand.id)
    assert row is not None
    assert row.voided == "the channel or topic was deleted"
    statement = await table.do("budi", "ledger", channel="elsewhere")
    assert f"QiuQiu, hand {hand.id} called off by Kiu: the channel or topic was deleted" in statement


@pytest.mark.parametrize("when", ["in the lobby", "between hands"])
async def test_between_hands_every_stack_goes_back(scenario: Scenario, when: str) -> None:
    await scenario.sit(*PLAYERS)
    if when == "between hands":
        await scenario.do("sari", "start")
        await scenario.finish_hand()
    state, chips = scenario.state(), [await scenario.fortune(name) for name in PLAYERS]
    await lose_place(scenario)
    assert [await scenario.in_wallet(name) for name in PLAYERS] == chips
    assert scenario.app.tables.by_id(state.id) is None
    assert await scenario.app.ledger.read(queries.balance, carried(GROUP, state.id)) == 0
    assert sum(chips) == await scenario.all_chips()
    await scenario.sound()


async def test_a_result_that_nobody_can_see_is_not_tried_again_by_the_next_run(scenario: Scenario) -> None:
    await scenario.deal(*PLAYERS)
    scenario.chat.closed.add("main")
    await scenario.finish_hand()
    await lose_place(scenario)
    before = scenario.chat.turned_away
    await scenario.restart()
    assert scenario.chat.turned_away == before
    assert await scenario.app.ledger.read(queries.tables_to_resume) == []


async def test_it_happens_once_however_often_it_is_reported(table: Scenario) -> None:
    identity = table.state().id
    gone = table.app.membership.place_gone
    table.chat.closed.add("main")
    await asyncio.gather(gone(*MAIN), gone(*MAIN), gone(GROUP))
    await table.app.wait_until_idle()
    await gone(*MAIN)
    await assert_all_back(table, identity)


@pytest.mark.parametrize("reported", ["before", "after"])
async def test_it_survives_a_kill(table: Scenario, reported: str) -> None:
    identity = table.state().id
    if reported == "before":
        await lose_place(table)
    table.chat.closed.add("main")
    await table.die()
    await lose_place(table)
    await assert_all_back(table, identity)
    assert await table.app.ledger.read(queries.tables_to_resume) == []


async def test_a_group_that_is_gone_takes_no_table_with_it(table: Scenario) -> None:
    await table.do("rini", "open qiuqiu", channel="other")
    identity = table.state().id
    await table.app.membership.place_gone(GROUP)
    await table.app.wait_until_idle()
    await assert_all_back(table, identity)
    assert not table.is_open("other")
    assert await table.in_wallet("rini") == 2000


async def test_a_deal_that_is_closed_becomes_a_hand_that_is_called_off(scenario: Scenario) -> None:
    await scenario.sit(*PLAYERS)
    identity = scenario.state().id
    scenario.chat.dice.clear()
    closing = asyncio.Event()
    scenario.chat.watch = lambda seen: closing.set() if seen.how == "closing" else None
    starting = asyncio.create_task(scenario.say("sari", "start"))
    async with asyncio.timeout(LONGEST_WAIT):
        await closing.wait()
    going = asyncio.create_task(lose_place(scenario))
    await asyncio.sleep(0)
    scenario.chat.dice.set()
    await asyncio.gather(starting, going)
    await assert_all_back(scenario, identity)
    row = await scenario.app.ledger.read(queries.last_hand, identity)
    assert row is not None
    assert row.voided


async def test_tables_of_a_place_close_though_its_settings_cannot_be_stored(
    table: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise NotStored("full")

    await table.do("rini", "open qiuqiu", channel="other")
    await table.app.groups.change(GROUP, lambda now: replace(now, channels=frozenset({"main"})))
    identity = table.state().id
    monkeypatch.setattr(table.app.groups, "change", full)
    await lose_place(table)
    await assert_all_back(table, identity)
    table.table("other").stop()
    await table.app.membership.place_gone(GROUP)
    assert table.is_open("other"), "it closes with the next start"


# --- places that are closed for a while ------------------------------------------------------------------------


async def test_a_sign_of_life_ends_the_quiet_time(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("rini", "open qiuqiu", channel="other")
    scenario.chat.closed |= {"main", "other"}
    await scenario.do("sari", "start")
    await scenario.do("dewi", "join", channel="other")
    scenario.chat.closed.clear()
    scenario.app.announcer.try_again(scenario.name, "main")
    await scenario.app.wait_until_idle()
    assert "hand 1" in scenario.chat.newest().title
    assert "Dewi" not in scenario.chat.text("other")
    scenario.app.announcer.try_again(scenario.name)
    await scenario.app.wait_until_idle()
    assert "Dewi" in scenario.chat.text("other")
