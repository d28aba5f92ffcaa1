"""Floods: whoever sends more than anybody can press is told once, and ignored until it calms; others notice nothing."""

from __future__ import annotations

from pathlib import Path

from bot.dispatch.admission import FloodControl, FloodLimit, Verdict
from bot.messages import Reply
from tests.bot.scenario import Scenario

LIMIT = FloodLimit()
TOLD, IGNORED, CARRIED_OUT = Verdict.TOLD, Verdict.IGNORED, Verdict.CARRIED_OUT


class Watch:
    """A clock for one test."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        return self.seconds


def sent(control: FloodControl, watch: Watch, a_second: float, seconds: float) -> list[Verdict]:
    """What becomes of so many commands a second."""
    verdicts = []
    for _ in range(int(a_second * seconds)):
        verdicts.append(control.verdict("sari"))
        watch.seconds += 1 / a_second
    return verdicts


def test_the_quickest_player_never_meets_it() -> None:
    """Three presses a second for an hour, each of which brings a second command with it."""
    watch = Watch()
    assert set(sent(FloodControl(LIMIT, watch.now), watch, 6, 3600)) == {CARRIED_OUT}


def test_a_script_is_told_once_in_each_span_and_ignored_until_the_next() -> None:
    watch = Watch()
    watch.seconds = LIMIT.seconds * 100
    control = FloodControl(LIMIT, watch.now)
    for _ in range(3):
        verdicts = [control.verdict("sari") for _ in range(100)]
        assert verdicts == [CARRIED_OUT] * LIMIT.commands + [TOLD] + [IGNORED] * (99 - LIMIT.commands)
        assert control.verdict("budi") is CARRIED_OUT, "another notices nothing"
        watch.seconds += LIMIT.seconds
    assert set(control._sent) == {"sari", "budi"}, "the counts of earlier spans are gone"


async def test_at_a_table_a_flood_costs_one_sentence_and_nobody_else_anything(tmp_path: Path) -> None:
    async with Scenario(tmp_path, flood_limit=FloodLimit(60, 3600)) as scenario:
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
