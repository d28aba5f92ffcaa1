"""What breaks a promise is kept in a folder: plan, shrunk plan, end of the transcript, log."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.simulation import __main__ as cli
from tools.simulation import fresh_worlds, keeping
from tools.simulation.checks import Checks, Violation
from tools.simulation.checks.check import Check
from tools.simulation.fresh_worlds import FreshWorlds
from tools.simulation.keeping import broken_by as broken_in_kiu
from tools.simulation.keeping import keep
from tools.simulation.plan import HOUR, ChatKind, Fault, FaultKind, Plan
from tools.simulation.plan_text import from_text
from tools.simulation.planted_faults import PLANTED_FAULTS
from tools.simulation.shrinking import Broken
from tools.simulation.world import Outcome, World

DRAWN = Plan.of(7, 0.02, tables=1)
PLAN = replace(
    DRAWN,
    groups=tuple(replace(group, chat=ChatKind.ROOM, channels=("main",)) for group in DRAWN.groups),
    faults=(Fault(FaultKind.CLOCK, 20.0, "clock", 60.0), Fault(FaultKind.KILL, 30.0, "kill")),
)


class NeverKilled(Check):
    """Made up: a promise that nobody keeps who is killed."""

    name = "the process lives"

    def crashed(self) -> None:
        early = self.now < DRAWN.hours * HOUR
        super().crashed()
        if early:
            raise self.fail("it is dead")


def outcome_of(plan: Plan) -> Outcome:
    return World(plan, Checks([NeverKilled()])).run()


def broken_by(plan: Plan) -> Broken | None:
    outcome = outcome_of(plan)
    return None if outcome.violation is None else Broken(outcome.violation.name, outcome.seconds)


def test_a_world_that_broke_a_promise_is_shrunk_and_kept(tmp_path: Path) -> None:
    here = keep(outcome_of(PLAN), tmp_path, runs=8, trial=broken_by)
    assert here == tmp_path / "seed-7"
    assert from_text((here / "plan.json").read_text()) == PLAN
    shrunk = from_text((here / "shrunk.json").read_text())
    (group,) = shrunk.groups
    assert len(group.people) == 1
    assert group.rules == ()
    assert [fault.name for fault in shrunk.faults] == ["kill"]
    told = (here / "violation.txt").read_text()
    assert told.startswith("the process lives: it is dead\n")
    assert f"python -m tools.simulation --plan {here / 'shrunk.json'}" in told
    assert "killed" in (here / "transcript.txt").read_text()
    assert (here / "log.txt").exists()


OUTCOME = Outcome(
    DRAWN,
    "hash",
    Violation("chips conserved", "two are gone"),
    seconds=9.0,
    steps=1,
    lives=1,
    hands=1,
    latest=("1.000000 life 1 begun", "2.000000 log info hand over"),
)


def test_the_command_line_keeps_what_it_finds_and_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "first_broken", lambda seed: "")
    monkeypatch.setattr(World, "run", lambda world: replace(OUTCOME, plan=world.plan))
    monkeypatch.setattr(keeping, "broken_by", lambda plan: None)
    result = CliRunner().invoke(cli.main, ["--seed=7", "--hours=0.03", f"--keep={tmp_path}", "--shrink=0"])
    assert result.exit_code == cli.BROKEN == 1
    assert "Broken: chips conserved: two are gone\n" in result.output
    assert "conserved_chips.py: " in result.output
    assert "log.txt, plan.json" in result.output
    plan = tmp_path / "seed-7" / "plan.json"
    again = CliRunner().invoke(cli.main, ["--plan", str(plan), f"--keep={tmp_path / 'again'}", "--shrink=0"])
    assert again.exit_code == 1
    assert (tmp_path / "again" / "seed-7" / "plan.json").read_text() == plan.read_text()


def test_a_fresh_world_tells_from_its_own_process_what_became_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh_worlds, "PROCESSES", multiprocessing.get_context("fork"))
    monkeypatch.setattr(fresh_worlds, "first_broken", lambda seed: "")
    told = FreshWorlds(0.001, 1, tmp_path, runs=0)._in_its_process(7)
    assert told.kept_its_promises
    assert told.text.startswith("seed 7: ")


@pytest.mark.parametrize(("does", "told"), [(os._exit, "exit code 5"), (time.sleep, "has not come to its end")])
def test_a_world_that_never_tells_what_became_of_it_is_broken(
    does: Callable[[int], object], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh_worlds, "PROCESSES", multiprocessing.get_context("fork"))
    monkeypatch.setattr(fresh_worlds, "LONGEST", 1.0)
    monkeypatch.setattr(fresh_worlds, "tell", lambda *_: does(5))
    told_of = FreshWorlds(0.0001, 1, tmp_path, runs=0)._in_its_process(7)
    assert not told_of.kept_its_promises
    assert told in told_of.text


def test_an_evening_that_broke_a_promise_is_told_with_its_story(tmp_path: Path) -> None:
    (fault,) = (each for each in PLANTED_FAULTS if each.name == "double-payout")
    with fault.planted():
        told = FreshWorlds(0.001, 1, tmp_path, runs=0).world(7)
    assert not told.kept_its_promises
    assert "sari: " in told.text
    assert "of seed 7: chips conserved: " in told.text


@pytest.mark.soak
def test_a_fault_of_kiu_is_shrunk_to_one_person(tmp_path: Path) -> None:
    """Winners are paid twice: it takes one person who plays against the computer, and a minute."""
    (fault,) = (each for each in PLANTED_FAULTS if each.name == "double-payout")
    with fault.planted():
        outcome = World(Plan.of(1, 0.12, tables=2)).run()
        assert outcome.violation is not None
        shrunk = from_text((keep(outcome, tmp_path, runs=20) / "shrunk.json").read_text())
        assert broken_in_kiu(shrunk) is not None
    assert broken_in_kiu(shrunk) is None, "it is the planted fault that breaks it"
    (group,) = shrunk.groups
    assert len(group.people) == 1
    assert shrunk.faults == ()
