"""When people are forgotten, and when what is left of them in the file goes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.dispatch.membership import Membership
from bot.environment.host import DEFAULT_HOST
from bot.features.privacy.forgetting import EVERY, GROUPS_EVERY, Forgetting
from bot.ledger import Ledger, Transfer, queries, stack, wallet
from tests.bot.scenario import GROUP, Scenario
from tests.bot.traces import traces
from tests.features.privacy.test_forgetting import SARI, forget, later

BUDI = ("test:budi", "Budi")
LONG_AGO = 100.0


def forgetting_of(scenario: Scenario) -> Forgetting:
    (found,) = [each for each in scenario.app.background if isinstance(each, Forgetting)]
    return found


async def test_two_who_ask_at_once_are_forgotten_in_one_go(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "close")
    await forget(scenario, "sari")
    await forget(scenario, "budi")
    await scenario.wait(EVERY)
    assert traces(scenario.file, (*SARI, *BUDI)) == []
    assert await scenario.app.ledger.read(queries.erasures) == []
    assert await scenario.all_chips() == 0


async def test_pages_are_cleaned_between_hands_or_a_day_later(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    await scenario.deal("budi", "wati")
    await forget(scenario, "sari")
    await scenario.wait(2 * EVERY)
    assert list(await scenario.app.members.groups_of("test:sari")) == []
    (row,) = await scenario.app.ledger.read(queries.erasures)
    assert row.player == "", "nobody is left, and the pages wait for the hand to end"

    scenario.clock.ahead = timedelta(days=1, seconds=-4 * EVERY)
    await scenario.wait(EVERY)
    assert await scenario.app.ledger.read(queries.erasures) == [row]
    scenario.clock.ahead = timedelta(days=1)
    await scenario.wait(EVERY)
    assert await scenario.app.ledger.read(queries.erasures) == []
    assert not scenario.hand().over


async def test_chips_at_a_table_that_is_not_open_keep_only_their_player(scenario: Scenario) -> None:
    for name in ("sari", "budi"):
        await scenario.do(name, "chips")
    stuck, home = stack(GROUP, "T9", "test:sari"), wallet(GROUP, "test:sari")
    await scenario.app.ledger.commit((Transfer(home, stuck, 5, "buy-in"),))
    await forget(scenario, "sari")
    await forget(scenario, "budi")
    await scenario.wait(2 * EVERY)
    assert [row.player for row in await scenario.app.ledger.read(queries.erasures)] == ["test:sari", ""]
    assert await scenario.all_chips() == 5

    await scenario.app.ledger.commit((Transfer(stuck, home, 5, "cash-out"),))
    await scenario.wait(EVERY)
    assert await scenario.app.ledger.read(queries.erasures) == []
    assert await scenario.all_chips() == 0


async def test_what_is_under_way_is_finished_before_the_end(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, reached, goes_on = Ledger.note_forgotten, asyncio.Event(), asyncio.Event()

    async def slow(ledger: Ledger, player: str) -> None:
        reached.set()
        await goes_on.wait()
        await noted(ledger, player)

    monkeypatch.setattr(Ledger, "note_forgotten", slow)
    await scenario.do("sari", "chips")
    await forget(scenario, "sari")
    scenario.clock.move_to(scenario.clock.now() + EVERY)
    await reached.wait()
    ending = asyncio.create_task(forgetting_of(scenario).stop())
    await asyncio.sleep(0)
    assert not ending.done()
    goes_on.set()
    await ending
    await scenario.restart()
    assert list(await scenario.app.members.groups_of("test:sari")) == []


@pytest.fixture
async def left(scenario: Scenario) -> Scenario:
    """A group that Kiu was removed from; Sari plays in another as well."""
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "leave")
    scenario.name = "test:other"
    await scenario.do("sari", "chips")
    await scenario.app.membership.removed(GROUP)
    await scenario.wait(GROUPS_EVERY + 1)
    return scenario


async def test_who_is_in_another_group_is_forgotten_in_the_one_that_was_left(left: Scenario) -> None:
    await later(left, LONG_AGO)
    await left.wait(EVERY)
    assert list(await left.app.members.groups_of("test:sari")) == ["test:other"]
    assert traces(left.file, BUDI) == []
    assert await left.in_wallet("sari") == 2000
    left.name = GROUP
    assert await left.all_chips() == 0


async def test_nobody_is_forgotten_while_a_table_of_the_group_cannot_be_closed(
    left: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: object) -> None:
        pass

    monkeypatch.setattr(Membership, "place_gone", refused)
    await later(left, LONG_AGO)
    assert len(await left.app.members.groups_of("test:sari")) == 2
    monkeypatch.undo()
    await left.wait(GROUPS_EVERY)
    assert list(await left.app.members.groups_of("test:sari")) == ["test:other"]


async def test_groups_are_remembered_for_ever_where_that_is_wanted(left: Scenario) -> None:
    forgetting = forgetting_of(left)
    forgetting._services = replace(forgetting._services, host=replace(DEFAULT_HOST, forget_groups_after=None))
    left.clock.ahead = timedelta(days=LONG_AGO)
    await left.wait(GROUPS_EVERY + 1)
    assert len(await left.app.members.groups_of("test:sari")) == 2
