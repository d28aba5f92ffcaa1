"""A disk that fails at any operation of a session: each time in a copy of the process, which goes on from there.

For every operation the process is copied. In the copy the disk fails at this operation and the session goes on for some
lines, or until Kiu ends because it cannot trust the disk any more. Then Kiu is started on what the disk has, and on
what a power cut leaves of it, and what people were told is compared with what is stored: what was acknowledged or shown
is there, and what was refused because it could not be stored is not.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from structlog.testing import capture_logs

from bot.ledger import CannotOpen, LedgerError, queries
from engine.games import GAMES
from tools.simulation.disk import Disk, Failure, Kind, Operation
from tools.simulation.disk_session import DiskSession

LINES_AFTER: Final = 4
"""How many lines people type after a failure, if Kiu goes on."""

MOST_FULL: Final = 40
"""For how many operations a full disk stays so at most."""

SECONDS: Final = 60
"""After how many seconds a copy of the process is taken for stuck."""

NOT_STORED: Final = ("storage-trouble", "shutting-down")
"""The reasons of refusals that say that nothing was stored."""


ERRORS: Final = ("error", "critical")


class Fault(NamedTuple):
    """One failure, and what came of it."""

    operation: Operation
    failure: Failure
    ended: bool
    """Whether Kiu ended because of it."""

    refused: tuple[str, ...]
    """Why lines were refused from then on, as far as the disk was to blame."""

    errors: tuple[str, ...]
    """What was logged as an error."""

    wrong: str
    """What was wrong; empty if nothing was."""


class InCopy(BaseException):
    """Raised in the copy of a process once it is to be looked at what is stored."""


def _done_at_once(_: object, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    """Do what a thread would do: a copy of the process has no threads but the one that has made it."""
    done = asyncio.get_running_loop().create_future()
    try:
        done.set_result(work(*args))
    except Exception as error:
        done.set_exception(error)
    return done


@dataclass
class DiskFaults:
    """Lets the disk of a session fail.

    Args:
        session: the session.
        random: chance.
        every: of so many operations the disk fails at one.
        folder: an empty folder.
        how_far: told after each step how far it is.
    """

    session: DiskSession
    random: Random
    folder: Path
    every: int = 1
    how_far: Callable[[str], None] = lambda _: None
    """Told after each step of the session how far it is."""

    faults: list[Fault] = field(default_factory=list)
    operation: Operation | None = None
    """Where the disk has failed, in a copy of the process."""

    failure: Failure | None = None
    _number: int = 0
    _until: int = 0
    _chance: Random = field(default_factory=Random)
    _left: int = LINES_AFTER
    _answered: int = 0
    _end: int = -1

    @property
    def wrong(self) -> list[Fault]:
        """The faults after which something was wrong."""
        return [each for each in self.faults if each.wrong]

    @property
    def counts(self) -> dict[str, int]:
        """How many there were of each kind."""
        return dict(Counter(f"{each.operation.kind.value}, {each.failure.name.lower()}" for each in self.faults))

    # --- the session that goes well --------------------------------------------------------------------------------

    async def play(self, lines: int) -> None:
        """Let the session take its course from the start of the process to its end; never returns in a copy."""
        session, loop = self.session, asyncio.get_running_loop()
        with capture_logs() as session.logged, patch.object(loop, "run_in_executor", _done_at_once):
            try:
                await self._step(session.begin())
                for game in GAMES:
                    for _ in range(lines):
                        await self._step(session.play(game, 1, self.random))
                await self._step(session.end())
                if self.failure is not None:
                    raise InCopy
            except BaseException as error:
                if self.failure is None:
                    raise
                await self._finish_copy(error)

    async def _step(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something, after each of its operations has failed in a copy.

        Raises:
            InCopy: this is a copy, and it is over.
        """
        if self.failure is None:
            self._fail_in_copies()
        if self.failure is None:
            wrong = f", {len(self.wrong)} of them wrong" if self.wrong else ""
            self.how_far(f"operation {self.session.disk.operations}: {len(self.faults)} failures{wrong}")
        await work
        if self.failure is not None:
            self._left -= 1
            if self.operation is None or self._left <= 0 or self.session.ended:
                raise InCopy

    def _fail_in_copies(self) -> None:
        """Copy the process for each operation that comes next, as long as there are any."""
        number = self.session.disk.operations
        while True:
            number += self.every - number % self.every
            for failure in Failure:
                reached = self._copied(number, failure)
                if self.failure is not None or not reached:
                    return

    def _copied(self, number: int, failure: Failure) -> bool:
        """Copy the process; in the copy the disk fails, and this one waits for it.

        It is copied between two callbacks of the loop, since SQLite must not be copied in the middle of anything.

        Returns:
            Whether the copy has come to the operation.
        """
        reading, writing = os.pipe()
        seed = self.random.randrange(1 << 30)
        loop = asyncio.get_running_loop()
        child = os.fork()
        if not child:
            # A loop is known to run in one process only.
            asyncio._set_running_loop(loop)
            os.close(reading)
            # A life that has ended is left as it is, and its tasks are not told.
            gc.disable()
            signal.alarm(SECONDS)
            self.failure, self._number, self._end = failure, number, writing
            self._chance = Random(seed)
            self._until = number + self._chance.randint(0, MOST_FULL)
            self._answered = len(self.session.answered)
            self.session.disk.watch = self._watch
            return False
        os.close(writing)
        said = b""
        while more := os.read(reading, 1 << 16):
            said += more
        os.close(reading)
        os.waitpid(child, 0)
        told: dict[str, Any] = (
            json.loads(said) if said else {"kind": "write", "wrong": "the process was stuck, or broke down"}
        )
        if told["kind"] is not None:
            refused, errors = (tuple(told.get(each, ())) for each in ("refused", "errors"))
            operation = Operation(number, Kind(told["kind"]), told.get("path", ""))
            self.faults.append(Fault(operation, failure, told.get("ended", False), refused, errors, told["wrong"]))
        return told["kind"] is not None

    # --- the copy --------------------------------------------------------------------------------------------------

    def _watch(self, operation: Operation) -> Failure | None:
        if operation.number == self._number:
            self.operation = operation
            return self.failure
        # A disk stays full for a while; one that has failed once works the next time, and is not to be trusted.
        full = self.failure is Failure.FULL and self._number < operation.number <= self._until
        return self.failure if full and (operation.grows or operation.kind is Kind.SYNC) else None

    async def _finish_copy(self, error: BaseException) -> None:
        """Look at what is stored, tell the process that this is a copy of, and end."""
        wrong, errors = "", [each["event"] for each in self.session.logged if each["log_level"] in ERRORS]
        try:
            if not isinstance(error, InCopy | CannotOpen | LedgerError):
                raise error
            if self.operation is not None:
                await self._look()
        except BaseException as fault:
            frames = traceback.extract_tb(fault.__traceback__)[-3:]
            wrong = f"{type(fault).__name__}: {fault} ({', '.join(f'{each.name}:{each.lineno}' for each in frames)})"
        finally:
            told: dict[str, Any] = {
                "kind": None if self.operation is None else self.operation.kind.value,
                "path": "" if self.operation is None else self.operation.path,
                "ended": not isinstance(error, InCopy) or self.session.ended,
                "errors": errors,
                "refused": [each.reason for each in self._late if each.reason],
                "wrong": wrong,
            }
            os.write(self._end, json.dumps(told).encode())
            os._exit(0)

    @property
    def _late(self) -> list[Any]:
        return self.session.answered[self._answered :]

    async def _look(self) -> None:
        """Start Kiu on what is left, and compare.

        Raises:
            AssertionError: somebody was told something false.
        """
        session = self.session
        session.mount.kill()
        session.disk.watch = None
        for number, image in enumerate(session.disk.crash_image(self._chance) for _ in range(1)):
            await self._compare(image, number)
        session.disk.locks.clear()
        # After the process alone has ended, people go on, and then the power is cut.
        later = await self._compare(session.disk, 9, lines=3)
        session.answered += later.answered
        session.shown |= later.shown
        await self._compare(session.disk.crash_image(self._chance), 10)

    async def _compare(self, disk: Disk, number: int, lines: int = 0) -> DiskSession:
        told = self.session
        # The number of the copy's process may have been that of an earlier one.
        folder = self.folder / f"{len(self.faults)}-{number}"
        later = DiskSession(folder, disk, seed=f"later-{number}", first_key=(number + 1) * 1_000_000)
        later.answered, later.shown = list(told.answered), dict(told.shown)
        later.clock.move_to(told.clock.now())
        await later.begin()
        await later.holds(1 << 60)
        for each in self._late:
            if each.reason in NOT_STORED:
                assert not await later.app.ledger.read(queries.is_done, each.key), f"{each} is stored"
        for game in GAMES:
            if lines and later.is_open(game):
                await later.play(game, lines, self._chance)
                await later.sound()
        later.mount.kill()
        del later.answered[: len(told.answered)]
        return later
