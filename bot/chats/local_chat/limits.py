"""How much one browser, and all of them together, may ask of the room."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server takes before it says no."""

    connections: int = 200
    """Open sockets at once."""

    frame_bytes: int = 65_536
    """The longest frame; a longer one ends the connection."""

    frames_per_second: float = 8
    frames_at_once: int = 30
    """The steady pace of one connection, and how far it may run ahead."""

    excess_frames: int = 100
    """Refused frames after which a connection is ended."""

    waiting_commands: int = 32
    """Commands of one connection waiting for an answer."""

    unsent_frames: int = 500
    """Frames waiting for a slow browser, after which it is let go; it comes back and gets the history."""

    hellos_per_minute: float = 30
    hellos_at_once: int = 20
    """New people, and wrong passwords, of everybody together."""

    hello_seconds: float = 10
    heartbeat_seconds: float = 20


class Bucket:
    """A token bucket: a steady pace, with some room to run ahead."""

    def __init__(self, per_second: float, at_once: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._now = now
        self._left = float(at_once)
        self._at = now()

    @property
    def empty(self) -> bool:
        """Whether one more would be too much just now."""
        self._refill()
        return self._left < 1

    def take(self) -> bool:
        """Tell whether one more is within the pace, and count it if so."""
        if self.empty:
            return False
        self._left -= 1
        return True

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now
