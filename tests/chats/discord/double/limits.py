"""How much the double takes before it says 429: a bucket for each route and channel, and one for everything."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a request passes, and what its answer tells about the bucket."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False


@dataclass(slots=True)
class _Window:
    ends: float
    left: int


@dataclass(slots=True)
class Limits:
    """The sizes of the buckets.

    A window begins with the first request in it, as Discord's do.
    """

    in_channel: int = 5
    channel_seconds: float = 5.0
    everywhere: int = 50
    everywhere_seconds: float = 1.0

    def scaled(self, factor: float) -> Limits:
        """The same limits for a world in which everything takes ``factor`` of its time."""
        return Limits(self.in_channel, self.channel_seconds * factor, self.everywhere, self.everywhere_seconds * factor)


class Gatekeeper:
    """Counts requests and refuses those over the limits."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._windows: dict[tuple[str, int], _Window] = {}
        self._flooded: dict[int, float] = {}

    def flood(self, channel: int, seconds: float) -> None:
        """Refuse everything in a channel for a while, whoever may have caused it."""
        self._flooded[channel] = self._now() + seconds

    def acquire(self, route: str, channel: int, *, counted_everywhere: bool) -> Verdict:
        """Count a request.

        Args:
            route: its method and template.
            channel: the channel it is about, or 0.
            counted_everywhere: answers to interactions are not counted in the limit for everything.
        """
        now = self._now()
        if (wait := self._flooded.get(channel, 0) - now) > 0:
            return Verdict(self._refusal(wait, "shared"), wait)
        if counted_everywhere:
            window = self._window(("", 0), self.limits.everywhere, self.limits.everywhere_seconds)
            if not window.left:
                return Verdict(self._refusal(window.ends - now, "global"), window.ends - now, everywhere=True)
            window.left -= 1
        if not channel:
            return Verdict({})
        window = self._window((route, channel), self.limits.in_channel, self.limits.channel_seconds)
        over = not window.left
        window.left = max(0, window.left - 1)
        left = window.ends - now
        headers = {
            "X-RateLimit-Limit": str(self.limits.in_channel),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
        }
        return Verdict(headers | self._refusal(left, "user"), left) if over else Verdict(headers)

    def _window(self, key: tuple[str, int], size: int, seconds: float) -> _Window:
        window = self._windows.get(key)
        if window is None or window.ends <= self._now():
            window = self._windows[key] = _Window(self._now() + seconds, size)
        return window

    @staticmethod
    def _refusal(seconds: float, scope: str) -> dict[str, str]:
        """What a 429 says; without a Via header it would be taken for a ban."""
        told = {"Retry-After": f"{seconds:.3f}", "X-RateLimit-Scope": scope, "Via": "1.1 google"}
        return {**told, "X-RateLimit-Global": "true"} if scope == "global" else told
