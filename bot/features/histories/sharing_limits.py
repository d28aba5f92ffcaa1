"""Limits of shared messages."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.commands import Refusal
from bot.messages import PlayerId

MINUTE: Final = timedelta(minutes=1)

EACH: Final = 3
"""Shares of a person in a minute."""

ALL: Final = 6
"""Shares of a group in a minute."""

GROUPS_KEPT: Final = 10_000


class SharingLimits:
    """Limits of shared messages, which go before those of tables."""

    def __init__(self) -> None:
        self._shared: LRUCache[str, deque[tuple[datetime, PlayerId]]] = LRUCache(GROUPS_KEPT)

    def check(self, group: str, player: PlayerId, now: datetime) -> None:
        """Refuse if the person or the group has shared enough."""
        lately = self._lately(group, now)
        if len(lately) >= ALL or sum(each == player for _, each in lately) >= EACH:
            raise Refusal("shared-often")

    def count(self, group: str, player: PlayerId, now: datetime) -> None:
        lately = self._lately(group, now)
        lately.append((now, player))
        self._shared[group] = lately

    def _lately(self, group: str, now: datetime) -> deque[tuple[datetime, PlayerId]]:
        lately = self._shared.get(group, deque())
        while lately and not now - MINUTE < lately[0][0] <= now:
            lately.popleft()
        return lately
