"""Kills between the confirming of Telegram's updates and their handling: what was confirmed is handled all the same.

The inbox of the Telegram adapter on a database of its own, without the rest of Kiu: an update that is confirmed never
comes again, so it has to be stored by then. That one was lost could be told nowhere else, since nobody is owed an
answer by a process that is gone.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.bot.scenario import empty_database
from tests.chats.telegram.test_inbox import GROUP, OTHER, running, typed
from tools.simulation.chance import Chance
from tools.simulation.checks import Violation

CONFIRMED = "confirmed updates are handled"
"""The name of the check that looks for them."""

BATCHES, BATCH_MOST = 4, 5
"""How many times updates come in before the process is killed, and how many at a time at most."""

PATIENCE = 5.0
"""Within how many seconds the next process handles what was left."""


async def kill_after_confirming(seed: int) -> None:
    """Let updates come in, kill the process when they are confirmed, and see what the next one handles.

    Raises:
        Violation: an update was confirmed and is lost.
    """
    rng = Chance(seed).stream("inbox")
    confirmed: list[int] = []
    with _folders() as (folder, left):
        await empty_database(folder)
        async with running(folder) as run:
            run.may_go_on.clear()
            for _ in range(rng.randint(1, BATCHES)):
                numbers = range(len(confirmed) + 1, len(confirmed) + 1 + rng.randint(1, BATCH_MOST))
                await run.inbox.take([typed(number, rng.choice((GROUP, OTHER))) for number in numbers])
                confirmed.extend(numbers)
            # The disk as it is now is what a kill leaves.
            handled = set(run.handled)
            shutil.copytree(folder, left)
        async with running(left) as run:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await run.until(lambda: set(confirmed) <= handled | set(run.handled))
            if lost := sorted(set(confirmed) - handled - set(run.handled)):
                raise Violation(CONFIRMED, f"updates {lost} were confirmed and are lost by a kill")


@contextmanager
def _folders() -> Iterator[tuple[Path, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        (here := Path(folder) / "first").mkdir()
        yield here, Path(folder) / "second"
