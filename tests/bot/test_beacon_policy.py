"""The house rule ``beacon``: what becomes of a deal whose beacon does not come, and how it is counted.

Without a beacon whoever knows the packs and all words can choose the deal, so each way to have none is either no deal,
or a deal that says so.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.live import deal_closing
from bot.tables import dealing
from bot.tables.dealing import LONGEST_PAUSE
from engine.fairness import Beacon, BeaconKind
from tests.bot.fake_chat import Connection, Seen, words
from tests.bot.scenario import Scenario

pytestmark = pytest.mark.usefixtures("no_pictures")

DIE = Beacon(BeaconKind.TELEGRAM, bytes((17,)))
PAUSE = 8.0


@pytest.fixture
async def scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    """A platform that draws a beacon for each deal."""
    monkeypatch.setattr(Connection, "beacon_seconds", 3.0)
    async with Scenario(tmp_path) as scenario:
        scenario.chat.beacon = DIE
        yield scenario


def shown(scenario: Scenario) -> str:
    """All that everybody was ever shown."""
    return "\n".join(words(seen.message) for seen in scenario.chat.public())


async def fairness(scenario: Scenario) -> str:
    return words((await scenario.say("sari", "fairness")).message)


# --- required --------------------------------------------------------------------------------------------------


async def test_a_beacon_is_required_where_there_is_one_unless_the_house_says_otherwise(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert json.loads(scenario.sealed().rules)["beacon"] == "required"
    await scenario.set_rules("beacon if-there-is-one")
    assert json.loads(scenario.sealed().rules)["beacon"] == "if-there-is-one"


async def test_none_is_required_where_the_platform_has_none(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "beacon_seconds", 0.0)
    scenario.chat.beacon = None
    await scenario.sit("sari", "budi")
    assert json.loads(scenario.sealed().rules)["beacon"] == "if-there-is-one"
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    assert (await scenario.record(1))["beacons"] == []
    assert scenario.state().without_beacon == 0, "nothing is missing"
    assert "The platform gives no random number here" in await fairness(scenario)
    title = (await scenario.say("sari", "verify 1")).message.title
    assert title == "Hand 1: no random number from outside"


async def test_without_the_beacon_the_deal_is_given_up_and_other_packs_are_sealed(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi", "wati")
    await scenario.finish_hand()
    await scenario.do("sari", "shuffle mine")
    before = scenario.sealed()
    scenario.chat.beacon = None
    await scenario.wait(PAUSE)

    after = scenario.sealed()
    assert scenario.state().playing is None
    assert (after.number, after.attempt, after.words, after.closing) == (2, 1, {}, None)
    assert after.commitment != before.commitment
    assert before.commitment in after.superseded
    assert scenario.state().given_up == 1
    assert "Deals given up here so far: 1; dealt: 1." in shown(scenario)
    assert after.commitment in shown(scenario)
    assert "Deals given up after words were added: 1." in await fairness(scenario)

    scenario.chat.beacon = DIE
    await scenario.wait(PAUSE)
    assert scenario.hand().number == 2
    await scenario.finish_hand()
    fields = await scenario.record(2)
    assert (fields["attempt"], fields["beacons"]) == (1, [{"kind": 2, "value": "11"}])
    assert (await scenario.say("sari", "verify 2")).message.title == "Hand 2: the deal is in order"


@pytest.mark.parametrize("full", [False, True])
async def test_a_platform_that_draws_nothing_is_asked_less_and_less_often(scenario: Scenario, full: bool) -> None:
    scenario.chat.beacon = None
    await scenario.sit("sari", "budi")
    if full:
        for number in range(len(scenario.state().chairs) - 2):
            await scenario.do(f"guest{number}", "join")
        await scenario.wait(0)
    else:
        await scenario.do("sari", "start")
    closings = len(scenario.chat.closings())
    assert closings == 1
    await scenario.wait(3600)
    closings = len(scenario.chat.closings())
    assert 5 < closings < 15
    assert scenario.state().given_up == closings
    await scenario.wait(LONGEST_PAUSE + 1)
    assert len(scenario.chat.closings()) > closings
    await scenario.do("sari", "leave")
    await scenario.sound()


async def test_a_beacon_that_is_late_is_waited_for_longer_than_one_that_is_not_required(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_closing, "BEACON_TIMEOUT", 0.2)
    monkeypatch.setattr(deal_closing, "PATIENCE", 20.0)
    await scenario.sit("sari", "budi")
    scenario.chat.dice.clear()
    starting = asyncio.create_task(scenario.say("sari", "start"))
    await asyncio.sleep(0.4)
    scenario.chat.dice.set()
    await starting
    assert scenario.hand().deal.chance.beacons == (DIE,)
    await scenario.finish_hand()
    monkeypatch.setattr(deal_closing, "PATIENCE", 1.0)
    scenario.chat.dice.clear()
    await scenario.wait(PAUSE)
    assert scenario.state().playing is None
    assert scenario.state().given_up == 1
    scenario.chat.dice.set()


# --- restarts --------------------------------------------------------------------------------------------------


def closing_posted(scenario: Scenario) -> asyncio.Future[None]:
    """Done when the next closing message is posted."""
    posted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def watch(seen: Seen) -> None:
        if seen.how == "closing" and not posted.done():
            posted.set_result(None)

    scenario.chat.watch = watch
    return posted


async def killed_after_the_closing(scenario: Scenario) -> None:
    """The closing message is shown, and the process dies before the beacon is stored."""
    posted = closing_posted(scenario)
    scenario.chat.dice.clear()
    starting = asyncio.create_task(scenario.say("sari", "start"))
    await posted
    number = scenario.chat.closings()[0]
    dying = asyncio.create_task(scenario.die())
    await asyncio.sleep(0)
    # A platform that cannot be asked what it has drawn: the message is not found again, and its beacon is lost.
    scenario.chat.delete(number)
    scenario.chat.dice.set()
    await asyncio.gather(starting, dying, return_exceptions=True)
    await scenario.app.wait_until_idle()


async def test_the_end_of_the_process_waits_for_no_beacon(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has few seconds, and a platform may let a die wait for a minute; the next start goes on from there."""
    monkeypatch.setattr(deal_closing, "BEACON_TIMEOUT", 3600.0)
    monkeypatch.setattr(dealing, "LAST_SECONDS", 0.05)
    await scenario.sit("sari", "budi")
    posted = closing_posted(scenario)
    scenario.chat.dice.clear()
    starting = asyncio.create_task(scenario.refused("sari", "start"))
    await posted
    async with asyncio.timeout(30):
        await scenario.end()
    assert await starting == "shutting-down"
    scenario.chat.dice.set()
    await scenario.begin()
    assert len(scenario.chat.closings()) == 1, "it is found again"
    assert (scenario.state().playing, scenario.state().given_up) == (None, 1)
    await scenario.wait(PAUSE)
    assert scenario.hand().deal.seal.context.attempt == 1
    await scenario.sound()


