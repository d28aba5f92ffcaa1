"""Nobody holds a hand, a table or a seat for ever: pauses of a hand end, hosts pass on, idle seats and lobbies go."""

from __future__ import annotations

import pytest

from bot.tables.stopping import HAND_WAITS
from engine.table.seating import HOST_SILENT
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario

pytestmark = pytest.mark.usefixtures("no_pictures")

WAIT = HAND_WAITS.total_seconds()


async def begin(scenario: Scenario, *names: str) -> None:
    await scenario.sit(*names)
    scenario.stack(dealer=names[0])
    await scenario.do(names[0], "start")


async def test_a_hand_waits_for_a_pause_some_minutes_and_goes_on(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", "wati")
    await scenario.do("sari", "pause now")
    await scenario.wait(WAIT - 1)
    assert scenario.state().stands_still
    await scenario.wait(2)
    assert not scenario.state().stands_still
    assert "The hand goes on" in words(scenario.chat.newest())
    assert await scenario.refused("sari", "pause now") == "stood-still-already"
    await scenario.die()
    assert await scenario.refused("sari", "pause now") == "stood-still-already"
    await scenario.finish_hand()
    await scenario.wait(600)
    assert (scenario.state().playing, scenario.state().hands_played) == (None, 1), "no other hand before it is resumed"
    await scenario.do("sari", "resume")
    await scenario.wait(8)
    await scenario.do("sari", "pause now")
    assert scenario.state().stands_still, "another hand may wait as well"


async def test_most_of_those_seated_resume_a_table(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", "wati", "joko")
    await scenario.do("sari", "pause now")
    assert await scenario.refused("ani", "resume") == "host-only"
    assert "1 of 3" in await scenario.do("budi", "resume")
    assert "1 of 3" in await scenario.do("budi", "resume"), "nobody counts twice"
    assert "Budi wants to go on: 1 of 3." in words(scenario.chat.newest())
    await scenario.press_in_menu("wati", "Resume")
    assert scenario.state().paused is not None
    await scenario.do("joko", "resume")
    assert scenario.state().paused is None
    await scenario.finish_hand()
    await scenario.do("sari", "pause")
    assert "1 of 3" in await scenario.do("budi", "resume"), "another pause is counted anew"


async def test_a_host_without_a_sign_is_host_no_more(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.wait(HOST_SILENT - 1)
    assert await scenario.refused("budi", "kick sari") == "host-only"
    await scenario.wait(2)
    assert scenario.state().host == "test:sari", "nobody is here"
    await scenario.do("budi", "pause")
    assert scenario.state().host == "test:budi"
    assert "Budi is the host now." in words(scenario.chat.newest())


async def test_the_seat_of_somebody_idle_goes_to_who_waits(scenario: Scenario) -> None:
    await begin(scenario, *("sari", "budi", "wati", "joko", "ani", "rina"))
    assert await scenario.refused("dewi", "join") == "table-full"
    while "test:budi" not in [chair.player for chair in scenario.state().seated if chair.out]:
        asked = scenario.asked() if scenario.state().playing else ""
        if asked and asked != "budi":
            await scenario.act("check" if "check" in options(scenario) else "call")
        else:
            await scenario.wait(10)
    await scenario.finish_hand()
    wallet = await scenario.in_wallet("budi")
    stack = scenario.chair("budi").stack
    await scenario.do("dewi", "join")
    assert (scenario.sits("budi"), scenario.sits("dewi")) == (False, True)
    assert await scenario.in_wallet("budi") == wallet + stack
    assert "Budi" in words(scenario.chat.newest())
    assert await scenario.refused("toni", "join") == "table-full", "nobody else is idle"
    await scenario.sound()


def options(scenario: Scenario) -> list[str]:
    hand = scenario.hand()
    return [action.verb for action in hand.round.options(hand.round.awaited[0]).ready]
