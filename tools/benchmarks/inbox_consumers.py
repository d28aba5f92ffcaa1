"""A consumer of an inbox in a process of its own, and a way to put updates in it: Kiu's own and two libraries.

Run as ``python -m tools.benchmarks.inbox_consumers KIND URL SLOT…``, it prints key and time of each update it takes.
The libraries are no dependency: ``pip install procrastinate==3.10.0 pgqueuer==1.6.0``.
"""

# mypy: disable-error-code="import-not-found, no-untyped-call, untyped-decorator"

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any, TypeAlias

import psycopg

from bot.cluster.inbox import Arrival, Inbox, Taken
from bot.cluster.session import plain

SLOTS = 32

Put: TypeAlias = Callable[[int, str], Awaitable[object]]
Tell: TypeAlias = Callable[[str], None]


def tell(key: str) -> None:
    print(key, time.monotonic(), flush=True)


@asynccontextmanager
async def kiu_puts(url: str) -> AsyncIterator[Put]:
    inbox = Inbox(url)
    await inbox.begin()
    yield lambda slot, key: inbox.put(Arrival(slot, "bench", key, "{}"))
    await inbox.stop()


async def kiu_takes(url: str, slots: Sequence[int]) -> None:
    inbox = Inbox(url)

    async def handle(taken: Taken) -> None:
        tell(taken.key)

    inbox.handlers["bench"] = handle
    for slot in slots:
        inbox.serve(slot)
    await inbox.run()


def _procrastinate(url: str) -> Any:
    import procrastinate

    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=plain(url)))

    @app.task(name="update", pass_context=True)
    async def update(context: Any) -> None:
        tell(context.job.queueing_lock)

    return app


@asynccontextmanager
async def procrastinate_puts(url: str) -> AsyncIterator[Put]:
    from procrastinate.exceptions import AlreadyEnqueued

    app = _procrastinate(url)
    async with app.open_async():
        await app.schema_manager.apply_schema_async()

        async def put(slot: int, key: str) -> None:
            job = app.configure_task("update", queue=f"slot-{slot}", lock=f"slot-{slot}", queueing_lock=key)
            with suppress(AlreadyEnqueued):
                await job.defer_async()

        yield put


async def procrastinate_takes(url: str, slots: Sequence[int]) -> None:
    app = _procrastinate(url)
    async with app.open_async():
        await app.run_worker_async(
            queues=[f"slot-{each}" for each in slots],
            concurrency=SLOTS,
            fetch_job_polling_interval=1.0,
            update_heartbeat_interval=1.0,
            stalled_worker_timeout=3.0,
            delete_jobs="successful",
        )


async def _pgqueuer(url: str) -> Any:
    from pgqueuer import PgQueuer
    from pgqueuer.db import PsycopgDriver

    connection = await psycopg.AsyncConnection.connect(plain(url), autocommit=True)
    return PgQueuer(PsycopgDriver(connection))


@asynccontextmanager
async def pgqueuer_puts(url: str) -> AsyncIterator[Put]:
    queue = await _pgqueuer(url)
    async with queue.connection:
        await queue.qm.queries.install()
        yield lambda slot, key: queue.qm.queries.enqueue(
            f"slot-{slot}", key.encode(), dedupe_key=key, on_conflict="skip"
        )


async def pgqueuer_takes(url: str, slots: Sequence[int]) -> None:
    queue = await _pgqueuer(url)

    async def update(job: Any) -> None:
        tell(job.payload.decode())

    for each in slots:
        queue.entrypoint(f"slot-{each}", concurrency_limit=1)(update)
    await queue.run(dequeue_timeout=timedelta(seconds=1), heartbeat_timeout=timedelta(seconds=3))


PUTS = {"kiu": kiu_puts, "procrastinate": procrastinate_puts, "pgqueuer": pgqueuer_puts}
TAKES = {"kiu": kiu_takes, "procrastinate": procrastinate_takes, "pgqueuer": pgqueuer_takes}


if __name__ == "__main__":
    kind, database, *own = sys.argv[1:]
    asyncio.run(TAKES[kind](database, list(map(int, own))))
