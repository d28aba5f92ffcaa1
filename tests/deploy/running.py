"""A program as it is started by hand, by a service manager or by a container, and what it writes."""

from __future__ import annotations

import os
from asyncio.subprocess import STDOUT
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.environment.settings_check import PREFIXES
from tests.chats.test_process import Program
from tests.child_processes import child_process


@asynccontextmanager
async def running(*command: str | Path, cwd: Path, port: str = "0", **variables: str) -> AsyncIterator[Program]:
    """The program with no settings but these, until the end of the block.

    Args:
        port: where its local room listens; any free one unless it is given.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith((*PREFIXES, "PYTHON"))}
    async with child_process(*command, cwd=cwd, env=kept | {"KIU_PORT": port} | variables, stderr=STDOUT) as process:
        program = Program(process)
        try:
            yield program
        finally:
            await program.killed()


async def address_of(program: Program) -> str:
    """Where the local room of a program can be opened, as soon as it is ready."""
    await program.says("Kiu is ready. Open http://")
    return program.written.partition("Kiu is ready. Open ")[2].split()[0].rstrip("/") + "/"
