"""Whole worlds: the same seed tells the same story in any process, and another seed another."""

from __future__ import annotations

import re
import subprocess
import sys

from tools.simulation.plan import Plan
from tools.simulation.world import World

HOURS = 0.02


def test_a_seed_tells_the_same_story_in_any_process() -> None:
    command = [sys.executable, "-m", "tools.simulation", "--seed=7", f"--hours={HOURS}", "--tables=1"]
    # Where strings have other hashes than here, sets have another order.
    environment = {"PYTHONHASHSEED": "1" if sys.flags.hash_randomization else "2"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout
    here, another = (World(Plan.of(seed, HOURS, tables=1)).run().hash for seed in (7, 8))
    assert re.findall(r"^seed 7: ([0-9a-f]{64})$", told, re.MULTILINE) == [here], told
    assert another != here
