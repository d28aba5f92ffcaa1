"""The inbox: updates that arrived in one process and are carried out by the owner of their group's slot.

An update is durable once it is put, and put twice it is kept once. Owners are woken by ``NOTIFY`` and look every second
besides, so a wake-up may be lost. Safety does not rest on the inbox: an update that is handled again after a kill adds
nothing, since keys of actions are unique.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import psycopg
import structlog

from bot.cluster.session import Session, connect
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored

log = structlog.get_logger()

T = TypeVar("T")

CHANNEL: Final = "inbox"

LOOK_SECONDS: Final = 1.0
"""The pause between looks without a wake-up."""

RETRY_SECONDS: Final = 0.5
"""The pause before an update that could not be stored, or a lost connection, is tried again."""

PUT_SECONDS: Final = 20.0
"""The most seconds for storing an update, before its platform is to repeat it."""

MOST_TAKEN: Final = 100

KEPT: Final = timedelta(hours=26)
"""The time for which keys of handled updates are known; Telegram repeats updates for a day."""

SCHEMA: Final = """
SELECT pg_advisory_xact_lock(hashtext('inbox'));
CREATE TABLE IF NOT EXISTS inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slot integer NOT NULL,
    platform text NOT NULL,
    key text NOT NULL UNIQUE,
    content text NOT NULL,
    put timestamptz NOT NULL DEFAULT clock_timestamp(),
    told boolean NOT NULL DEFAULT false,
    taken timestamptz,
    handled timestamptz
);
CREATE TABLE IF NOT EXISTS note (
    key text PRIMARY KEY,
    value text NOT NULL,
    made timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS ix_inbox_waiting ON inbox (slot, id) WHERE handled IS NULL;
CREATE INDEX IF NOT EXISTS ix_inbox_handled ON inbox (handled) WHERE handled IS NOT NULL
"""

_PUT: Final = """
INSERT INTO inbox (slot, platform, key, content)
SELECT * FROM unnest(%s::integer[], %s::text[], %s::text[], %s::text[]) ON CONFLICT (key) DO NOTHING
"""

# A wake-up may be lost, so nobody waits for the disk again.
_WAKE: Final = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"

# Names of people stay no longer than they are needed.
_TAKE: Final = """
WITH done AS (UPDATE inbox SET handled = clock_timestamp(), content = '' WHERE id = ANY(%s))
UPDATE inbox SET taken = clock_timestamp() WHERE id IN (
    SELECT id FROM inbox
    WHERE handled IS NULL AND slot = ANY(%s) AND platform = ANY(%s) AND id <> ALL(%s)
    ORDER BY id LIMIT %s FOR UPDATE
) RETURNING id, slot, platform, key, content, told
"""

# A process that still moves has answered what it took so long ago.
_TELL: Final = """
UPDATE inbox SET told = true
WHERE key = %s AND handled IS NULL AND (taken IS NULL OR taken < clock_timestamp() - interval '1.6 s') RETURNING id
"""

_NOTE: Final = """
WITH made AS (INSERT INTO note (key, value) VALUES (%s, %s) ON CONFLICT (key) DO NOTHING RETURNING value)
SELECT value FROM made UNION ALL SELECT value FROM note WHERE key = %s
"""

_KEEP: Final = """
INSERT INTO note (key, value) VALUES (%s, %s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, made = excluded.made
"""

_PRUNE: Final = "DELETE FROM inbox WHERE handled < clock_timestamp() - %s::interval"

_PRUNE_NOTES: Final = "DELETE FROM note WHERE made < clock_timestamp() - %s::interval"


class Arrival(NamedTuple):
    """An update as its platform sent it."""

    slot: int
    platform: str
    key: str
    content: str
    """JSON, or whatever its platform's handler reads."""


class Taken(NamedTuple):
    id: int
    slot: int
    platform: str
    key: str
    content: str
    told: bool
    """True if its sender was told that nobody answers yet."""


Handler: TypeAlias = Callable[[Taken], Awaitable[None]]
"""Carries out an update; raises ``NotStored`` or ``LedgerClosed`` if it has to be tried again."""


class Inbox:
    def __init__(self, url: str, name: str = "kiu") -> None:
        """Connect when it is needed, under the name of the process's sessions."""
        self._url, self._name = url, name
        self.handlers: dict[str, Handler] = {}
        """By platform; updates of others wait."""

        self._slots: set[int] = set()
        self._puts, self._takes = Session(url, name), Session(url, name, durable=False)
        self._waiting: list[tuple[Arrival, asyncio.Future[None]]] = []
        self._putting = asyncio.Lock()
        self._under_way: dict[int, tuple[asyncio.Task[None], int]] = {}
        """The task and the slot of each update taken and not yet marked as handled, by number."""

        self._here: dict[asyncio.Future[None], int] = {}
        """The slots of updates under way that arrived in this process, by their end."""

        self._handled: list[int] = []
        self._tasks = TaskSet()
        self._woken = asyncio.Event()

    async def begin(self) -> None:
        """Make the table if there is none."""
        await self._lasting(lambda: self._takes.run(SCHEMA))

    async def run(self) -> None:
        """Take updates until cancelled, however often the connection is lost."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._take())

    async def stop(self) -> None:
        await self._tasks.stop()
        await asyncio.gather(self._puts.close(), self._takes.close())

    async def put(self, arrival: Arrival) -> None:
        """Return once an update is durable, or raise ``NotStored``; those that come meanwhile share a transaction."""
        try:
            async with asyncio.timeout(PUT_SECONDS):
                await self._put(arrival)
        except TimeoutError:
            raise NotStored("the database does not answer") from None

    async def _put(self, arrival: Arrival) -> None:
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append((arrival, stored))
        async with self._putting:
            if stored.done():
                return
            batch, self._waiting = self._waiting, []
            arrivals = [each for each, _ in batch]
            try:
                await self._lasting(lambda: self._puts.run(_PUT, *map(list, zip(*arrivals, strict=True))))
            except BaseException:
                self._waiting = batch + self._waiting
                raise
            for _, each in batch:
                if not each.done():
                    each.set_result(None)
        with suppress(psycopg.Error):
            # Apart from the transaction, which a full queue of notifications would undo.
            await self._puts.run(_WAKE, CHANNEL, ",".join({str(each.slot) for each in arrivals}))

    async def tell(self, key: str) -> bool:
        """Return ``True`` if nobody has answered an update; who takes it later knows that its sender was told."""
        with suppress(psycopg.OperationalError):
            # The session may have been lost since it was last used.
            with suppress(psycopg.OperationalError):
                return bool(await self._puts.run(_TELL, key))
            return bool(await self._puts.run(_TELL, key))
        return True

    def serves(self, slot: int) -> bool:
        return slot in self._slots

    async def carry_out(self, slot: int, handle: Callable[[], Awaitable[None]]) -> None:
        """Carry out an update that arrived in the process that serves its slot."""
        done = asyncio.get_running_loop().create_future()
        self._here[done] = slot
        try:
            await handle()
        finally:
            del self._here[done]
            done.set_result(None)

    def serve(self, slot: int) -> None:
        """Take the updates of a slot from now on, those that wait first."""
        self._slots.add(slot)
        self._woken.set()

    async def give_away(self, slot: int, seconds: float = 2.0) -> None:
        """Take no more updates of a slot, and wait a moment for those that are under way."""
        self._slots.discard(slot)
        own = [done for done, of in self._here.items() if of == slot]
        if ends := [*own, *(task for task, of in self._under_way.values() if of == slot)]:
            await asyncio.wait(ends, timeout=seconds)

    async def in_turn(self, seconds: float) -> None:
        """Wait until this process may do something that all do one after the other, with a pause between two."""
        while True:
            with suppress(psycopg.OperationalError):
                connection = await connect(self._url, self._name)
                try:
                    await connection.execute("SELECT pg_advisory_lock(hashtext('inbox turn'))")
                except BaseException:
                    await connection.close()
                    raise
                self._tasks.start(self._end_turn(connection, seconds))
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def _end_turn(self, connection: psycopg.AsyncConnection[Any], seconds: float) -> None:
        # The turn ends with its session, however the process ends.
        try:
            await asyncio.sleep(seconds)
        finally:
            await connection.close()

    async def noted(self, key: str) -> str | None:
        found = await self._lasting(lambda: self._puts.run("SELECT value FROM note WHERE key = %s", key))
        return found[0][0] if found else None

    async def note(self, key: str, value: str) -> str:
        """Make a note unless the key has one, and return the one that it has."""
        found: list[tuple[str]] = []
        while not found:
            # Of two at once, the second finds the first one's after it is stored.
            found = await self._puts.run(_NOTE, key, value, key)
        return found[0][0]

    async def keep(self, key: str, value: str) -> None:
        """Make a note in place of the one that the key has; without an answer of the database it is lost."""
        with suppress(psycopg.Error):
            await self._takes.run(_KEEP, key, value)

    async def prune(self) -> None:
        """Forget notes, and the keys of updates that no platform repeats any more."""
        await self._takes.run(_PRUNE, KEPT)
        await self._takes.run(_PRUNE_NOTES, KEPT)

    async def _listen(self) -> None:
        while True:
            with suppress(psycopg.Error):
                async with await connect(self._url, self._name) as listener:
                    await listener.execute(f"LISTEN {CHANNEL}")
                    self._woken.set()
                    async for each in listener.notifies():
                        if not self._slots.isdisjoint(map(int, each.payload.split(","))):
                            self._woken.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _take(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._woken.wait()
            self._woken.clear()
            try:
                while await self._take_some() == MOST_TAKEN:
                    pass
            except psycopg.Error as error:
                log.warning("inbox not read", action="tried again", error=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _take_some(self) -> int:
        """Mark what is handled, begin what waits, and return its number."""
        handled = self._handled.copy()
        wanted = list(self._slots), list(self.handlers), list(self._under_way)
        taken = await self._takes.run(_TAKE, handled, *wanted, MOST_TAKEN)
        del self._handled[: len(handled)]
        for done in handled:
            self._under_way.pop(done, None)
        # A slot may have been given away meanwhile, and others take its updates.
        for each in sorted(Taken(*row) for row in taken if row[1] in self._slots):
            self._under_way[each.id] = self._tasks.start(self._handle(each)), each.slot
        return len(taken)

    async def _handle(self, taken: Taken) -> None:
        try:
            await self.handlers.get(taken.platform, _not_here)(taken)
        except (NotStored, LedgerClosed):
            await asyncio.sleep(RETRY_SECONDS)
            self._under_way.pop(taken.id, None)
        except Exception as error:
            # Repetition would not help.
            action = "it is not handled again"
            log.exception("update failed", action=action, platform=taken.platform, error=type(error).__name__)
            self._handled.append(taken.id)
        else:
            self._handled.append(taken.id)
        self._woken.set()

    async def _lasting(self, call: Callable[[], Awaitable[T]]) -> T:
        """Repeat an idempotent call until the database answers."""
        while True:
            try:
                return await call()
            except psycopg.OperationalError as error:
                log.warning("inbox not reached", action="tried again", error=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)


async def _not_here(taken: Taken) -> None:
    raise NotStored("the platform does not let this process in any more")
