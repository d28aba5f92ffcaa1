"""No process outlives the test that started it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from pathlib import Path

import pytest

from tests.child_processes import child_process
from tests.patience import until
from tools.postgresql import MISSING, programs

SERVES = (
    "import time; from tools.postgresql import running; one = running()\n"
    "print(one.__enter__().folder, flush=True); time.sleep(600)"
)
"""A program that runs a PostgreSQL."""

SLEEPS = "import os, time; child = os.fork(); print(child, flush=True) if child else None; time.sleep(600)"
"""A program that starts another, and both wait."""


def runs(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody asks for any more does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="this takes Linux")
@pytest.mark.parametrize(("fails", "cancels"), [(True, 0), (False, 1), (False, 3)])
async def test_a_process_and_what_it_started_end_with_their_test(fails: bool, cancels: int) -> None:
    pids: list[int] = []

    async def story() -> None:
        async with child_process(sys.executable, "-c", SLEEPS) as process:
            assert process.stdout is not None
            pids.extend((process.pid, int(await process.stdout.readline())))
            assert not fails
            await asyncio.Event().wait()

    task = asyncio.create_task(story())
    await until(lambda: len(pids) == 2)
    for _ in range(cancels):
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises((asyncio.CancelledError, AssertionError)):
        await task
    await until(lambda: not any(map(runs, pids)))
    gc.collect()


@pytest.mark.skipif(programs() is None, reason=MISSING)
async def test_a_postgresql_ends_with_a_killed_process() -> None:
    async with child_process(sys.executable, "-c", SERVES) as process:
        assert process.stdout is not None
        folder = (await process.stdout.readline()).decode().strip()
        server = int((Path(folder) / "data" / "postmaster.pid").read_text().split()[0])
        assert runs(server)
    await until(lambda: not runs(server) and not Path(folder).exists())


def test_every_process_has_an_owner() -> None:
    """Who starts one by other means leaves it behind, and the next test is blamed for it."""
    tests = Path(__file__).parent
    means = ("create_sub" + "process", "subprocess.P" + "open(")
    others = {
        str(path.relative_to(tests)) for path in tests.rglob("*.py") if any(each in path.read_text() for each in means)
    }
    assert others == {"child_processes.py"}
