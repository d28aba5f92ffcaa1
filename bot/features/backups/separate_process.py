"""Long work in a process of low priority, so that no player waits."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")

NICENESS: Final = 10
"""The niceness of the process."""


async def in_process(work: Callable[..., T], *args: Any) -> T:
    """Run a module's function in a process, ended with its caller.

    Raise ``OSError`` without a start or an answer, or the function's own exception.
    """
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    reading, writing = context.Pipe(duplex=False)
    process = context.Process(target=_carry_out, args=(writing, work, args), daemon=True)
    answer = None
    try:
        await asyncio.to_thread(process.start)
        writing.close()
        answer = asyncio.ensure_future(asyncio.to_thread(reading.recv))
        result, error = await asyncio.shield(answer)
    except EOFError:
        raise OSError("the process that should do it ended too soon") from None
    finally:
        writing.close()
        if process.pid is not None:
            process.kill()
        if answer is not None:
            await asyncio.wait([answer])
        if process.pid is not None:
            await asyncio.to_thread(process.join)
        reading.close()
    if error is not None:
        raise error
    done: T = result
    return done


def _carry_out(writing: Connection, work: Callable[..., Any], args: tuple[Any, ...]) -> None:
    # Ctrl+C reaches every process of a terminal; this one ends when the one that started it does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    try:
        answer: tuple[Any, Exception | None] = (work(*args), None)
    except Exception as error:
        answer = (None, error)
    writing.send(answer)
