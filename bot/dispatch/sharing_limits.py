"""How much people may show to a whole group by asking for it: each such message goes before what tables show."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.commands import Refusal
from bot.messages import PlayerId

MINUTE: Final = timedelta(minutes=1)

EACH: Final = 3
"""How often one person may share something in a minute."""

ALL: Final = 6
"""How often all people of a group may."""

GROUPS_KEPT: Final = 10_000
"""Of how many groups is kept what was shared lately; those that have shared nothing for longest are forgotten first."""


class SharingLimits:
    """What was shared lately in each group."""

    def __init__(self) -> None:
        self._shared: LRUCache[str, deque[tuple[datetime, PlayerId]]] = LRUCache(GROUPS_KEPT)

    def check(self, group: str, player: PlayerId, now: datetime) -> None:
        """Check that somebody may share something now.

        Raises:
            Refusal: they, or all together, have shared enough for the moment.
        """
        lately = self._lately(group, now)
        if len(lately) >= ALL or sum(each == player for _, each in lately) >= EACH:
            raise Refusal("shared-often")

    def count(self, group: str, player: PlayerId, now: datetime) -> None:
        """Somebody shares something."""
        lately = self._lately(group, now)
        lately.append((now, player))
        self._shared[group] = lately

    def _lately(self, group: str, now: datetime) -> deque[tuple[datetime, PlayerId]]:
        lately = self._shared.get(group, deque())
        while lately and not now - MINUTE < lately[0][0] <= now:
            lately.popleft()
        return lately
