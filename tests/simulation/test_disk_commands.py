"""Backups, restoring, archives, forgetting and first starts keep their word on a disk that fails."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bot.test_kill import ROOT
from tests.child_processes import child_process
from tests.simulation.disk_commands import COMMANDS, COMMITS, LEFT_OUT
from tools.simulation.file_calls import COMPILER, compiled, environment_with

pytestmark = pytest.mark.skipif(COMPILER is None, reason="this takes Linux and a C compiler")

QUICKLY_FOUND = "the name of a backup"


async def tried(folder: Path, *words: str, how_far: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """What came of trying commands, in a process of its own."""
    command = (sys.executable, "-m", "tests.simulation.disk_commands", folder / "tried", *words)
    async with child_process(*command, cwd=ROOT, env=environment_with(compiled(folder))) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        reading, said = asyncio.create_task(process.stdout.read()), []
        async for line in process.stderr:
            said.append(line.decode())
            how_far(said[-1].rstrip())
        out = await reading
        assert await process.wait() == 0, "".join(said)
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


@pytest.mark.timeout(1800)
async def test_what_is_told_of_a_command_is_so_whatever_the_disk_does(tmp_path: Path) -> None:
    found = await tried(tmp_path, "--every", "30", "restore", "prune")
    assert [wrong for each in found.values() for wrong in each["wrong"]] == []
    assert all(each["cuts"] >= 5 and each["failures"] >= 3 for each in found.values()), found


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "left_out",
    [
        QUICKLY_FOUND,
        *(pytest.param(each, marks=pytest.mark.soak) for each in (COMMITS, *LEFT_OUT) if each != QUICKLY_FOUND),
    ],
)
async def test_a_command_that_waits_too_little_for_the_disk_is_found_out(tmp_path: Path, left_out: str) -> None:
    command = "backup" if left_out == COMMITS else LEFT_OUT[left_out].command
    # Nothing is left to chance: the power is cut where names change or are synced, and what tells most is looked at.
    words = ("--every", "1000", "--images", "0", "--left-out", left_out, command)
    (found,) = (await tried(tmp_path, *words)).values()
    assert found["wrong"]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("command", COMMANDS)
async def test_the_disk_fails_at_any_call_of_a_command(
    tmp_path: Path, command: str, how_far: Callable[[str], None]
) -> None:
    # Making a database takes long, so it is tried at some of its calls.
    every, images = (100, 1) if command == "first start" else (2, 4)
    words = ("--every", str(every), "--images", str(images), command)
    (found,) = (await tried(tmp_path, *words, how_far=how_far)).values()
    how_far(f"{command}: {found['calls']} calls, {found['cuts']} power cuts, {found['failures']} failures")
    assert found["wrong"] == []
    assert found["failures"] >= 3 * found["calls"] // every
