"""Whole worlds: the same seed tells the same story in any process, and another seed another."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from tools.simulation.plan import Plan
from tools.simulation.plan_text import to_text
from tools.simulation.world import World

HOURS = 0.02


def test_a_seed_tells_the_same_story_in_any_process(tmp_path: Path) -> None:
    plan = Plan.of(7, HOURS, tables=1)
    (file := tmp_path / "plan.json").write_text(to_text(plan), encoding="utf-8")
    command = [sys.executable, "-m", "tools.simulation", f"--plan={file}"]
    # Where strings have other hashes than here, sets have another order.
    environment = {"PYTHONHASHSEED": "1" if sys.flags.hash_randomization else "2"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout
    assert re.findall(r"^seed 7: ([0-9a-f]{64})$", told, re.MULTILINE) == [World(plan).run().hash], told
    assert Plan.of(8, HOURS, tables=1) != plan


def test_groups_of_two_networks_join_and_play_together() -> None:
    plan = Plan.of(30, 0.08)
    assert [group.joins for group in plan.groups] == ["", "group-0"]
    outcome = World(replace(plan, faults=())).run()
    assert outcome.violation is None
    assert outcome.hands > 0
    assert any("You are one circle now" in line for line in outcome.latest)
