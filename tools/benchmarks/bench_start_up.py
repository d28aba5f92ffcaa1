"""From the command line to "Kiu is ready" on databases of groups that have played for years, stage by stage."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tools.benchmarks.measuring import Row, duration
from tools.benchmarks.played_years import fill
from tools.benchmarks.storage import folder

SIZES: Final = (1_000, 100_000)
"""How many hands the databases have; ``BENCH_HANDS=1000000`` names others, with commas between."""

ROUNDS: Final = 3
AIM: Final = 3.0
"""Seconds to the line that says that Kiu is ready."""


class Start(NamedTuple):
    """One start of the program."""

    ready: float
    """Seconds until it said that it was ready."""

    memory: int
    """What it held in the machine's memory then, in bytes; zero where the system does not tell."""

    stages: dict[str, float]
    """Seconds, by stage."""


def measure() -> list[Row]:
    """Time the first start and the usual ones, on databases of every size."""
    named = os.environ.get("BENCH_HANDS", "")
    rows = []
    for hands in map(int, named.split(",")) if named else SIZES:
        rows += _measured(hands)
    return rows


def _measured(hands: int) -> list[Row]:
    with folder() as path:
        fill(path / "kiu.sqlite3", hands)
        size = (path / "kiu.sqlite3").stat().st_size
        first = start(path)
        usual = [start(path) for _ in range(ROUNDS)]
    ready = median(each.ready for each in usual)
    stages = {stage: median(each.stages.get(stage, 0.0) for each in usual) for stage in usual[0].stages}
    shares = ", ".join(f"{stage} {1000 * seconds:.0f}" for stage, seconds in stages.items())
    beside = f"the first: {duration(first.ready)}, of which audit {duration(first.stages['audit'])}"
    return [
        Row(f"a start with {hands:,} hands ({size / 1e6:.0f} MB)", duration(ready), beside, "–", "≤ 3 s", ready <= AIM),
        Row("memory then", f"{median(each.memory for each in usual) / 1e6:.0f} MB", "–", "–"),
        Row("its stages, in ms", shares, "–", "–"),
    ]


def start(data: Path) -> Start:
    """Start Kiu on a data folder, and stop it when it is ready."""
    report = data / "stages.json"
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    compiled = {"PYTHONPYCACHEPREFIX": str((data.parent / "compiled").absolute())}
    settings = {**usual, **compiled, "KIU_DATA": str(data), "KIU_PORT": "0", "KIU_LOG_LEVEL": "warning"}
    command = [sys.executable, "-m", "tools.benchmarks.start_stages", str(report)]
    began = time.perf_counter()
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as kiu:
        try:
            assert kiu.stdout is not None
            while "Kiu is ready" not in (line := kiu.stdout.readline()):
                assert line, "Kiu did not start"
            ready = time.perf_counter() - began
            memory = _memory(kiu.pid)
        finally:
            kiu.terminate()
            try:
                kiu.wait(30)
            finally:
                kiu.kill()
    return Start(ready, memory, json.loads(report.read_text(encoding="ascii")))


def _memory(process: int) -> int:
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text(encoding="ascii")) if status.exists() else None
    return int(found[1]) * 1024 if found else 0
