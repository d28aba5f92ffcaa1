"""Watching the calls to a platform: how long each takes, and what the platform says of its limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.environment.metrics import Metrics
from bot.messages import PlatformCall, count_call


class CallWatch:
    """Counts every call, also for what it was made for, and tells those who watch of it; of others nothing is kept.

    Args:
        platform: what is called.
        metrics: where calls are counted.
    """

    def __init__(self, platform: str, metrics: Metrics) -> None:
        self._platform = platform
        self._metrics = metrics
        metrics.watch_calls(platform)
        self._watchers: list[list[PlatformCall]] = []

    def add(self, call: PlatformCall) -> None:
        """A call has been answered, or has failed."""
        self._metrics.called(self._platform, call.status, call.seconds)
        count_call()
        for calls in self._watchers:
            calls.append(call)

    @contextmanager
    def watching(self) -> Iterator[Sequence[PlatformCall]]:
        """The calls that are made meanwhile, each added when it is over."""
        calls: list[PlatformCall] = []
        self._watchers.append(calls)
        try:
            yield calls
        finally:
            # By identity: the calls of two who watch are often equal.
            self._watchers = [each for each in self._watchers if each is not calls]
