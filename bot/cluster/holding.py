"""The share of all locks that a process holds, with the work that belongs to them."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn, Protocol

import structlog

from bot.cluster.locks import SILENT_SECONDS, Kind, LockSession, Named, Process, SessionLost, lock_session
from bot.cluster.slots import Spread
from bot.environment.task_set import TaskSet

log = structlog.get_logger()

LOOK_SECONDS: Final = 0.5
"""The most seconds between two looks at all processes, each with a beat."""

GIVE_SECONDS: Final = 2.0
"""Seconds between two locks given to processes with fewer."""

LAST_SECONDS: Final = 4.0
"""The most seconds for ending work, before others do it all the same."""

BEGIN_SECONDS: Final = 0.5
"""Seconds until another session is tried."""


class Work(Protocol):
    """The work of one kind of locks."""

    @property
    def kind(self) -> Kind: ...

    @property
    def count(self) -> int:
        """The number of its locks; 0 if this process can take none."""

    async def take(self, numbers: frozenset[int]) -> None:
        """Begin the work of further locks."""

    async def give(self, numbers: frozenset[int]) -> None:
        """End the work of some locks at once."""

    def idle(self, numbers: Collection[int]) -> Sequence[int]:
        """Return the locks whose work can be given away unnoticed."""


@dataclass(slots=True)
class _Share:
    work: Work
    held: set[int] = field(default_factory=set)
    ending: set[int] = field(default_factory=set)
    """Those of the held locks whose work ends."""

    ended: set[int] = field(default_factory=set)
    gave_at: float = 0.0
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    tasks: TaskSet = field(default_factory=TaskSet)


class Holder:
    """Takes and gives locks as processes come and go."""

    def __init__(self, url: str, named: Named, works: Iterable[Work]) -> None:
        self._url = url
        self._named = named
        self._shares = {work.kind: _Share(work) for work in works}
        self._wake = asyncio.Event()
        self._empty = asyncio.Event()
        self._failed = ""
        self._beat = -math.inf
        """The time of the last beat; others count from a later one."""

        self.number = 0
        """The number of this process, or 0 without a session."""

        self.draining = False
        self.processes: list[Process] = []
        """All live processes at the last look."""

    async def run(self) -> NoReturn:
        """Hold locks until cancelled, by one session after another."""
        while True:
            try:
                async with lock_session(self._url, self._named) as session:
                    await self._hold(session)
            except SessionLost as why:
                log.warning("lock session lost", error=str(why), action="nothing is served until another begins")
            finally:
                self.number, self.processes, self._beat = 0, [], -math.inf
                await self._lose()
            await asyncio.sleep(BEGIN_SECONDS)

    async def drain(self) -> None:
        """Give everything away, and take nothing more."""
        self.draining = True
        self._empty.clear()
        self._wake.set()
        await self._empty.wait()

    @property
    def moves(self) -> bool:
        """False once others may have ended its session and gone on with its work, as after a standstill."""
        return asyncio.get_running_loop().time() < self._beat + SILENT_SECONDS

    @property
    def has_others(self) -> bool:
        """True if another process can take what this one gives away."""
        return any(each.number != self.number and not each.draining for each in self.processes)

    def holder(self, kind: Kind, number: int) -> Process | None:
        return next((process for process in self.processes if (kind, number) in process.holds), None)

    def held(self, kind: Kind) -> frozenset[int]:
        """Return the locks of this process whose work goes on."""
        share = self._shares[kind]
        return frozenset(share.held - share.ending)

    async def _hold(self, session: LockSession) -> NoReturn:
        self.number, self._failed = session.number, ""
        log.info("lock session begun", process=self._named.name, number=session.number)
        # Others that begin now are to get their share at once.
        await session.wait(LOOK_SECONDS, self._wake)
        while True:
            if self._failed:
                raise SessionLost(self._failed)
            self.processes = await self._looked(session)
            if frozen := [each for each in self.processes if each.frozen]:
                ended = await session.end_frozen([each.number for each in frozen])
                log.warning("frozen processes ended", processes=[each.name for each in frozen], sessions=ended)
                self.processes = await self._looked(session)
            for kind, share in self._shares.items():
                await self._balance(session, kind, share)
            if self.draining and not any(share.held for share in self._shares.values()):
                self._empty.set()
            await session.wait(LOOK_SECONDS, self._wake)

    async def _looked(self, session: LockSession) -> list[Process]:
        works = sum(1 << kind for kind, share in self._shares.items() if share.work.count)
        begun = asyncio.get_running_loop().time()
        processes = await session.look(draining=self.draining, works=works)
        self._beat = begun
        return processes

    async def _balance(self, session: LockSession, kind: Kind, share: _Share) -> None:
        if share.ended:
            given = frozenset(share.ended)
            await session.give(kind, given)
            for kept in (share.held, share.ending, share.ended):
                kept -= given
        mine = dict.fromkeys(share.held, session.number)
        held = {number: each.number for each in self.processes for of, number in each.holds if of == kind}
        others = {number: holder for number, holder in held.items() if holder != session.number}
        serving = frozenset(each.number for each in self.processes if each.works >> kind & 1 and not each.draining)
        spread = Spread(share.work.count, others | mine, serving)
        if taken := await session.take(kind, spread.to_take(session.number)):
            share.held |= taken
            share.tasks.start(self._take(share, taken))
        # Work that is only beginning may look idle.
        surplus = 0 if share.one_at_a_time.locked() else spread.surplus(session.number) - len(share.ending)
        now = asyncio.get_running_loop().time()
        rest = share.held - share.ending
        if self.draining and rest:
            self._give(share, rest)
        elif surplus > 0 and (idle := share.work.idle(rest)):
            self._give(share, set(idle[:surplus]))
        elif surplus > 0 and rest and now >= share.gave_at + GIVE_SECONDS:
            share.gave_at = now
            self._give(share, {min(rest)})

    def _give(self, share: _Share, numbers: set[int]) -> None:
        share.ending |= numbers
        share.tasks.start(self._end(share, frozenset(numbers)))

    async def _take(self, share: _Share, taken: frozenset[int]) -> None:
        try:
            async with share.one_at_a_time:
                await share.work.take(taken)
        except Exception as why:
            log.exception("work of taken locks cannot begin", kind=share.work.kind.name)
            self._failed = f"the work of {share.work.kind.name} cannot begin: {why}"
            self._wake.set()

    async def _end(self, share: _Share, numbers: frozenset[int]) -> None:
        await _within(self._given(share, numbers))
        share.ended |= numbers
        self._wake.set()

    async def _given(self, share: _Share, numbers: frozenset[int]) -> None:
        async with share.one_at_a_time:
            await share.work.give(numbers)

    async def _lose(self) -> None:
        """End all work at once, since the locks are lost."""
        for share in self._shares.values():
            for task in share.tasks.running:
                task.cancel()
        held = [share for share in self._shares.values() if share.held]
        await asyncio.gather(*(_within(share.work.give(frozenset(share.held))) for share in held))
        for share in self._shares.values():
            await share.tasks.stop()
            for kept in (share.held, share.ending, share.ended):
                kept.clear()
        if self.draining:
            self._empty.set()


async def _within(ending: Coroutine[None, None, None]) -> None:
    try:
        async with asyncio.timeout(LAST_SECONDS):
            await ending
    except Exception:
        log.exception("work of given locks has not ended", action="another process goes on with it")
