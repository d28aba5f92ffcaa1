"""Rate limits: a bucket for each route and channel, and a global one."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a request is within the limits, and the headers about its bucket."""

    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False


@dataclass(slots=True)
class _Window:
    ends: float
    remaining: int


@dataclass(slots=True)
class Limits:
    """The sizes of the buckets.

    A window begins with the first request in it, as Discord's do.
    """

    channel_requests: int = 5
    channel_seconds: float = 5.0
    global_requests: int = 50
    global_seconds: float = 1.0
    webhook_requests: int = 5
    webhook_seconds: float = 2.0
    """All requests by the token of one interaction share a bucket: not documented, but observed."""

    def scaled(self, factor: float) -> Limits:
        """The same limits with all times multiplied by ``factor``."""
        channel_seconds, global_seconds = self.channel_seconds * factor, self.global_seconds * factor
        return replace(
            self,
            channel_seconds=channel_seconds,
            global_seconds=global_seconds,
            webhook_seconds=self.webhook_seconds * factor,
        )


class RateLimiter:
    """Counts requests and rejects those over the limits."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._windows: dict[tuple[str, int | str], _Window] = {}
        self._floods: dict[int, float] = {}
        self._flooded_until: dict[int, float] = {}

    def flood(self, channel: int, seconds: float) -> None:
        """Reject every request about a channel for some seconds, which begin with the first that comes."""
        self._floods[channel] = seconds

    def acquire(self, route: str, channel: int, *, counted_globally: bool, webhook: str = "") -> Verdict:
        """Count a request.

        Args:
            route: its method and template.
            channel: the channel it is about, or 0.
            webhook: the token of the interaction it is about, if it is about one.
            counted_globally: whether it counts in the global limit; responses to interactions do not.
        """
        now = self._now()
        if channel in self._floods:
            self._flooded_until[channel] = now + self._floods.pop(channel)
        if (wait := self._flooded_until.get(channel, 0) - now) > 0:
            return Verdict(self._rejection_headers(wait, "shared"), wait)
        if counted_globally:
            window = self._window(("", 0), self.limits.global_requests, self.limits.global_seconds)
            if not window.remaining:
                return Verdict(self._rejection_headers(window.ends - now, "global"), window.ends - now, is_global=True)
            window.remaining -= 1
        if webhook:
            size, route = self.limits.webhook_requests, "webhook"
            window = self._window((route, webhook), size, self.limits.webhook_seconds)
        elif channel:
            size = self.limits.channel_requests
            window = self._window((route, channel), size, self.limits.channel_seconds)
        else:
            return Verdict({})
        over = not window.remaining
        window.remaining = max(0, window.remaining - 1)
        left = window.ends - now
        headers = {
            "X-RateLimit-Limit": str(size),
            "X-RateLimit-Remaining": str(window.remaining),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
        }
        return Verdict(headers | self._rejection_headers(left, "user"), left) if over else Verdict(headers)

    def _window(self, key: tuple[str, int | str], size: int, seconds: float) -> _Window:
        window = self._windows.get(key)
        if window is None or window.ends <= self._now():
            window = self._windows[key] = _Window(self._now() + seconds, size)
        return window

    @staticmethod
    def _rejection_headers(seconds: float, scope: str) -> dict[str, str]:
        """The headers of a 429; without a Via header discord.py would take it for a ban by Cloudflare."""
        headers = {"Retry-After": f"{seconds:.3f}", "X-RateLimit-Scope": scope, "Via": "1.1 google"}
        return {**headers, "X-RateLimit-Global": "true"} if scope == "global" else headers
