"""Making the integrity report of a group: its hands are read a few at a time and counted beside the loop, so that
nobody at a table waits for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from cachetools import TTLCache

from bot.environment.clock import Clock
from bot.groups.integrity import IntegrityReport, IntegrityTally, PlayedHand
from bot.ledger import FinishedHand, Ledger

HANDS_MOST: Final = 100_000
"""How many hands a report looks at; of more, only the newest."""

HANDS_A_PAGE: Final = 200
"""How many are read at once."""

SECONDS_KEPT: Final = 60.0
"""For how long a report is shown again before another is made."""

REPORTS_KEPT: Final = 50


class IntegrityReports:
    """Makes reports, one at a time, and keeps each for a minute, so that its pages agree.

    Args:
        ledger: where the hands are.
        clock: time.
    """

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._kept: TTLCache[tuple[str, int], IntegrityReport] = TTLCache(REPORTS_KEPT, SECONDS_KEPT, timer=clock.now)
        self._one_at_a_time = asyncio.Lock()

    async def of(self, group: str, days: int) -> IntegrityReport:
        """What the hands of a group say of the last so many days."""
        async with self._one_at_a_time:
            report = self._kept.get((group, days))
            if report is None:
                report = self._kept[group, days] = await self._made(group, days)
            return report

    async def _made(self, group: str, days: int) -> IntegrityReport:
        since = self._clock.utc() - timedelta(days=days)
        tally, before = IntegrityTally(), None
        for _ in range(HANDS_MOST // HANDS_A_PAGE):
            hands, before = await self._ledger.finished_hands(group, since, before=before, limit=HANDS_A_PAGE)
            await asyncio.to_thread(_count, tally, hands)
            if before is None:
                break
        voids = await self._ledger.undone_by(group, since)
        return await asyncio.to_thread(tally.report, voids, complete=before is None)


def _count(tally: IntegrityTally, hands: Sequence[FinishedHand]) -> None:
    tally.add(
        PlayedHand(tuple(json.loads(hand.players)), tuple(json.loads(hand.settlement)), hand.moves) for hand in hands
    )
