from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from bot.environment.clock import SystemClock
from bot.features.backups.backing_up import BackupPlan, Backups
from bot.features.backups.pruning import pruning
from bot.hosting.control_socket import Answer
from bot.hosting.served_chats import Running


@asynccontextmanager
async def serving(kiu: Running) -> AsyncIterator[Mapping[str, Answer]]:
    """Make backups in time, and answer other processes."""
    clock = SystemClock()
    if kiu.settings.several:
        yield {"prune": pruning(kiu.ledger, clock)}
        return
    backups, began = Backups(kiu.ledger.copy_to, BackupPlan.of(kiu.settings), clock), clock.utc()
    backups.begin()
    if kiu.settings.backup_every:
        kiu.metrics.backup_every.set(kiu.settings.backup_every.total_seconds())
        kiu.metrics.newest_backup.set_function(lambda: (backups.newest or began).timestamp())
    try:
        yield {**backups.answers, "prune": pruning(kiu.ledger, clock)}
    finally:
        await backups.stop()
