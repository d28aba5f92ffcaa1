"""Integrity reports, counted a few hands at a time outside the event loop so that no table waits."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from cachetools import TTLCache

from bot.environment.clock import Clock
from bot.features.integrity import queries
from bot.features.integrity.queries import FIRST_WEEK, FinishedHand
from bot.features.integrity.tally import IntegrityReport, IntegrityTally, PlayedHand
from bot.ledger import Ledger
from bot.messages import PlayerId

HANDS_MOST: Final = 100_000

HANDS_A_PAGE: Final = 200
"""Hands read at once."""

SECONDS_KEPT: Final = 60.0

REPORTS_KEPT: Final = 50


class IntegrityReports:
    """Makes one report at a time, and keeps each for a minute so that its pages agree."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._kept: TTLCache[tuple[str, object, object], IntegrityReport] = TTLCache(
            REPORTS_KEPT, SECONDS_KEPT, timer=clock.now
        )
        self._one_at_a_time = asyncio.Lock()

    async def of(self, group: str, days: int) -> IntegrityReport:
        return await self._kept_or_made((group, days, None), group, self._clock.utc() - timedelta(days=days))

    async def fed(self, group: str, since: datetime, until: datetime | None) -> Counter[PlayerId]:
        """Return chips gained unusually from new accounts between two moments, by person."""
        found: Counter[PlayerId] = Counter()
        # A week, month or season that begins amid somebody's first week counts its own part of their loss.
        if await self._ledger.read(queries.newcomers, group, since - FIRST_WEEK):
            for each in (await self._kept_or_made((group, since, until), group, since - FIRST_WEEK, until)).fed:
                found[each.taker] += each.ranked if each.unusual else 0
        return found

    async def _kept_or_made(
        self, key: tuple[str, object, object], group: str, since: datetime, until: datetime | None = None
    ) -> IntegrityReport:
        async with self._one_at_a_time:
            report = self._kept.get(key)
            if report is None:
                report = self._kept[key] = await self._made(group, since, until)
            return report

    async def _made(self, group: str, since: datetime, until: datetime | None) -> IntegrityReport:
        newcomers = await self._ledger.read(queries.newcomers, group, since - FIRST_WEEK)
        tally, before = IntegrityTally(newcomers, since + FIRST_WEEK), None
        for _ in range(HANDS_MOST // HANDS_A_PAGE):
            hands, before = await self._ledger.read(
                queries.finished_hands, group, since, before=before, limit=HANDS_A_PAGE
            )
            counted = [each for each in hands if until is None or each.opened <= until]
            await asyncio.to_thread(_count, tally, counted)
            if before is None:
                break
        voids = await self._ledger.read(queries.undone_by, group, since)
        return await asyncio.to_thread(tally.report, voids, complete=before is None)


def _count(tally: IntegrityTally, hands: Sequence[FinishedHand]) -> None:
    tally.add(
        PlayedHand(tuple(json.loads(hand.players)), tuple(json.loads(hand.settlement)), hand.moves, hand.opened)
        for hand in hands
    )
