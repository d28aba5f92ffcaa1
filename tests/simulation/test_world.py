"""Whole worlds: the same seed tells the same story in any process, and another seed another."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from bot.chats.local_chat.limits import TokenBucket, TokenBuckets
from simulation.plan import Plan
from simulation.world import World

HOURS = 0.02


def test_a_seed_tells_the_same_story_in_any_process() -> None:
    command = [sys.executable, "-m", "simulation", "--seed=7", f"--hours={HOURS}", "--tables=1"]
    running = [
        subprocess.Popen(command, env={"PYTHONHASHSEED": hash_seed}, stdout=subprocess.PIPE, text=True)
        for hash_seed in ("1", "2")
    ]
    told = [process.communicate()[0] for process in running]
    hashes = [re.findall(r"^seed 7: ([0-9a-f]{64})$", each, re.MULTILINE) for each in told]
    assert len(hashes[0]) == 1, told
    assert hashes[0] == hashes[1]
    assert World(Plan.of(8, HOURS, tables=1)).run().hash not in hashes[0]


def test_the_limits_of_the_room_go_by_the_time_of_the_world(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bucket, buckets = TokenBucket(1, 1), TokenBuckets(1, 1)
    assert (bucket.take(), buckets.take("key")) == (True, True)
    assert (bucket.take(), buckets.take("key")) == (False, False)
    now = 60.0
    assert (bucket.take(), buckets.take("key")) == (True, True)
