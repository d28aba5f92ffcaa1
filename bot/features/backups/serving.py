"""Backups, verification and pruning in a running Kiu."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from bot.environment.clock import SystemClock
from bot.environment.metrics import Metrics
from bot.environment.settings import Settings
from bot.features.backups.backing_up import BackupPlan, Backups
from bot.features.backups.pruning import pruning
from bot.hosting.control_socket import Answer
from bot.ledger import Ledger


@asynccontextmanager
async def serving(ledger: Ledger, settings: Settings, metrics: Metrics) -> AsyncIterator[Mapping[str, Answer]]:
    """Make backups in time, and yield answers to other processes."""
    clock = SystemClock()
    backups, began = Backups(ledger.copy_to, BackupPlan.of(settings), clock), clock.utc()
    backups.begin()
    if settings.backup_every:
        every = settings.backup_every.total_seconds()
        metrics.watch_backups(every, lambda: (backups.newest or began).timestamp())
    try:
        yield {**backups.answers, "prune": pruning(ledger, clock)}
    finally:
        await backups.stop()
