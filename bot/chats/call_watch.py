from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.environment.metrics import Metrics
from bot.messages import PlatformCall


class CallWatch:
    """Figures of all calls, and a trace for active watchers only."""

    def __init__(self, platform: str, metrics: Metrics) -> None:
        self._platform = platform
        self._metrics = metrics
        metrics.watch_calls(platform)
        self._watchers: list[list[PlatformCall]] = []

    def add(self, call: PlatformCall) -> None:
        self._metrics.called(self._platform, call.status, call.seconds)
        for calls in self._watchers:
            calls.append(call)

    @contextmanager
    def watching(self) -> Iterator[Sequence[PlatformCall]]:
        calls: list[PlatformCall] = []
        self._watchers.append(calls)
        try:
            yield calls
        finally:
            # Compared by identity, since two watchers' calls are often equal.
            self._watchers = [each for each in self._watchers if each is not calls]
