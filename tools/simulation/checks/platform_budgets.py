"""No platform's limits are ever broken, and nobody is called again before they want to be."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict, deque
from collections.abc import Mapping
from typing import NamedTuple

from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import Call


class Budget(NamedTuple):
    """How many calls a platform takes in how many seconds."""

    calls: int
    seconds: float


BUDGETS: Mapping[str, Budget] = {
    "telegram global": Budget(30, 1.0),
    "telegram group": Budget(20, 60.0),
    "discord global": Budget(50, 1.0),
}
"""The limits that are known beforehand, by how the names of their buckets begin."""

INVALID_CALLS = "invalid"
INVALID = {"discord": Budget(100, 600.0), "telegram": Budget(300, 600.0)}
"""How many calls may be answered with 401, 403 or 429: a hundredth of what Discord bans for, or some of a crowd."""

EARLY = 0.001
"""By how many seconds two clocks may differ."""

ON_THE_WAY = 0.5
"""Seconds within which a call after 429 may have been on its way when that was answered."""


class PlatformBudgetsKept(Check):
    """Calls stay within the known limits, and after 429 nothing is sent before ``Retry-After`` is over."""

    name = "platform budgets kept"

    def __init__(self) -> None:
        super().__init__()
        self._calls: defaultdict[str, deque[float]] = defaultdict(deque)
        self._closed: dict[str, tuple[float, float]] = {}
        """Since when and until when the platform wants not to be called."""

    def crashed(self) -> None:
        super().crashed()
        # The next process knows nothing of what this one has sent, nor of what the platform has said to it.
        self._closed.clear()
        for bucket in [each for each in self._calls if not each.endswith(INVALID_CALLS)]:
            del self._calls[bucket]

    def called(self, call: Call) -> None:
        for bucket in call.buckets:
            since, until = self._closed.get(bucket, (call.at, call.at))
            if since + ON_THE_WAY < call.at < until - EARLY:
                raise self.fail(
                    f"{bucket} was called {until - call.at:.2f} seconds before the end of the pause that the platform "
                    "asked for"
                )
            for begins, budget in BUDGETS.items():
                if bucket.startswith(begins):
                    self._count(bucket, call.at, budget)
        if call.status in (401, 403, 429):
            self._count(f"{call.platform} {INVALID_CALLS}", call.at, INVALID[call.platform])
        if call.status == 429:
            for bucket in call.retry_buckets:
                told_at = max(call.at, call.answered_at)
                since, until = self._closed.get(bucket, (told_at, told_at))
                since = since if told_at < until else told_at
                self._closed[bucket] = (since, max(until, told_at + call.retry_after))

    def _count(self, bucket: str, at: float, budget: Budget) -> None:
        calls = self._calls[bucket]
        # A call is heard of when it is answered, which may be after a later one.
        insort(calls, at)
        while calls[0] <= calls[-1] - budget.seconds:
            calls.popleft()
        if len(calls) > budget.calls:
            raise self.fail(
                f"{bucket} was called {len(calls)} times in {budget.seconds:.0f} seconds; {budget.calls} are allowed"
            )
