"""Limits for one browser, and for all browsers together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server accepts before it refuses."""

    connections: int = 200
    """Open sockets at once."""

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
    """New guests, and wrong passwords, of all browsers together."""

    hello_seconds: float = 10
    heartbeat_seconds: float = 20


class TokenBucket:
    """A token bucket: a steady rate, with room for bursts."""

    def __init__(self, per_second: float, at_once: int, now: Callable[[], float] = time.monotonic) -> None:
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
