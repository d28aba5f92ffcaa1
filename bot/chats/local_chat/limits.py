"""Limits of a browser, of newcomers at an address, and of guesses at the password."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache


@dataclass(frozen=True, slots=True)
class Limits:
    frame_bytes: int = 65_536
    """The longest frame; a longer one ends the connection."""

    frames_per_second: float = 8
    frames_at_once: int = 30
    """The steady rate of one connection, and its largest burst."""

    waiting_commands: int = 32

    unsent_frames: int = 500
    """Frames for a slow browser before it is disconnected; it reconnects to the history."""

    hellos_per_minute: float = 30
    hellos_at_once: int = 20

    wrong_passwords_per_minute: float = 6
    wrong_passwords_at_once: int = 5
    """Wrong passwords of one guest, or of all strangers at one address."""

    hello_seconds: float = 10

    heartbeat_seconds: float = 20
    """The silence before a ping, which must be answered in half that time."""

    closing_seconds: float = 2


class TokenBucket:
    """A steady rate with room for bursts."""

    # Looked up on each call, as simulations replace the clock.
    def __init__(self, per_second: float, at_once: int, now: Callable[[], float] = lambda: time.monotonic()) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._now = now
        self._left = float(at_once)
        self._at = now()

    @property
    def is_empty(self) -> bool:
        now = self._now()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now
        return self._left < 1

    def take(self) -> bool:
        """Count another and return ``True`` if it is within the rate."""
        if self.is_empty:
            return False
        self._left -= 1
        return True


class TokenBuckets:
    """Token buckets by key; the latest are kept."""

    def __init__(
        self, per_second: float, at_once: int, *, kept: int = 4096, now: Callable[[], float] = lambda: time.monotonic()
    ) -> None:
        self._per_second, self._at_once, self._now = per_second, at_once, now
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(kept)

    def is_empty(self, key: str) -> bool:
        return key in self._buckets and self._buckets[key].is_empty

    def take(self, key: str) -> bool:
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._per_second, self._at_once, self._now)
        return self._buckets[key].take()


class PasswordRefused(Exception):
    """A refused password; ``reason`` is the key of a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RoomPassword:
    """The room's password; wrong ones slow down a guest by secret, a stranger by address."""

    def __init__(self, password: str, limits: Limits) -> None:
        self._digest = _digest(password)
        self._is_asked = bool(password)
        self._wrong = TokenBuckets(limits.wrong_passwords_per_minute / 60, limits.wrong_passwords_at_once)

    def check(self, password: str, *, player: str | None, address: str) -> None:
        """Raise ``PasswordRefused`` if the password is missing or wrong, or after too many wrong ones."""
        if not self._is_asked:
            return
        if not password:
            raise PasswordRefused("password-needed")
        guesser = f"address {address}" if player is None else f"guest {player}"
        # Fast guesses are not compared, or the limit would not slow them.
        if self._wrong.is_empty(guesser):
            raise PasswordRefused("too-many-passwords")
        if not hmac.compare_digest(_digest(password), self._digest):
            self._wrong.take(guesser)
            raise PasswordRefused("password-wrong")


def _digest(password: str) -> bytes:
    # Digests have one length, so the comparison's time hides the password's.
    return hashlib.sha256(password.encode()).digest()
