"""Backups, restoring, archives, forgetting, first starts and migrations keep their word on a disk that fails."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from simulation.file_calls import COMPILER, compiled, environment_with
from tests.bot.ledger.test_released import RELEASED
from tests.bot.test_kill import ROOT
from tests.simulation.disk_commands import COMMANDS, COMMITS, LEFT_OUT

pytestmark = pytest.mark.skipif(COMPILER is None, reason="this takes Linux and a C compiler")

VERSIONS = sorted(each.name.removesuffix(".sqlite3.gz") for each in RELEASED.iterdir())


async def tried(folder: Path, *words: str) -> dict[str, Any]:
    """What came of trying commands, in a process of its own that says how far it is."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.simulation.disk_commands", str(folder / "tried"), *words),
        cwd=ROOT,
        env=environment_with(compiled(folder)),
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


async def test_what_is_told_of_a_command_is_so_whatever_the_disk_does(tmp_path: Path) -> None:
    found = await tried(tmp_path, "--every", "53", "backup", "restore over damage", "prune", "forget", "v0009")
    assert [wrong for each in found.values() for wrong in each["wrong"]] == []
    assert all(each["cuts"] >= 8 and each["failures"] >= 6 for each in found.values()), found


@pytest.mark.parametrize(
    "left_out",
    [
        COMMITS,
        "what is in a new archive",
        "the name of a new archive",
        *(pytest.param(each, marks=pytest.mark.soak) for each in LEFT_OUT if LEFT_OUT[each].command != "prune"),
    ],
)
async def test_a_command_that_waits_too_little_for_the_disk_is_found_out(tmp_path: Path, left_out: str) -> None:
    command = "first start" if left_out == COMMITS else LEFT_OUT[left_out].command
    (found,) = (await tried(tmp_path, "--images", "6", "--left-out", left_out, command)).values()
    assert found["wrong"]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("command", [*COMMANDS, *VERSIONS])
async def test_the_disk_fails_at_any_call_of_a_command(tmp_path: Path, command: str) -> None:
    every = 2 if command in COMMANDS else 20
    (found,) = (await tried(tmp_path, "--every", str(every), "--images", "4", command)).values()
    print({each: found[each] for each in ("calls", "cuts", "failures")})
    assert found["wrong"] == []
    assert found["failures"] >= 3 * found["calls"] // every
