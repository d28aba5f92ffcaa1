"""The checks of the simulation: they let Kiu as it is pass, and each notices what it looks after."""

from __future__ import annotations

import pickle

import pytest

from bot.messages import Button, Message, Place
from engine.games import GAMES
from simulation.checks import EVERYBODY, Call, Check, Checks, Position, Said, Violation, every_check
from simulation.checks.clean_log import LogWithoutErrors
from simulation.checks.observed import is_action, verb_of
from simulation.checks.platform_budgets import PlatformBudgetsKept
from simulation.scenario_evenings import play_evening

PLACE = Place("test:home", "main")

SEEDS = 60
"""How many evenings are played by `make soak`."""


async def test_an_evening_of_troubles_keeps_every_promise() -> None:
    evening = await play_evening(3)
    assert evening.checks.violation is None
    assert len(evening.story) > 60
    assert "killed" in evening.story


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
async def test_many_evenings_of_troubles_keep_every_promise(game: str) -> None:
    for seed in range(1, SEEDS + 1):
        evening = await play_evening(seed, game)
        assert evening.checks.violation is None


def test_the_first_violation_is_kept_whatever_comes_after() -> None:
    class Strict(Check):
        name = "strict"

        def shown(self, said: Said) -> None:
            raise self.fail(said.text)

    checks = Checks([Strict()])
    checks.raise_if_broken()
    for text in ("first", "second"):
        checks.shown(Said(0.0, "post", PLACE, EVERYBODY, "1", text))
    with pytest.raises(Violation, match="strict: first"):
        checks.raise_if_broken()


def test_a_violation_travels_between_processes() -> None:
    violation = pickle.loads(pickle.dumps(Violation("chips", "one is gone")))  # noqa: S301 - it is our own
    assert (violation.name, violation.text, str(violation)) == ("chips", "one is gone", "chips: one is gone")


def test_every_check_has_a_name_of_its_own() -> None:
    names = [check.name for check in every_check()]
    assert len(set(names)) == len(names) == 15


def test_what_is_said_tells_how_far_the_story_goes() -> None:
    buttons = (Button("Call", "call", "7:3.12"), Button("Fold", "fold", "7:3.12"), Button("Menu", "menu", "7:"))
    said = Said.of(Message("Title", ("Line",), buttons=(buttons,)), at=0.0, how="post", place=PLACE)
    assert said.positions == {"7": Position(3, 12)}
    assert "Line" in said.text
    early = Message(buttons=((Button("Discard", "discard 7-ben", "7:3.12"),),))
    assert Said.of(early, at=0.0, how="post", place=PLACE).positions == {"7": Position(3, 11)}


def test_a_command_is_an_action_only_if_it_is_nothing_else() -> None:
    assert [verb_of(text) for text in ("show", "show cards", "bet 10 !", "join")] == ["show", "", "bet", ""]
    assert [is_action(line) for line in ("raise 40", "sit out")] == [True, False]


# --- limits of platforms -------------------------------------------------------------------------------------------


def test_calls_beyond_a_limit_are_noticed() -> None:
    check = PlatformBudgetsKept()
    for number in range(20):
        check.called(Call(float(number), "telegram", ("telegram group 7",), 200))
    with pytest.raises(Violation, match="21 times in 60 seconds"):
        check.called(Call(59.9, "telegram", ("telegram group 7",), 200))


def test_a_call_before_the_pause_is_over_is_noticed() -> None:
    check = PlatformBudgetsKept()
    check.called(Call(1.0, "discord", ("discord channel 3",), 429, 5.0, ("discord channel 3",)))
    check.called(Call(2.0, "discord", ("discord channel 4",), 200))
    check.called(Call(6.0, "discord", ("discord channel 3",), 200))
    check.called(Call(7.0, "discord", ("discord channel 3",), 429, 5.0, ("discord channel 3",)))
    with pytest.raises(Violation, match="before the end of the pause"):
        check.called(Call(11.0, "discord", ("discord channel 3",), 200))


def test_too_many_invalid_calls_are_noticed() -> None:
    check = PlatformBudgetsKept()
    for number in range(100):
        check.called(Call(float(number), "discord", (), 403))
    with pytest.raises(Violation, match="discord invalid"):
        check.called(Call(100.0, "discord", (), 403))


# --- the log -------------------------------------------------------------------------------------------------------


def test_only_errors_that_are_expected_may_be_logged() -> None:
    check = LogWithoutErrors({"message not sent"})
    check.logged({"event": "table failed", "log_level": "warning"})
    check.logged({"event": "message not sent", "log_level": "error"})
    with pytest.raises(Violation, match="table failed"):
        check.logged({"event": "table failed", "log_level": "error", "table": "7"})
