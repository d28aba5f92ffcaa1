"""The cost of an action on PostgreSQL, measured while Kiu plays at the pace of people and shows it nowhere."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Final, NamedTuple

import psycopg

from bot.app import App, open_app
from bot.cluster.session import plain
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.tables.table import Table
from tools.benchmarks.scenario import next_move, open_tables
from tools.postgresql import Server, running

TABLES: Final = 25
PEOPLE: Final = 6
SECONDS: Final = 30.0
PAUSE: Final = 0.2
"""Seconds that people think on average, so that actions come as they do and few share a transaction."""

SETTINGS: Final = ("shared_preload_libraries=pg_stat_statements",)

_COUNTED: Final = """
    SELECT sum(calls), pg_current_wal_insert_lsn() - '0/0', (SELECT wal_sync FROM pg_stat_wal),
        sum(calls) FILTER (WHERE query ~ '^SELECT posting.id, posting.at'), sum(total_exec_time),
        sum(total_exec_time) FILTER (
            WHERE query !~ '^(BEGIN|COMMIT|SELECT|UPDATE ledger_session)|(INTO|FROM) (journal|message|once)'
        )
    FROM pg_stat_statements WHERE query !~ 'pg_stat'
"""


class Cost(NamedTuple):
    """The cost of one durable action, with its share of deals, results and everything that is read."""

    statements: float
    log_bytes: float
    syncs: float
    turns: float
    """Transactions that store one at a time, whatever the process: all but those with lines of journals alone."""

    turn_seconds: float
    """Of a processor, by PostgreSQL for what such transactions store."""

    database_seconds: float
    """Of a processor, by PostgreSQL."""

    rate: float
    """Actions a second while this was measured."""


def measure() -> Cost:
    """Play for a while; raise ``ServerFailed`` where PostgreSQL is not installed."""
    with running(*SETTINGS) as server:
        return asyncio.run(_measure(server, server.new_database()))


async def _measure(server: Server, url: str) -> Cost:
    async with open_app(url, chats={}, clock=SystemClock(), entropy=SystemEntropy()) as app:
        tables = await open_tables(app, TABLES, PEOPLE)
        with psycopg.connect(plain(url), autocommit=True) as looking:
            looking.execute("CREATE EXTENSION pg_stat_statements")
            await _play(app, tables, 5.0)
            before, work = _counts(looking), server.processor_seconds()
            start = time.perf_counter()
            actions = await _play(app, tables, SECONDS)
            took = time.perf_counter() - start
            work = server.processor_seconds() - work
            after = _counts(looking)
    statements, log, syncs, turns, every, in_turn = (
        (new - old) / actions for new, old in zip(after, before, strict=True)
    )
    return Cost(statements, log, syncs, turns, work / actions * in_turn / every, work / actions, actions / took)


async def _play(app: App, tables: list[Table], seconds: float) -> int:
    """Return the number of actions."""
    rng, until = Random(1), time.perf_counter() + seconds

    async def one(table: Table) -> int:
        moves = 0
        await asyncio.sleep(rng.random() * PAUSE)
        while time.perf_counter() < until:
            await next_move(app, table)
            moves += 1
            await asyncio.sleep(rng.expovariate(1 / PAUSE))
        return moves

    return sum(await asyncio.gather(*map(one, tables)))


def _counts(looking: psycopg.Connection[tuple[object, ...]]) -> list[float]:
    found = looking.execute(_COUNTED).fetchone()
    assert found is not None
    return [float(str(each)) for each in found]
