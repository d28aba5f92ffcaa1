"""Limits for oneself and breaks, at real tables: who holds to them, who is told, and who can undo them: nobody."""

from __future__ import annotations

import pytest

from bot.features.personal_limits import play_limits
from bot.features.personal_limits.play_limits import NONE
from bot.ledger import LimitsErased
from bot.messages import Button, Reply
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario, player_id, sentence
from tests.features.personal_limits.of_app import personal_limits

pytestmark = pytest.mark.usefixtures("no_pictures")

HOUR, DAY = 3600.0, 86_400.0


def told(scenario: Scenario, name: str) -> str:
    """All that somebody was told in private."""
    return "\n".join(words(seen.message) for seen in scenario.chat.seen if seen.where == player_id(name))


def shown_to_others(scenario: Scenario, name: str) -> str:
    """All that was shown to anybody but one person."""
    return "\n".join(words(seen.message) for seen in scenario.chat.seen if seen.where != player_id(name))


def labels(reply: Reply) -> dict[str, Button]:
    """The buttons of an answer, by what they say."""
    return {button.label: button for button in reply.message.pressable}


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Three people at a table, with a hand begun."""
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    return scenario


async def test_whoever_reaches_a_limit_finishes_the_hand_then_sits_out_and_is_told_alone(table: Scenario) -> None:
    assert "1 hand" in await table.do("budi", "limit hands 1")
    assert not table.chair("budi").out, "the running hand is finished"
    await table.finish_hand()
    assert table.chair("budi").out
    assert "That is your limit" in told(table, "budi")
    assert "limit" not in shown_to_others(table, "budi")
    assert "Budi is sitting out." in shown_to_others(table, "budi")
    assert "2026-01-02 00:00" in told(table, "budi")


async def test_what_would_go_on_playing_is_refused_until_the_day_is_over(table: Scenario) -> None:
    await table.do("budi", "limit hands 1")
    await table.finish_hand()
    for line in ("sit back", "start", "rebuy 20"):
        assert await table.refused("budi", line) == "own-limit"
    assert await table.refused("budi", "open qiuqiu") == "own-limit"
    await table.do("budi", "leave")
    assert await table.refused("budi", "join") == "own-limit"
    reply = await table.say("budi", "join")
    assert reply.secret
    assert "2026-01-02 00:00" in words(reply.message)
    await table.wait(5 * HOUR)
    await table.do("budi", "open qiuqiu")


async def test_a_limit_of_chips_counts_what_is_lost_and_wins_count_against_it(table: Scenario) -> None:
    await table.act("bet 20", "fold", "fold")
    lost = await personal_limits(table.app).played_today(player_id("budi"), GROUP)
    assert lost.hands == 1
    hand = table.hand()
    assert hand.round.settlement is not None
    nets = {player: hand.round.settlement[seat] for seat, player in enumerate(hand.players)}
    for name in ("sari", "budi", "wati"):
        assert (await personal_limits(table.app).played_today(player_id(name), GROUP)).net == nets[player_id(name)]
    loser = min(nets, key=lambda player: nets[player]).removeprefix("test:")
    winner = max(nets, key=lambda player: nets[player]).removeprefix("test:")
    for name in (loser, winner):
        await table.do(name, f"limit chips {-nets[player_id(loser)]}")
    assert table.chair(loser).out, "what is reached already holds at once"
    assert not table.chair(winner).out


async def test_hours_are_counted_from_deal_to_end_and_with_the_hand_that_runs(
    table: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour of five minutes, so that it is over after a few hands."""
    monkeypatch.setattr(play_limits, "SECONDS_AN_HOUR", 300)
    limits, sari = personal_limits(table.app), player_id("sari")
    await table.do("sari", "limit hours 1")
    for _ in range(12):
        await table.wait(40)
        if table.chair("sari").out:
            break
        if table.state().playing is not None:
            await table.act("bet 20", "fold", "fold")
    else:
        pytest.fail("an hour never passed")
    played = await limits.played_today(sari, GROUP)
    assert 300 <= played.seconds < 360
    assert await table.refused("sari", "sit back") == "own-limit"


