from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.environment.metrics import HandResult, Metrics, Queue, StoreResult, TableStatus
from bot.ledger import HandClosed, HandOpened, HandVoided, Ledger, NotStored, Outcome, OutcomeUnknown, WriteSet
from bot.live.announcer import Announcer
from bot.tables.manager import TableManager
from engine.games import GAMES


def store_watch(metrics: Metrics) -> Callable[[WriteSet, Outcome, float], None]:
    """Count write sets, with the hands begun and ended by them."""

    def watch(writes: WriteSet, outcome: Outcome, seconds: float) -> None:
        if outcome is not None:
            failed = isinstance(outcome, NotStored | OutcomeUnknown)
            metrics.stored(StoreResult.FAILED if failed else StoreResult.REFUSED, seconds)
            return
        metrics.stored(StoreResult.STORED, seconds)
        for write in writes:
            if isinstance(write, HandOpened):
                metrics.hands_dealt.labels(write.game).inc()
            elif isinstance(write, HandClosed):
                metrics.hands_over.labels(HandResult.CALLED_OFF if write.voided else HandResult.PLAYED).inc()
            elif isinstance(write, HandVoided):
                metrics.hands_over.labels(HandResult.REVERSED).inc()

    return watch


def watch_parts(metrics: Metrics, ledger: Ledger, tables: TableManager, announcer: Announcer) -> None:
    """Watch queues, open tables and stored bytes."""
    queues = {
        Queue.WRITES: lambda: ledger.waiting.writes,
        Queue.READS: lambda: ledger.waiting.reads,
        Queue.JOBS: lambda: sum(table.mailbox.waiting for table in tables.all_open()),
        Queue.SHOWING: lambda: announcer.waiting,
    }
    for queue, length in queues.items():
        metrics.queues.labels(queue).set_function(length)
    if ledger.on_disk:
        metrics.database_bytes.set_function(lambda: ledger.storage().database)
        metrics.log_bytes.set_function(lambda: ledger.storage().log)
        metrics.free_bytes.set_function(lambda: ledger.storage().free)
    for game in GAMES:
        metrics.hands_dealt.labels(game)
        for status in TableStatus:
            metrics.tables.labels(game, status).set_function(partial(_count, tables, game, status))


def _count(tables: TableManager, game: str, status: TableStatus) -> int:
    here = [table.state for table in tables.all_open() if table.state.game_name == game]
    return sum((state.playing is not None) is (status is TableStatus.PLAYING) for state in here)
