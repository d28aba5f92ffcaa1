"""Limits of one browser, of newcomers at one address, and of guesses at the password."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that the server accepts."""

    frame_bytes: int = 65_536
    """The longest frame; a longer one ends the connection."""

    frames_per_second: float = 8
    frames_at_once: int = 30
    """The steady rate of one connection, and its largest burst."""

    waiting_commands: int = 32
    """Commands of one connection that wait for an answer."""

    unsent_frames: int = 500
    """Frames waiting for a slow browser, after which it is disconnected; it reconnects and gets the history."""

    hellos_per_minute: float = 30
    hellos_at_once: int = 20
    """New guests at one address."""

    wrong_passwords_per_minute: float = 6
    wrong_passwords_at_once: int = 5
    """Wrong passwords of one guest, or of all at one address who are no guests."""

    hello_seconds: float = 10
    """Seconds for a socket to say who it is."""

    heartbeat_seconds: float = 20
    """Seconds of silence before the browser is asked whether it is there; it has half as long to answer."""

    closing_seconds: float = 2
    """Seconds for the other end to close a socket that the room has closed."""


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
        """True if one more would exceed the rate just now."""
        now = self._now()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now
        return self._left < 1

    def take(self) -> bool:
        """Tell whether one more is within the rate, and count it if so."""
        if self.is_empty:
            return False
        self._left -= 1
        return True


class TokenBuckets:
    """A token bucket for every key, of which the latest are kept."""

    def __init__(
        self, per_second: float, at_once: int, *, kept: int = 4096, now: Callable[[], float] = lambda: time.monotonic()
    ) -> None:
        self._per_second, self._at_once, self._now = per_second, at_once, now
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(kept)

    def is_empty(self, key: str) -> bool:
        """Tell whether one more would exceed the rate of a key just now."""
        return key in self._buckets and self._buckets[key].is_empty

    def take(self, key: str) -> bool:
        """Tell whether one more is within the rate of a key, and count it if so."""
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._per_second, self._at_once, self._now)
        return self._buckets[key].take()


class PasswordRefused(Exception):
    """A password that does not let anybody in; ``reason`` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RoomPassword:
    """The password of the room; wrong ones slow down a guest by their secret, and everybody else by their address."""

    def __init__(self, password: str, limits: Limits) -> None:
        self._digest = _digest(password)
        self._is_asked = bool(password)
        self._wrong = TokenBuckets(limits.wrong_passwords_per_minute / 60, limits.wrong_passwords_at_once)

    def check(self, password: str, *, player: str | None, address: str) -> None:
        """Let somebody pass who knows the password.

        Args:
            password: what they gave.
            player: the guest whose secret came with it; ``None`` for a stranger.
            address: where it comes from.

        Raises:
            PasswordRefused: it is missing or wrong, or too many wrong ones came before it.
        """
        if not self._is_asked:
            return
        if not password:
            raise PasswordRefused("password-needed")
        guesser = f"address {address}" if player is None else f"guest {player}"
        # What comes too fast is not even looked at, or else guessing would be as fast as ever.
        if self._wrong.is_empty(guesser):
            raise PasswordRefused("too-many-passwords")
        if not hmac.compare_digest(_digest(password), self._digest):
            self._wrong.take(guesser)
            raise PasswordRefused("password-wrong")


def _digest(password: str) -> bytes:
    # Digests have one length, so the time of comparing them tells nothing of the password's.
    return hashlib.sha256(password.encode()).digest()
