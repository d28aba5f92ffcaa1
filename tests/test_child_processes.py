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


def test_every_process_has_an_owner() -> None:
    """Who starts one by other means leaves it behind, and the next test is blamed for it."""
    tests = Path(__file__).parent
    means = ("create_sub" + "process", "subprocess.P" + "open(")
    others = {
        str(path.relative_to(tests)) for path in tests.rglob("*.py") if any(each in path.read_text() for each in means)
    }
    assert others == {"child_processes.py"}
