"""Processes that tests start: they end with what started them, also where it fails, is cancelled or takes too long."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from subprocess import CompletedProcess, Popen
from typing import Any


@asynccontextmanager
async def child_process(
    *command: object, cwd: Path | None = None, env: dict[str, str] | None = None, stdout: int = PIPE, stderr: int = PIPE
) -> AsyncIterator[Process]:
    """A process that is killed at the end of the block, if it still runs then, with every process that it started."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command), cwd=cwd, env=env, stdout=stdout, stderr=stderr, start_new_session=True
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        cancelled: BaseException | None = None
        while process.returncode is None:
            try:
                await process.wait()
            except asyncio.CancelledError as error:  # it is gone in a moment, and has to be seen to be
                cancelled = error
        process._transport.close()  # type: ignore[attr-defined]  # its pipes, which nobody may have read to their end
        if cancelled is not None:
            raise cancelled


async def completed(*command: object, **options: Any) -> CompletedProcess[str]:
    """Run a process to its end, and return its code and what it wrote."""
    async with child_process(*command, **options) as process:
        out, errors = await process.communicate()
        assert process.returncode is not None
        return CompletedProcess(
            [*map(str, command)], process.returncode, (out or b"").decode(), (errors or b"").decode()
        )


@contextmanager
def child_lines(*command: str, **options: Any) -> Iterator[Popen[str]]:
    """The same without an event loop, for a process that writes lines."""
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()