async def test_a_lower_limit_holds_at_once_and_a_higher_one_only_from_tomorrow_on(table: Scenario) -> None:
    await table.do("budi", "limit hands 5")
    assert "2026-01-02 00:00" in await table.do("budi", "limit hands 50")
    limit = (await personal_limits(table.app).of(player_id("budi"))).limit("hands")
    assert limit.at(personal_limits(table.app).now()) == 5
    await table.do("budi", "limit hands 1")
    await table.finish_hand()
    assert table.chair("budi").out
    await table.do("budi", "limit off")
    assert await table.refused("budi", "sit back") == "own-limit", "nobody is talked out of it by the evening"
    await table.wait(5 * HOUR)
    await table.do("budi", "open qiuqiu")


async def test_the_limits_outlive_a_restart_and_hold_in_every_group(table: Scenario) -> None:
    await table.do("budi", "limit hands 1")
    await table.finish_hand()
    await table.restart()
    assert table.chair("budi").out
    assert await table.refused("budi", "sit back") == "own-limit"
    table.name = "test:other"
    assert await table.refused("budi", "open qiuqiu") == "own-limit"
    table.name = GROUP


async def test_whoever_plays_at_two_tables_sits_out_at_both(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.sit("wati", "budi", channel="side")
    await scenario.do("budi", "limit hands 1")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    assert scenario.chair("budi").out
    assert scenario.chair("budi", channel="side").out


async def test_whoever_has_limits_plays_one_hand_at_a_time(scenario: Scenario) -> None:
    await scenario.do("budi", "limit hands 1")
    for name, channel in (("sari", "main"), ("wati", "side"), ("joko", "third")):
        await scenario.sit(name, "budi", "ani", channel=channel)
        await scenario.do(name, "start", channel=channel)
    dealt_in = [player_id("budi") in scenario.hand(channel).players for channel in ("main", "side", "third")]
    assert dealt_in == [True, False, False]
    assert "you play one hand at a time" in told(scenario, "budi")
    assert "limit" not in shown_to_others(scenario, "budi")


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


async def test_a_break_asks_once_more_then_holds_everywhere_and_for_practice(table: Scenario) -> None:
    asked = await table.say("budi", "break day")
    assert asked.menu
    assert asked.secret
    assert "2026-01-02 20:00" in words(asked.message)
    assert not (await personal_limits(table.app).of(player_id("budi"))).break_until
    await table.press("budi", labels(asked)["Yes, begin the break"])
    await table.finish_hand()
    assert table.chair("budi").out
    assert "break" not in shown_to_others(table, "budi")
    for line in ("sit back", "rebuy 20"):
        assert await table.refused("budi", line) == "own-limit"
    assert await table.refused("budi", "practice qiuqiu", channel="alone") == "own-limit"
    for name in ("sari", "budi", "wati"):
        await table.do(name, "leave")
    await table.wait(0.9 * DAY)
    assert await table.refused("budi", "open qiuqiu") == "own-limit"
    await table.wait(0.2 * DAY)
    await table.do("budi", "open qiuqiu")


async def test_a_break_between_hands_begins_at_once(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("budi", "break begin day")
    assert scenario.chair("budi").out
    assert "Your break has begun" in told(scenario, "budi")


async def test_nobody_can_end_a_break_sooner(table: Scenario) -> None:
    table.admins |= {"sari", "budi"}
    await table.do("budi", "break begin month")
    until = (await personal_limits(table.app).of(player_id("budi"))).break_until
    assert await table.refused("budi", "break begin day") == "longer-break-already"
    await table.do("budi", "limit off")
    await table.do("sari", "limit off")
    await table.restart()
    assert (await personal_limits(table.app).of(player_id("budi"))).break_until == until
    await table.finish_hand()
    assert await table.refused("budi", "sit back") == "own-limit"


async def test_practice_stays_open_when_a_limit_is_reached(table: Scenario) -> None:
    await table.do("budi", "limit hands 1")
    await table.finish_hand()
    await table.do("budi", "practice qiuqiu", channel="alone")
    assert table.sits("budi", channel="alone")
    await table.finish_hand(channel="alone")
    assert not table.chair("budi", channel="alone").out


async def test_no_stake_is_taken_from_whoever_has_begun_a_break(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", game="koo-kiew")
    await scenario.do("sari", "start")
    while scenario.hand().round.stage == "bidding":  # type: ignore[attr-defined]
        await scenario.wait(5)
    stakers = [scenario.hand().players[seat].removeprefix("test:") for seat in scenario.hand().round.awaited]
    await scenario.do(stakers[0], "break begin day")
    assert await scenario.refused(stakers[0], "stake 10") == "own-limit"
    await scenario.do(stakers[1], "stake 10")


async def test_the_pages_lead_everywhere_by_buttons(scenario: Scenario) -> None:
    first = await scenario.say("sari", "limit")
    assert first.menu
    assert first.secret
    assert "no limit" in words(first.message)
    hands = await scenario.press("sari", labels(first)["Hands"])
    done = await scenario.press("sari", labels(hands)["50 hands"])
    assert "Hands a day: 50 hands" in words(done.message)
    choice = await scenario.press("sari", labels(done)["Hands"])
    own = labels(choice)["Another amount …"]
    assert own.ask is not None
    assert scenario.app.dispatcher.asked(scenario.command("sari", own.command)) == own.ask
    off = await scenario.press("sari", labels(choice)["no limit"])
    assert "from 2026-01-02 00:00 on: no limit" in words(off.message)
    periods = await scenario.press("sari", labels(off)["Take a break …"])
    assert {"A day", "A week", "30 days", "Back"} == set(labels(periods))


async def test_what_makes_no_sense_is_refused(scenario: Scenario) -> None:
    assert await scenario.refused("sari", "limit coins 5") == "no-such-limit"
    assert await scenario.refused("sari", "limit hands 0") == "limit-out-of-range"
    assert await scenario.refused("sari", "limit hours 24") == "limit-out-of-range"
    assert await scenario.refused("sari", "limit chips many") == "limit-out-of-range"
    assert await scenario.refused("sari", "break year") == "no-such-period"
    assert sentence(await scenario.say("sari", "limit off")).startswith("My limits")


async def test_only_its_owner_is_asked_or_told_in_the_menu_of_the_table(table: Scenario) -> None:
    assert "limit" in [button.command for button in (await table.say("budi", "chips")).message.pressable]
    await table.do("budi", "limit hands 1")
    await table.finish_hand()
    offered = [button.label for button in await table.menu("budi")]
    assert "I'm back" not in offered
    assert not [label for label in offered if label.startswith("+")]


async def test_a_hand_that_is_called_off_counts_for_nothing(table: Scenario) -> None:
    table.admins.add("sari")
    await table.do("budi", "limit hands 1")
    await table.do("sari", f"bank void {table.hand().id} misdeal")
    assert not table.chair("budi").out


async def test_the_day_is_that_of_the_group_where_they_play(table: Scenario) -> None:
    """At 20:00 UTC it is three in the morning in Jakarta, so the day has 21 hours left there."""
    table.admins.add("ani")
    await table.do("ani", "house zone Asia/Jakarta")
    await table.do("budi", "limit hands 1")
    await table.finish_hand()
    assert "2026-01-03 00:00" in words((await table.say("budi", "sit back")).message)
    await table.wait(20.9 * HOUR)
    assert await table.refused("budi", "open qiuqiu") == "own-limit"
    await table.wait(0.2 * HOUR)
    await table.do("budi", "open qiuqiu")


async def test_an_erased_person_has_no_limits(table: Scenario) -> None:
    await table.do("budi", "break begin week")
    await table.app.ledger.commit((LimitsErased(player_id("budi")),))
    personal_limits(table.app).forget(player_id("budi"))
    await table.restart()
    assert (await personal_limits(table.app).of(player_id("budi"))) == NONE
