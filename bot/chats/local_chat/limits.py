"""Limits for one browser, and for all browsers together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from cachetools import LRUCache

from bot.chats.web_listening import ListenerLimits


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server accepts before it refuses."""

    listener: ListenerLimits = field(default_factory=ListenerLimits)
    """Connections, before anybody has said anything."""

    sockets: int = 300
    """Sockets at once, with those that have not said yet whose they are."""

    connections: int = 200
    """Tabs of guests at once."""

    tabs_per_guest: int = 10
    """Of these, of one guest; another one takes the place of the oldest."""

    frame_bytes: int = 65_536
    """The longest frame; a longer one ends the connection."""

    frames_per_second: float = 8
    frames_at_once: int = 30
    """The steady rate of one connection, and its largest burst."""

    excess_frames: int = 100
    """Refused frames after which a connection is ended."""

    waiting_commands: int = 32
    """Commands of one connection waiting for an answer."""

    unsent_frames: int = 500
    """Frames waiting for a slow browser, after which it is disconnected; it reconnects and gets the history."""

    hellos_per_minute: float = 30
    hellos_at_once: int = 20
    """New guests at one address."""

    wrong_passwords_per_minute: float = 6
    wrong_passwords_at_once: int = 5
    """Wrong passwords of one guest, or of all at one address who are no guests."""

    hello_seconds: float = 10
    """How long a socket may take to say who it is."""

    heartbeat_seconds: float = 20
    """How long nothing may come before the browser is asked whether it is there; it has half as long to answer."""

    closing_seconds: float = 2
    """How long the other end may take to close a socket that the room has closed."""


class TokenBucket:
    """A token bucket: a steady rate, with room for bursts."""

    # The clock is looked up when it is read: simulated worlds put their own in its place.
    def __init__(self, per_second: float, at_once: int, now: Callable[[], float] = lambda: time.monotonic()) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._now = now
        self._left = float(at_once)
        self._at = now()

    @property
    def is_empty(self) -> bool:
        """Whether one more would exceed the rate just now."""
        self._refill()
        return self._left < 1

    def take(self) -> bool:
        """Tell whether one more is within the rate, and count it if so."""
        if self.is_empty:
            return False
        self._left -= 1
        return True

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now


class TokenBuckets:
    """A token bucket for every key, of which the latest are kept.

    Args:
        kept: how many. Whoever has more keys than that to try with is not slowed by any number of them.
    """

    def __init__(
        self, per_second: float, at_once: int, *, kept: int = 4096, now: Callable[[], float] = lambda: time.monotonic()
    ) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._now = now
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(kept)

    def is_empty(self, key: str) -> bool:
        """Whether one more would exceed the rate of a key just now."""
        return key in self._buckets and self._buckets[key].is_empty

    def take(self, key: str) -> bool:
        """Tell whether one more is within the rate of a key, and count it if so."""
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._per_second, self._at_once, self._now)
        return self._buckets[key].take()
