"""Limits of a browser, of newcomers at an address, and of guesses at the password."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from aiolimiter import AsyncLimiter
from cachetools import LRUCache

from bot.chats.local_chat.frames import RefusedByRoom


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


class RateLimit:
    """A steady rate with room for bursts, for each key; the latest keys are kept."""

    def __init__(self, per_second: float, at_once: int, *, kept: int = 4096) -> None:
        self._per_second, self._at_once = per_second, at_once
        self._limiters: LRUCache[str, AsyncLimiter] = LRUCache(kept)

    def has_room(self, key: str = "") -> bool:
        return key not in self._limiters or self._limiters[key].has_capacity()

    async def take(self, key: str = "") -> bool:
        """Count another and return ``True`` if it is within the rate; never wait."""
        if key not in self._limiters:
            self._limiters[key] = AsyncLimiter(self._at_once, self._at_once / self._per_second)
        if not self._limiters[key].has_capacity():
            return False
        await self._limiters[key].acquire()
        return True


class RoomPassword:
    """The room's password; wrong ones slow down a guest by secret, a stranger by address."""

    def __init__(self, password: str, limits: Limits) -> None:
        self._digest = _digest(password)
        self._is_asked = bool(password)
        self._wrong = RateLimit(limits.wrong_passwords_per_minute / 60, limits.wrong_passwords_at_once)

    async def check(self, password: str, *, player: str | None, address: str) -> None:
        """Refuse a missing or wrong password, and any after too many wrong ones."""
        if not self._is_asked:
            return
        if not password:
            raise RefusedByRoom("password-needed")
        guesser = f"address {address}" if player is None else f"guest {player}"
        # Fast guesses are not compared, or the limit would not slow them.
        if not self._wrong.has_room(guesser):
            raise RefusedByRoom("too-many-passwords")
        if not hmac.compare_digest(_digest(password), self._digest):
            await self._wrong.take(guesser)
            raise RefusedByRoom("password-wrong")


def _digest(password: str) -> bytes:
    # Digests have one length, so the comparison's time hides the password's.
    return hashlib.sha256(password.encode()).digest()
