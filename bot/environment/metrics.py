"""The metrics for Prometheus, each declared here once.

Labels have few values and never a name, card, key, word or token.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable
from enum import StrEnum
from http import HTTPStatus
from typing import Final

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

# Each counter would have a second series that says when it was made, which is when Kiu was started.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]

CONTENT_TYPE: Final = prometheus_client.CONTENT_TYPE_PLAIN_0_0_4

QUICK_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds for work on this machine."""

SLOW_SECONDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Bounds for work with a platform."""


FAULTS: Final = ("unexpected-trouble", "storage-trouble")
"""Internal faults, present from the start so that the first counts as an increase."""


class CommandResult(StrEnum):
    """The outcome of a command."""

    DONE = "done"
    ASKED = "asked"
    """Its sender was asked for more, such as an amount."""

    REFUSED = "refused"
    IGNORED = "ignored"
    """Its sender floods the bot and was warned."""


class StoreResult(StrEnum):
    """The outcome of a write set."""

    STORED = "stored"
    REFUSED = "refused"
    """It contradicts stored data, or was stored before."""

    FAILED = "failed"
    """The disk or the database failed."""


class CallResult(StrEnum):
    """The outcome of a call to a platform."""

    ANSWERED = "answered"
    LIMITED = "limited"
    """Status 429."""

    REFUSED = "refused"
    FAILED = "failed"
    """A status from 500 on."""

    UNREACHED = "unreached"
    """No answer came."""

    @classmethod
    def of(cls, status: int) -> CallResult:
        """Return the result of a status; 0 is no answer."""
        if status == 0:
            return cls.UNREACHED
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            return cls.LIMITED
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return cls.FAILED
        return cls.REFUSED if status >= HTTPStatus.BAD_REQUEST else cls.ANSWERED


class HandResult(StrEnum):
    """The end of a hand."""

    PLAYED = "played"
    CALLED_OFF = "called_off"
    """All stakes went back."""

    REVERSED = "reversed"
    """It was declared void after being counted as played."""


class Queue(StrEnum):
    """A queue for work."""

    WRITES = "writes"
    """Write sets before storing."""

    READS = "reads"
    """Work for the database."""

    JOBS = "jobs"
    """Jobs in all tables' mailboxes."""

    SHOWING = "showing"
    """Table messages before posting or editing."""

    CALLS = "calls"
    """Calls held back by Kiu for Telegram's rate limits."""


class TableStatus(StrEnum):
    """The state of an open table."""

    PLAYING = "playing"
    WAITING = "waiting"
    """No hand is running."""


