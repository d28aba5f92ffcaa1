"""Metrics of write sets, queues and open tables."""

from __future__ import annotations

from collections.abc import Callable

from bot.environment.metrics import HandResult, Metrics, Queue, StoreResult, TableStatus
from bot.ledger import HandClosed, HandOpened, HandVoided, Ledger, NotStored, Outcome, OutcomeUnknown, WriteSet
from bot.live.announcer import Announcer
from bot.tables.manager import TableManager
from engine.games import GAMES

HANDS = frozenset((HandOpened, HandClosed, HandVoided))
"""Writes that begin or end a hand."""


def store_watch(metrics: Metrics) -> Callable[[WriteSet, Outcome, float], None]:
    """Count write sets, with the hands begun and ended by them."""

    def watch(writes: WriteSet, outcome: Outcome, seconds: float) -> None:
        metrics.stored(_result(outcome), seconds)
        if outcome is None:
            for write in writes:
                if type(write) in HANDS:
                    _count_hand(write, metrics)

    return watch


def _result(outcome: Outcome) -> StoreResult:
    if outcome is None:
        return StoreResult.STORED
    return StoreResult.FAILED if isinstance(outcome, NotStored | OutcomeUnknown) else StoreResult.REFUSED


def _count_hand(write: object, metrics: Metrics) -> None:
    if isinstance(write, HandOpened):
        metrics.hand_dealt(write.game)
    elif isinstance(write, HandClosed):
        metrics.hand_over(HandResult.CALLED_OFF if write.voided else HandResult.PLAYED)
    else:
        metrics.hand_over(HandResult.REVERSED)


def watch_parts(metrics: Metrics, ledger: Ledger, tables: TableManager, announcer: Announcer) -> None:
    """Watch queues, open tables and stored bytes."""
    metrics.watch_queue(Queue.WRITES, lambda: ledger.waiting.writes)
    metrics.watch_queue(Queue.READS, lambda: ledger.waiting.reads)
    metrics.watch_queue(Queue.JOBS, lambda: sum(table.mailbox.waiting for table in tables.all_open()))
    metrics.watch_queue(Queue.SHOWING, lambda: announcer.waiting)
    if ledger.on_disk:
        metrics.watch_storage(
            lambda: ledger.storage().database, lambda: ledger.storage().log, lambda: ledger.storage().free
        )
    for game in GAMES:
        for status in TableStatus:
            metrics.watch_tables(game, status, _counting(tables, game, status))


def _counting(tables: TableManager, game: str, status: TableStatus) -> Callable[[], int]:
    playing = status is TableStatus.PLAYING
    return lambda: sum(
        table.state.game_name == game and (table.state.playing is not None) is playing for table in tables.all_open()
    )
