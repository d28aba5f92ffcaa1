"""What becomes of Kiu's calls to a platform: most arrive, and some are answered late, with an error, or never."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from tools.simulation.answers_under_way import AnswersUnderWay
from tools.simulation.chance import Chance
from tools.simulation.checks import Call
from tools.simulation.platform_faults import Fate, Fates, PlatformFaults

_Outcome = TypeVar("_Outcome")


class PlatformCalls(Generic[_Outcome]):
    """Stands between Kiu and the double of a platform.

    Args:
        platform: its name.
        chance: decides what becomes of each call.
        called: told of every call that was answered, or lost on the way.
        hangs: seconds after which nobody waits any more for the answer to a call that was lost.
        bad_gateway: the answer that tells of an error of the platform.
    """

    def __init__(
        self, platform: str, chance: Chance, called: Callable[[Call], None], hangs: float, bad_gateway: _Outcome
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._called = called
        self._hangs = hangs
        self._bad_gateway = bad_gateway
        self._fates = Fates(chance, platform, PlatformFaults())
        self._under_way: AnswersUnderWay[_Outcome] = AnswersUnderWay()

    @property
    def faults(self) -> PlatformFaults:
        """How often something goes wrong."""
        return self._fates.faults

    @faults.setter
    def faults(self, faults: PlatformFaults) -> None:
        self._fates.faults = faults

    @property
    def unsure(self) -> int:
        """How many messages stand, or were changed, without an answer that says so."""
        return self._under_way.lost

    def break_off(self) -> None:
        """All connections break, or Kiu was killed."""
        self._under_way.break_off()

    async def _brought(
        self,
        where: str,
        work: Callable[[], Awaitable[_Outcome]],
        *,
        shows: bool,
        refuse: Callable[[int], None],
        tell: Callable[[_Outcome | None], None],
    ) -> _Outcome | None:
        """Bring a call to the double and back, or lose it; ``None`` breaks the connection.

        Args:
            where: what it is about, which decides what becomes of it.
            work: has the double carry it out.
            shows: whether it posts, edits or deletes something.
            refuse: has the double ask for a pause of so many seconds.
            tell: is told of the answer that Kiu gets, or that there will be none.
        """
        fate = self._fates.of_call(where)
        if fate.fate is Fate.NEVER_SENT:
            return None
        if fate.fate is Fate.LOST:
            tell(None)
            await asyncio.sleep(self._hangs)
            return None
        if fate.fate is Fate.SERVER_ERROR:
            tell(self._bad_gateway)
            return self._bad_gateway
        if fate.fate is Fate.TOO_MANY:
            refuse(fate.retry_after)
        breaks = self._under_way.breaks
        outcome = await work()
        if fate.fate is Fate.RESPONSE_LOST:
            self._under_way.lost += shows
            return None
        if fate.fate is Fate.LATE:
            await asyncio.sleep(fate.back)
        if breaks != self._under_way.breaks:
            return None
        tell(outcome)
        return outcome