class Metrics:
    """The series of one process, in their own registry."""

    def __init__(self, version: str = "") -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Gauge("kiu_build_info", "1 for the version of Kiu that runs.", ["version"], registry=registry).labels(
            version
        ).set(1)

        # Commands
        self._commands = Counter(
            "kiu_commands_total", "Commands and presses, by what became of them.", ["platform", "result"],
            registry=registry,
        )  # fmt: skip
        self._refusals = Counter(
            "kiu_refusals_total", "Commands and presses that were refused, by reason.", ["reason"], registry=registry
        )
        for reason in FAULTS:
            self._refusals.labels(reason)
        self._command_seconds = Histogram(
            "kiu_command_seconds",
            "From a command or press that reached Kiu to its answer, by when everything it changed was durable.",
            ["platform"], buckets=QUICK_SECONDS, registry=registry,
        )  # fmt: skip
        self._by_command: dict[tuple[str, CommandResult], tuple[Counter, Histogram]] = {}
        self._show_seconds = Histogram(
            "kiu_show_seconds",
            "From a durable change at a table to its message on the platform, the wait for rate limits included.",
            ["platform"], buckets=SLOW_SECONDS, registry=registry,
        )  # fmt: skip

        # Storage
        self._write_sets = Counter(
            "kiu_write_sets_total", "Write sets, by what became of them.", ["result"], registry=registry
        )
        # Looked up beforehand: nothing else is counted as often.
        self._by_store_result = {each: self._write_sets.labels(each.value) for each in StoreResult}
        self._store_seconds = Histogram(
            "kiu_store_seconds", "From a write set that was handed to the writer to its being durable.",
            buckets=QUICK_SECONDS, registry=registry,
        )  # fmt: skip
        self._database_bytes = Gauge("kiu_database_bytes", "Size of the database file.", registry=registry)
        self._log_bytes = Gauge("kiu_database_log_bytes", "Size of the database's write-ahead log.", registry=registry)
        self._free_bytes = Gauge(
            "kiu_data_free_bytes", "Free space on the disk that has the data folder.", registry=registry
        )

        self._backup_every = Gauge(
            "kiu_backup_every_seconds", "How often a backup is to be made; 0 if none is.", registry=registry
        )
        self._newest_backup = Gauge(
            "kiu_newest_backup_timestamp_seconds",
            "When the newest backup was made, or Kiu was started if there is none; 0 if none is to be made.",
            registry=registry,
        )

        # Platforms
        self._ready = Gauge(
            "kiu_platform_ready", "Whether a chat is connected and its tables go on: 1 or 0.", ["platform"],
            registry=registry,
        )  # fmt: skip
        self._calls = Counter(
            "kiu_platform_calls_total", "Calls to the servers of a platform, by what it made of them.",
            ["platform", "result"], registry=registry,
        )  # fmt: skip
        self._call_seconds = Histogram(
            "kiu_platform_call_seconds", "How long a platform took to answer a call.", ["platform"],
            buckets=SLOW_SECONDS, registry=registry,
        )  # fmt: skip

        # Play
        self._dealt = Counter("kiu_hands_dealt_total", "Hands that have begun.", ["game"], registry=registry)
        self._over = Counter(
            "kiu_hands_over_total", "Hands that are over, by how they ended.", ["result"], registry=registry
        )
        for ended in HandResult:
            self._over.labels(ended.value)
        self._tables = Gauge("kiu_tables", "Open tables, by what they do.", ["game", "status"], registry=registry)

        # The process
        self._queues = Gauge("kiu_queue_length", "What waits for its turn inside Kiu.", ["queue"], registry=registry)
        self._loop_lag = Histogram(
            "kiu_loop_lag_seconds", "How much later than asked for the event loop came back to a sleeping task.",
            buckets=QUICK_SECONDS, registry=registry,
        )  # fmt: skip

    # --- what happens --------------------------------------------------------------------------------------------

    def command(self, platform: str, result: CommandResult, seconds: float) -> None:
        """Count an answered command or press, with the seconds since it came."""
        counter, histogram = self._by_command.get((platform, result)) or self._labelled(platform, result)
        counter.inc()
        histogram.observe(seconds)

    def _labelled(self, platform: str, result: CommandResult) -> tuple[Counter, Histogram]:
        """Cache a platform's labels, since finding them takes longer than counting."""
        found = self._commands.labels(platform, result.value), self._command_seconds.labels(platform)
        self._by_command[platform, result] = found
        return found

    def refused(self, reason: str) -> None:
        """Count a refusal by the key of its sentence."""
        self._refusals.labels(reason).inc()

    def stored(self, result: StoreResult, seconds: float) -> None:
        """Count a write set, with the seconds since the writer got it."""
        self._by_store_result[result].inc()
        if result is StoreResult.STORED:
            self._store_seconds.observe(seconds)

    def shown(self, platform: str, seconds: float) -> None:
        """Record the seconds from durable change to shown message."""
        self._show_seconds.labels(platform).observe(seconds)

    def called(self, platform: str, status: int, seconds: float) -> None:
        """Count a platform's answer; status 0 is none."""
        self._calls.labels(platform, CallResult.of(status).value).inc()
        self._call_seconds.labels(platform).observe(seconds)

    def hand_dealt(self, game: str) -> None:
        self._dealt.labels(game).inc()

    def hand_over(self, result: HandResult) -> None:
        self._over.labels(result.value).inc()

    def lagged(self, seconds: float) -> None:
        """Record the lateness of the event loop."""
        self._loop_lag.observe(seconds)

    # --- what is looked at when somebody reads the metrics -----------------------------------------------------

    def watch_ready(self, platform: str, ready: Callable[[], bool]) -> None:
        """Watch a chat's connection and its tables."""
        self._ready.labels(platform).set_function(ready)

    def watch_queue(self, queue: Queue, length: Callable[[], int]) -> None:
        """Watch the length of a queue."""
        self._queues.labels(queue.value).set_function(length)

    def watch_tables(self, game: str, status: TableStatus, count: Callable[[], int]) -> None:
        """Watch the open tables of a game."""
        self._dealt.labels(game)
        self._tables.labels(game, status.value).set_function(count)

    def watch_calls(self, platform: str) -> None:
        """Start all results of a platform at 0, so that the first counts as an increase."""
        for result in CallResult:
            self._calls.labels(platform, result.value)

    def watch_backups(self, every_seconds: float, newest: Callable[[], float]) -> None:
        """Watch the newest backup, in seconds since 1970."""
        self._backup_every.set(every_seconds)
        self._newest_backup.set_function(newest)

    def watch_storage(self, database: Callable[[], int], log: Callable[[], int], free: Callable[[], int]) -> None:
        """Watch the bytes of database, log and free space."""
        self._database_bytes.set_function(database)
        self._log_bytes.set_function(log)
        self._free_bytes.set_function(free)

    # --- reading -----------------------------------------------------------------------------------------------

    def refusals(self) -> Counts[str]:
        """Return the number of refusals by reason."""
        return Counts(
            {
                sample.labels["reason"]: int(sample.value)
                for family in self._refusals.collect()
                for sample in family.samples
                if sample.value
            }
        )

    def text(self) -> bytes:
        return prometheus_client.generate_latest(self._registry)
