"""Pausing a table: no hand begins, clocks stand still at once if that is wanted, and nothing is held for ever."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.features.pausing import commands as pausing
from bot.features.pausing.commands import LEAST_SECONDS
from bot.tables import stopping
from bot.tables.stopping import HAND_WAITS, LONGEST_PAUSE, QuestionTime
from engine.table.changes import Notice
from engine.table.state import Pause
from tests.bot.fake_chat import buttons, words
from tests.bot.plain_tables import refusal, told, transfers
from tests.bot.scenario import Scenario
from tests.engine.stories import Story, stories
from tests.engine.table.tables import chair, facts, lines, running, table_of
from tests.features.stories import lived
from tests.rows import rows


async def begin(scenario: Scenario, *names: str, game: str = "qiuqiu") -> None:
    """Sit down and begin a hand; Boss is an admin."""
    scenario.admins.add("boss")
    await scenario.sit(*names, game=game)
    scenario.stack(dealer=names[0])
    await scenario.do(names[0], "start")


@stories(Path(__file__).with_name("pauses.txt"))
async def test_tables_pause_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_at_once_clocks_stop_nobody_acts_and_what_was_left_is_left(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", "wati")
    asked = scenario.asked()
    await scenario.wait(30)
    await scenario.do("sari", "pause now")
    shown = words(scenario.chat.newest())
    assert "paused by Sari" in shown
    assert "Check" not in shown
    offered = [each.label for each in buttons((await scenario.say(asked, "hand")).message)]
    assert "Check" not in offered
    assert not any(label.startswith("Ahead") for label in offered)
    for line in ("check", "advance fold"):
        assert await scenario.refused(asked, line) == "table-paused"
    pings = len(scenario.chat.pings())
    await scenario.die()
    await scenario.wait(200)
    assert scenario.asked() == asked
    assert scenario.chair(asked).lapses == 0
    assert len(scenario.chat.pings()) == pings

    await scenario.do("sari", "resume")
    assert scenario.table().time_left(scenario.hand().turn).seconds == pytest.approx(15)  # type: ignore[union-attr]
    await scenario.wait(14)
    assert scenario.asked() == asked
    await scenario.wait(2 + scenario.state().clock.time_bank)
    assert scenario.asked() != asked
    await scenario.sound()


async def test_a_window_that_stands_still_closes_with_what_was_left(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", "wati", game="koo-kiew")
    while not (window := scenario.hand().round.window):
        await scenario.wait(1)
    turn = scenario.hand().turn
    await scenario.wait(window - 6)
    await scenario.do("sari", "pause now")
    await scenario.wait(200)
    assert scenario.hand().turn == turn
    await scenario.do("sari", "resume")
    await scenario.wait(5.5)
    assert scenario.hand().turn == turn
    await scenario.wait(1)
    assert scenario.hand().turn != turn


async def test_a_window_that_stood_still_over_a_restart_closes_once(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", game="koo-kiew")
    while not scenario.hand().round.window:
        await scenario.wait(1)
    turn = scenario.hand().turn
    await scenario.do("sari", "pause now")
    await scenario.die()
    await scenario.wait(HAND_WAITS.total_seconds() - 1)
    assert scenario.hand().turn == turn
    await scenario.wait(600)
    assert (await scenario.stored(1)).settlement is not None
    assert (await scenario.stored(1)).voided == ""
    await scenario.sound()


# --- decided from a table alone --------------------------------------------------------------------------------

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
TIME = QuestionTime(12.5, {"test:budi": 4.0, "test:gone": 9.0})
"""What is left for the question that stands: Budi has used some of their time bank for it."""

PLAIN, STILL = Pause("Sari", NOW), Pause("Sari", NOW, stands_still=True, turn="7.1", seconds=30)
HAND = running("test:sari", "test:budi")


NAMED: dict[str, dict[str, Any]] = {
    "in a hand": {"hand": HAND}, "paused": {"paused": PLAIN}, "standing still": {"paused": STILL},
}  # fmt: skip


@rows(__file__, fields=partial(facts, named=NAMED), time={"none": None, "runs": TIME}.__getitem__)
def test_when_a_table_may_be_paused_and_what_stands_still(
    fields: dict[str, Any], time: QuestionTime | None, outcome: str
) -> None:
    table = table_of(chair("Sari", bank=30.0), chair("Budi", bank=30.0), resumed=("7.1", 3), **fields)
    if outcome in ("paused-already", "table-closing"):
        assert refusal(pausing.with_pause, table, "test:sari", "Sari", time, NOW) == outcome
        return
    change = pausing.with_pause(table, "test:sari", "Sari", time, NOW)
    at_once = outcome == "paused-at-once"
    assert change.state.stood_still == (7 if at_once else 0)
    paused = change.state.paused
    assert told(change) == [outcome]
    assert paused is not None
    assert (paused.ends, change.state.resumed) == (NOW + (HAND_WAITS if at_once else LONGEST_PAUSE), None)
    assert (paused.stands_still, paused.turn, paused.seconds) == ((True, "7.1", 12.5) if at_once else (False, "", 0.0))
    assert [each.bank for each in change.state.seated] == [30.0, 26.0 if at_once else 30.0]
    assert lines(change) == [("test:sari", "pause now" if at_once else "pause")]
    assert change.answer == Notice("you-paused-at-once" if at_once else "you-paused")


@pytest.mark.parametrize(("left", "seconds"), [(0.0, LEAST_SECONDS), (LEAST_SECONDS, LEAST_SECONDS), (5.5, 5.5)])
def test_nobodys_turn_lapses_by_resuming(left: float, seconds: float) -> None:
    table = table_of(chair("Sari"), chair("Budi", bank=2.0), hand=HAND)
    paused = pausing.with_pause(table, "test:sari", "Sari", QuestionTime(left, {"test:budi": 3.0}), NOW).state

    assert paused.seated[1].bank == 0, "a time bank is never less than nothing"
    assert pausing.resumed(paused, "test:sari", "Sari").state.resumed == ("7.1", seconds)


@pytest.mark.parametrize(
    ("fields", "resumed"),
    [({"paused": PLAIN}, None), ({"paused": STILL}, None), ({"paused": STILL, "hand": HAND}, ("7.1", 30))],
)
def test_what_is_left_when_a_table_is_resumed(fields: dict[str, Any], resumed: tuple[str, float] | None) -> None:
    change = pausing.resumed(table_of(chair("Sari"), chair("Budi"), **fields), "test:budi", "Budi")

    assert (change.state.paused, change.state.resumed) == (None, resumed)
    assert (lines(change), told(change)) == ([("test:budi", "resume")], ["resumed"])
    assert refusal(pausing.resumed, change.state, "test:budi", "Budi") == "not-paused"


def test_a_pause_that_is_over_closes_the_table() -> None:
    change = stopping.over(table_of(chair("Sari"), chair("Budi"), paused=PLAIN))

    assert (change.state.closed, change.state.closing, change.state.paused) == (True, False, None)
    assert (change.answer, told(change)[0], lines(change)) == (None, "pause-over", [("", "pause over")])
    assert sum(amount for _, _, amount in transfers(change)) == 200


@pytest.mark.parametrize(
    ("closing", "paused", "notice"),
    [(False, Pause("Sari", NOW - HAND_WAITS + LONGEST_PAUSE), "hand-goes-on"), (True, None, "closes-after-hand")],
)
def test_a_pause_of_a_hand_that_is_over_calls_nothing_off(closing: bool, paused: Pause | None, notice: str) -> None:
    table = table_of(chair("Sari"), chair("Budi"), paused=STILL, hand=HAND, closing=closing)
    change = stopping.over(table)

    assert (change.state.paused, change.state.closing, change.state.hand) == (paused, closing, HAND)
    assert (change.state.resumed, told(change), transfers(change)) == (("7.1", 30), [notice], [])
