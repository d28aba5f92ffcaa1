"""The metrics for Prometheus, each declared here once.

Labels have few values and never a name, card, key, word or token.
"""

from __future__ import annotations

from collections import Counter as Counts
from enum import StrEnum
from functools import partial
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
    PLAYED = "played"
    CALLED_OFF = "called_off"
    """All stakes went back."""

    REVERSED = "reversed"
    """It was declared void after being counted as played."""


class Queue(StrEnum):
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
    PLAYING = "playing"
    WAITING = "waiting"
    """No hand is running."""


class Metrics:
    """The series of one process, in their own registry."""

    def __init__(self, version: str = "") -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry)
        gauge("kiu_build_info", "1 for the version of Kiu that runs.", ["version"]).labels(version).set(1)

        # Commands
        self._commands = counter(
            "kiu_commands_total", "Commands and presses, by what became of them.", ["platform", "result"]
        )
        self._refusals = counter("kiu_refusals_total", "Commands and presses that were refused, by reason.", ["reason"])
        for reason in FAULTS:
            self._refusals.labels(reason)
        self._command_seconds = histogram(
            "kiu_command_seconds",
            "From a command or press that reached Kiu to its answer, by when everything it changed was durable.",
            ["platform"], buckets=QUICK_SECONDS,
        )  # fmt: skip
        self.show_seconds = histogram(
            "kiu_show_seconds",
            "From a durable change at a table to its message on the platform, the wait for rate limits included.",
            ["platform"], buckets=SLOW_SECONDS,
        )  # fmt: skip

        # Storage
        self._write_sets = counter("kiu_write_sets_total", "Write sets, by what became of them.", ["result"])
        for result in StoreResult:
            self._write_sets.labels(result)
        self._store_seconds = histogram(
            "kiu_store_seconds", "From a write set that was handed to the writer to its being durable.",
            buckets=QUICK_SECONDS,
        )  # fmt: skip
        self.database_bytes = gauge("kiu_database_bytes", "Size of the database file.")
        self.log_bytes = gauge("kiu_database_log_bytes", "Size of the database's write-ahead log.")
        self.free_bytes = gauge("kiu_data_free_bytes", "Free space on the disk that has the data folder.")
        self.backup_every = gauge("kiu_backup_every_seconds", "How often a backup is to be made; 0 if none is.")
        self.newest_backup = gauge(
            "kiu_newest_backup_timestamp_seconds",
            "When the newest backup was made, or Kiu was started if there is none; 0 if none is to be made.",
        )

        # Platforms
        self.ready = gauge(
            "kiu_platform_ready", "Whether a chat is connected and its tables go on: 1 or 0.", ["platform"]
        )
        self._calls = counter(
            "kiu_platform_calls_total", "Calls to the servers of a platform, by what it made of them.",
            ["platform", "result"],
        )  # fmt: skip
        self._call_seconds = histogram(
            "kiu_platform_call_seconds", "How long a platform took to answer a call.", ["platform"],
            buckets=SLOW_SECONDS,
        )  # fmt: skip

        # Play
        self.hands_dealt = counter("kiu_hands_dealt_total", "Hands that have begun.", ["game"])
        self.hands_over = counter("kiu_hands_over_total", "Hands that are over, by how they ended.", ["result"])
        for ended in HandResult:
            self.hands_over.labels(ended)
        self.tables = gauge("kiu_tables", "Open tables, by what they do.", ["game", "status"])

        # The process
        self.slots = gauge("kiu_slots", "Slots of groups that this of several processes serves.", ["process"])
        self.queues = gauge("kiu_queue_length", "What waits for its turn inside Kiu.", ["queue"])
        self.loop_lag = histogram(
            "kiu_loop_lag_seconds", "How much later than asked for the event loop came back to a sleeping task.",
            buckets=QUICK_SECONDS,
        )  # fmt: skip

    def command(self, platform: str, result: CommandResult, seconds: float) -> None:
        """Count an answered command or press, with the seconds since it came."""
        self._commands.labels(platform, result).inc()
        self._command_seconds.labels(platform).observe(seconds)

    def refused(self, reason: str) -> None:
        """Count a refusal by the key of its sentence."""
        self._refusals.labels(reason).inc()

    def stored(self, result: StoreResult, seconds: float) -> None:
        """Count a write set, with the seconds since the writer got it."""
        self._write_sets.labels(result).inc()
        if result is StoreResult.STORED:
            self._store_seconds.observe(seconds)

    def called(self, platform: str, status: int, seconds: float) -> None:
        """Count a platform's answer; status 0 is none."""
        self._calls.labels(platform, CallResult.of(status)).inc()
        self._call_seconds.labels(platform).observe(seconds)

    def watch_calls(self, platform: str) -> None:
        """Start all results of a platform at 0, so that the first counts as an increase."""
        for result in CallResult:
            self._calls.labels(platform, result)

    def refusals(self) -> Counts[str]:
        samples = (sample for family in self._refusals.collect() for sample in family.samples)
        return Counts({sample.labels["reason"]: int(sample.value) for sample in samples if sample.value})

    def text(self) -> bytes:
        return prometheus_client.generate_latest(self._registry)
