"""Time, always passed in, so that tests may move it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None:
        """Cancel the call, if it was not made already."""


class Clock(Protocol):
    def now(self) -> float:
        """Return monotonic seconds, independent of the wall clock."""

    def utc(self) -> datetime:
        """Return date and time for people, in UTC."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        pass


class SystemClock:
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def utc(self) -> datetime:
        return datetime.now(UTC)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)