async def test_a_restart_that_has_lost_the_beacon_gives_the_deal_up_and_draws_no_second_one(scenario: Scenario) -> None:
    """Otherwise whoever runs the program could look at the die, end the program, and be dealt without it."""
    await scenario.sit("sari", "budi")
    await scenario.do("budi", "shuffle mine")
    before = scenario.sealed()
    await killed_after_the_closing(scenario)

    assert scenario.state().playing is None
    assert (scenario.sealed().attempt, scenario.sealed().words) == (1, {})
    assert scenario.sealed().commitment != before.commitment
    assert scenario.state().given_up == 1
    assert "Deals given up here so far: 1" in shown(scenario)
    await scenario.wait(PAUSE)
    assert scenario.hand().deal.seal.context.attempt == 1
    await scenario.finish_hand()
    await scenario.record(1)


async def test_a_restart_that_has_lost_a_beacon_nobody_requires_deals_without_and_says_so(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.set_rules("beacon if-there-is-one")
    before = scenario.sealed()
    await killed_after_the_closing(scenario)

    assert scenario.hand().deal.seal.commitment.hex() == before.commitment
    assert scenario.hand().deal.chance.beacons == ()
    assert scenario.state().without_beacon == 1
    assert "No random number came from outside, so this hand was dealt without." in shown(scenario)


# --- if there is one -------------------------------------------------------------------------------------------


async def test_a_deal_without_the_beacon_is_counted_and_never_said_to_be_in_order(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.set_rules("beacon if-there-is-one")
    scenario.chat.beacon = None
    await scenario.do("sari", "start")
    await scenario.finish_hand()

    assert scenario.state().without_beacon == 1
    assert "Such hands so far: 1 of 1." in shown(scenario)
    assert (await scenario.record(1))["beacons"] == []
    for line in ("verify 1", "verify mine 1"):
        message = (await scenario.say("sari", line)).message
        assert "no random number from outside" in message.title
        assert "in order" not in words(message)
        assert "proved" not in words(message)
    assert "Dealt without the platform's number: 1." in await fairness(scenario)
    await scenario.die()
    assert scenario.state().without_beacon == 1
    scenario.chat.beacon = DIE
    await scenario.wait(PAUSE)
    await scenario.finish_hand()
    assert scenario.state().without_beacon == 1, "only those that had none"
    assert (await scenario.say("sari", "verify 2")).message.title == "Hand 2: the deal is in order"
