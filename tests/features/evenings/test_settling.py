"""Who owes whom over a day, a week, or since the group last settled."""

from __future__ import annotations

from pathlib import Path

from tests.bot.scenario import Scenario
from tests.engine.stories import Story, stories
from tests.features.stories import a_hand, lived


@stories(Path(__file__).with_name("settling.txt"))
async def test_evenings_are_settled_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_an_admin_marks_alone_and_never_twice_for_the_same_time(scenario: Scenario) -> None:
    scenario.admins |= {"boss", "chief"}
    await a_hand(scenario, winner="sari", loser="budi", pot=60)
    await scenario.wait(1)
    asked = [(await scenario.say(name, "settle mark")).message for name in ("boss", "chief")]
    assert not (await scenario.press("boss", next(asked[0].pressable))).refused
    before = scenario.app.metrics.refusals()
    assert (await scenario.press("chief", next(asked[1].pressable))).refused
    assert list(scenario.app.metrics.refusals() - before) == ["settle-changed"]
    assert await scenario.refused("boss", "settle mark 9999999999999 0") == "settle-changed"
