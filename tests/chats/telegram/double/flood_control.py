"""How many calls Telegram takes: a few a second in a chat, twenty a minute in a group, thirty a second in all."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tests.chats.telegram.double.chats import Chat
from tests.chats.telegram.double.failures import too_many_requests

IN_FLIGHT_SECONDS = 0.25
"""Real seconds within which a call after a refusal may have been on its way already."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many calls are taken within how many seconds of Telegram's."""

    calls: int
    seconds: float


class FloodControl:
    """The limits of one bot.

    Args:
        now: real time in seconds.
        second: how long a second of Telegram's takes, so that a test need not wait for minutes.
    """

    def __init__(self, now: Callable[[], float], second: float = 1.0) -> None:
        self._now = now
        self._second = second
        self.in_a_chat = Limit(6, 4)
        self.in_a_group = Limit(20, 60)
        self.overall = Limit(30, 1)
        self._taken: dict[int, deque[float]] = {}
        self._refused: dict[int, tuple[float, float]] = {}
        self.ignored_waits = 0
        """How many calls came to a chat that had been told to wait, and had not waited."""

    def close(self, chat: Chat, seconds: float) -> None:
        """Take nothing at a chat for a while, as Telegram does whenever it likes; in real seconds."""
        self._refused[chat.id] = (math.inf, self._now() + seconds)

    def take(self, chat: Chat) -> None:
        """Count a call to a chat.

        Raises:
            Failure: it is one too many, or the chat is still closed.
        """
        now = self._now()
        self._still_closed(chat, now)
        limits = [(chat.id, self.in_a_group if chat.is_group else self.in_a_chat), (0, self.overall)]
        if chat.is_group:
            limits.append((-chat.id, self.in_a_chat))
        for key, limit in limits:
            times, span = self._taken.setdefault(key, deque()), limit.seconds * self._second
            while times and times[0] <= now - span:
                times.popleft()
            if len(times) >= limit.calls:
                self._refuse(chat, now, times[0] + span - now)
        for key, _ in limits:
            self._taken[key].append(now)

    def _still_closed(self, chat: Chat, now: float) -> None:
        told, until = self._refused.get(chat.id, (now, 0.0))
        if now < until:
            if now > told + IN_FLIGHT_SECONDS:
                self.ignored_waits += 1
            self._refuse(chat, min(told, now), until - now)

    def _refuse(self, chat: Chat, told: float, left: float) -> None:
        seconds, until = max(1, math.ceil(left)), self._refused.get(chat.id, (0.0, 0.0))[1]
        self._refused[chat.id] = (told, max(until, self._now() + left))
        raise too_many_requests(seconds)
