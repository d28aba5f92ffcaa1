"""Floods: whoever sends more than anybody can press is told once, and ignored until it calms; others notice nothing."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dispatch.admission import BUCKETS_KEPT, TOLD_KEPT, FloodControl, FloodLimits, LeakyBucket, Rate, Verdict
from bot.messages import Command, Person, Place, Reply
from tests.bot.scenario import Scenario, player_id

LIMITS = FloodLimits()
TOLD, IGNORED, CARRIED_OUT = Verdict.TOLD, Verdict.IGNORED, Verdict.CARRIED_OUT

rates = st.builds(Rate, st.floats(0.5, 50), st.integers(2, 100))


class Watch:
    """A clock for one test."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        return self.seconds


def command(name: str, text: str = "chips", **more: float | bool | None) -> Command:
    return Command(Person(player_id(name), name), Place("test:home", "main"), text, **more)  # type: ignore[arg-type]


def sent(control: FloodControl, watch: Watch, name: str, text: str, a_second: float, seconds: float) -> list[Verdict]:
    """What becomes of so many commands a second."""
    verdicts = []
    for _ in range(int(a_second * seconds)):
        verdicts.append(control.verdict(command(name, text)))
        watch.seconds += 1 / a_second
    return verdicts


@given(rates, st.lists(st.floats(0, 5), max_size=200))
def test_no_more_is_carried_out_than_the_rate_allows(rate: Rate, pauses: list[float]) -> None:
    bucket, now, moments = LeakyBucket(rate), 0.0, []
    for pause in pauses:
        now += pause
        if bucket.admits(now):
            moments.append(now)
    for first, begun in enumerate(moments):
        for last in range(first, len(moments)):
            allowed = rate.at_once + rate.a_second * (moments[last] - begun)
            assert last - first + 1 <= allowed + 1e-6


@given(rates, st.lists(st.floats(0, 2), max_size=200))
def test_whoever_keeps_to_the_rate_is_never_slowed(rate: Rate, more: list[float]) -> None:
    bucket, now = LeakyBucket(rate), 0.0
    for pause in more:
        now += 1 / rate.a_second + pause
        assert bucket.admits(now)


def test_the_quickest_player_never_meets_it() -> None:
    """Three presses a second for an hour, each of which brings a second command with it, and bursts between."""
    watch = Watch()
    control = FloodControl(LIMITS, watch.now)
    assert set(sent(control, watch, "sari", "call", 6, 3600)) == {CARRIED_OUT}
    for _ in range(20):
        assert set(sent(control, watch, "sari", "call", 1000, 0.04)) == {CARRIED_OUT}
        watch.seconds += 10


@pytest.mark.parametrize(
    ("text", "people", "at_once", "a_second"),
    [pytest.param("call", 1, 60, 10, id="one who plays"), pytest.param("menu", 150, 150, 30, id="a group that reads")],
)
def test_so_many_may_come_at_once_and_so_many_a_second_for_ever(
    text: str, people: int, at_once: int, a_second: int
) -> None:
    watch = Watch()
    control = FloodControl(LIMITS, watch.now)
    crowd = cycle(f"guest{number}" for number in range(people))

    def more(times: int) -> set[Verdict]:
        return {control.verdict(command(next(crowd), text)) for _ in range(times)}

    assert more(at_once) == {CARRIED_OUT}
    for _ in range(60):
        watch.seconds += 1
        assert more(a_second) == {CARRIED_OUT}
    assert more(1) == {TOLD}, "and not one more"


@pytest.mark.parametrize(
    ("silence", "over"), [pytest.param(2.875, False, id="not quite"), pytest.param(3.0, True, id="just now")]
)
def test_a_flood_is_over_when_half_of_it_has_run_out(silence: float, over: bool) -> None:
    """Thirty of sixty have run out after three seconds; until then there is room for many, and none is carried out."""
    bucket = LeakyBucket(Rate(a_second=10, at_once=60))
    assert not bucket.is_flood, "nothing has come yet"
    assert [bucket.admits(0.0) for _ in range(61)] == [True] * 60 + [False]
    assert bucket.is_flood

    assert bucket.admits(silence) is over
    assert bucket.is_flood is not over
    carried_out = 29 if over else 0
    assert [bucket.admits(silence) for _ in range(30)] == [True] * carried_out + [False] * (30 - carried_out)


def test_a_script_is_told_once_and_ignored_until_it_calms() -> None:
    watch = Watch()
    control = FloodControl(LIMITS, watch.now)
    verdicts = sent(control, watch, "bot", "chips", 50, 60)
    assert verdicts.count(TOLD) == 1
    assert verdicts.index(TOLD) <= LIMITS.person.at_once * 2
    assert set(verdicts[verdicts.index(TOLD) + 1 :]) == {IGNORED}
    watch.seconds += LIMITS.person.at_once / LIMITS.person.a_second
    assert control.verdict(command("bot")) is CARRIED_OUT
    assert sent(control, watch, "bot", "chips", 50, 60).count(TOLD) == 1, "told anew the next time"


def test_a_flooded_group_loses_pages_and_no_move() -> None:
    watch = Watch()
    control = FloodControl(LIMITS, watch.now)
    verdicts = [control.verdict(command(f"guest{number}", "menu")) for number in range(500)]
    assert TOLD in verdicts
    for text in ("call", "raise 60", "fold", "hand", "join", "leave", "stake 10"):
        assert control.verdict(command("sari", text)) is CARRIED_OUT, text
    assert control.verdict(command("sari", "menu")) is TOLD
    assert control.verdict(command("sari", "menu")) is IGNORED
    assert control.verdict(command("budi", "menu")) is TOLD, "each is told once"
    assert control.verdict(command("wati", "good evening")) is TOLD, "what is no command is no move either"
    elsewhere = Command(Person(player_id("sari"), "sari"), Place("test:other", "main"), "menu")
    assert control.verdict(elsewhere) is CARRIED_OUT
    watch.seconds += LIMITS.group.at_once / LIMITS.group.a_second
    assert control.verdict(command("sari", "menu")) is CARRIED_OUT


def test_a_crowd_takes_up_bounded_memory() -> None:
    control = FloodControl(LIMITS, Watch().now)
    for number in range(BUCKETS_KEPT + 500):
        control.verdict(command(f"guest{number}"))
    assert len(control._people) == BUCKETS_KEPT
    assert len(control._groups) == 1
    assert len(control._groups["test:home"].told) == TOLD_KEPT, "the others were told as well, and are forgotten"


async def test_at_a_table_a_flood_costs_one_sentence_and_nobody_else_anything(tmp_path: Path) -> None:
    async with Scenario(tmp_path, flood_limits=LIMITS) as scenario:
        await scenario.deal("sari", "budi")
        shown, hand = len(scenario.chat.seen), scenario.hand()
        replies: list[Reply] = []
        for _ in range(300):
            replies.append(await scenario.say("bot", "status"))
            await scenario.wait(0.02)
        told = [reply for reply in replies if reply.refused and not reply.ignored]
        assert len(told) == 1
        assert told[0].secret, "in private"
        assert replies[-1].ignored
        assert not list(replies[-1].message.lines)
        assert len(scenario.chat.seen) == shown, "nothing is said where others read it"
        assert scenario.hand() == hand
        await scenario.act("check", "check")
        question = scenario.app.dispatcher.asked(scenario.command("bot", "bet"))
        assert isinstance(question, Reply)
        assert question.ignored
