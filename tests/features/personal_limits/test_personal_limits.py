"""Limits for oneself and breaks, at real tables: who holds to them, who is told, and who can undo them: nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.personal_limits import play_limits
from bot.features.personal_limits.play_limits import NONE
from bot.ledger import LimitsErased
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.engine.stories import Story, stories
from tests.features.stories import lived, told_to
from tools.simulation.checks.own_limits import personal_limits

pytestmark = pytest.mark.usefixtures("no_pictures")

HOUR, DAY = 3600.0, 86_400.0


@stories(Path(__file__).with_name("evenings.txt"))
async def test_limits_hold_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_a_limit_of_chips_counts_what_is_lost_and_wins_count_against_it(trio: Scenario) -> None:
    await trio.act("bet 20", "fold", "fold")
    assert (await personal_limits(trio.app).played_today(player_id("budi"), GROUP)).hands == 1
    hand = trio.hand()
    assert hand.round.settlement is not None
    nets = {player: hand.round.settlement[seat] for seat, player in enumerate(hand.players)}
    for name in ("sari", "budi", "wati"):
        assert (await personal_limits(trio.app).played_today(player_id(name), GROUP)).net == nets[player_id(name)]
    loser = min(nets, key=lambda player: nets[player]).removeprefix("test:")
    winner = max(nets, key=lambda player: nets[player]).removeprefix("test:")
    for name in (loser, winner):
        await trio.do(name, f"limit chips {-nets[player_id(loser)]}")
    assert trio.chair(loser).out, "what is reached already holds at once"
    assert not trio.chair(winner).out


async def test_hours_are_counted_from_deal_to_end_and_with_the_hand_that_runs(
    trio: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour of five minutes, so that it is over after a few hands."""
    monkeypatch.setattr(play_limits, "SECONDS_AN_HOUR", 300)
    limits, sari = personal_limits(trio.app), player_id("sari")
    await trio.do("sari", "limit hours 1")
    for _ in range(12):
        await trio.wait(40)
        if trio.chair("sari").out:
            break
        if trio.state().playing is not None:
            await trio.act("bet 20", "fold", "fold")
    else:
        pytest.fail("an hour never passed")
    assert 300 <= (await limits.played_today(sari, GROUP)).seconds < 360
    assert await trio.refused("sari", "sit back") == "own-limit"


async def test_whoever_has_limits_plays_one_hand_at_a_time(scenario: Scenario) -> None:
    await scenario.do("budi", "limit hands 1")
    for name, channel in (("sari", "main"), ("wati", "side"), ("joko", "third")):
        await scenario.sit(name, "budi", "ani", channel=channel)
        await scenario.do(name, "start", channel=channel)
    dealt_in = [player_id("budi") in scenario.hand(channel).players for channel in ("main", "side", "third")]
    assert dealt_in == [True, False, False]
    assert "you play one hand at a time" in told_to(scenario, "budi")
    assert "limit" not in told_to(scenario, "not budi")


async def test_a_limit_holds_where_the_next_hand_begins_by_itself(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "ani")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.sit("wati", "budi", channel="side")
    await scenario.do("wati", "start", channel="side")
    await scenario.do("budi", "limit chips 10")
    await scenario.wait(8)
    assert player_id("budi") not in scenario.hand().players
    assert scenario.hand().number == 2


async def test_no_stake_is_taken_from_whoever_has_begun_a_break(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", game="koo-kiew")
    await scenario.do("sari", "start")
    while scenario.hand().round.stage == "bidding":  # type: ignore[attr-defined]
        await scenario.wait(5)
    stakers = [scenario.hand().players[seat].removeprefix("test:") for seat in scenario.hand().round.awaited]
    await scenario.do(stakers[0], "break begin day")
    assert await scenario.refused(stakers[0], "stake 10") == "own-limit"
    await scenario.do(stakers[1], "stake 10")


async def test_an_erased_person_has_no_limits(trio: Scenario) -> None:
    await trio.do("budi", "break begin week")
    await trio.app.ledger.commit((LimitsErased(player_id("budi")),))
    personal_limits(trio.app).forget(player_id("budi"))
    await trio.restart()
    assert (await personal_limits(trio.app).of(player_id("budi"))) == NONE
