"""The ledger: chips, the journal of every table, and all else that must outlive the process.

One task uses the connection: it stores waiting write sets together, since a commit of any size waits once for the
disk, and reads in between. Every answer waits for the commit it rests on.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from bot.ledger import auditing, forgotten, lasting, queries, schema
from bot.ledger.batch import Accounts, Batch
from bot.ledger.database import Database, StorageBytes
from bot.ledger.dialect import dialect_of
from bot.ledger.errors import (
    AuditFailed,
    Contradiction,
    Damaged,
    LedgerClosed,
    LedgerError,
    OutcomeUnknown,
    RepeatedUpdate,
    WriteRefused,
)
from bot.ledger.expiry import erase_keys
from bot.ledger.fingerprint_log import log_tail, posted_at
from bot.ledger.newest_position import Position, position_of
from bot.ledger.numbers import Numbers
from bot.ledger.postings import Write
from bot.ledger.read_models import Audit
from bot.ledger.schema_version import write_version
from bot.ledger.statements import MUST_FIND, STATEMENTS
from bot.ledger.storage import LOCAL, Storage
from bot.ledger.times import microseconds, moment
from bot.ledger.transactions import disk_failed, not_stored, storage_failed, unknown
from bot.ledger.writes import GroupSaved, JournalLine, LogAppended, MessageForgotten, MessageSaved, Once, WriteSet
from engine.fairness.transparency_log import Head, LogTail

if TYPE_CHECKING:
    from bot.ledger.postgresql import PostgreSQL

P = ParamSpec("P")
T = TypeVar("T")

WRITE_SETS_A_BATCH: Final = 512
"""Most write sets of a transaction, so that the first does not wait long."""

# A line follows the one before by its number, and the rest nothing.
SIDE_BY_SIDE: Final = (JournalLine, MessageForgotten, MessageSaved, Once)
"""Writes that several processes store at once; all others need their turn."""

Outcome: TypeAlias = LedgerError | None

Decision: TypeAlias = Callable[[Connection], WriteSet]
"""Returns the writes from stored data within the transaction, or raises a refusal."""

StoreWatch: TypeAlias = Callable[[WriteSet, Outcome, float], None]
"""Gets each write set, its outcome, and its seconds since queueing."""


class _WriteSet(NamedTuple):
    """A write set and its waiting sender."""

    writes: WriteSet
    answer: asyncio.Future[None]
    queued_at: float
    decide: Decision | None
    """Returns further writes from stored data; they get their own transaction."""


class _Work(NamedTuple):
    """A query, or a change beyond write sets, and its waiting sender."""

    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    stores: bool


class Waiting(NamedTuple):
    writes: int
    reads: int
    """Queries, and changes beyond write sets."""


class Ledger:
    """An open ledger; use ``async with await Ledger.open(...)``.

    All that stores raises ``LedgerClosed`` after the end, and ``NotStored`` if disk or database fails.
    """

    def __init__(
        self, database: Database | PostgreSQL, now: Callable[[], datetime], watch: StoreWatch | None = None
    ) -> None:
        self._database = database
        self._shared = None if isinstance(database, Database) else database
        self._now = now
        self._log = LogTail()
        self.log_head = self._log.head
        """The newest head of the log of fingerprints that this process knows, all durable."""

        self._position = Position(0, 0, "")
        self._posted: dict[tuple[str, str], int] = {}
        """Times of the last posted log heads by group and channel."""

        self._watch = watch
        self._write_sets: deque[_WriteSet] = deque()
        self._work: deque[_Work] = deque()
        self._under_way: Sequence[_WriteSet | _Work] = ()
        self._wake = asyncio.Event()
        self._closing = False
        self._failed: asyncio.Future[LedgerError] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None
        self.numbers = Numbers(self, self._shared)
        self.shared = self._shared is not None
        """True if other processes change the database too."""

        self.record_lock = asyncio.Lock()
        """Held while a finished hand's record is rewritten."""

    # --- begin and end -----------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls, url: str, *, now: Callable[[], datetime], watch: StoreWatch | None = None, storage: Storage = LOCAL
    ) -> Ledger:
        """Open, upgrade and audit the database; ``sqlite+aiosqlite://`` keeps it in memory.

        With ``postgresql+psycopg://`` other processes may use it too.

        Raise ``AnotherInstance``, ``DatabaseTooNew``, ``AuditFailed`` or ``CannotOpen``.
        """
        database = _database(url, storage)
        ledger = cls(database, now, watch)
        try:
            await database.connect()
            await ledger._transact(ledger._begun, stores=False)
        except BaseException as error:
            await ledger.close()
            if isinstance(error, DBAPIError | sqlite3.Error | MemoryError):
                raise database.refusal(error) from error
            raise
        ledger._task = asyncio.create_task(ledger._run(), name="ledger writer")
        return ledger

    def _begun(self, connection: Connection) -> None:
        self._load(connection)
        self._database.position_file.write(self._position)
        self.numbers.load(connection)
        if not (audit := auditing.audit(connection)).sound:
            raise AuditFailed(f"The ledger does not balance: {'; '.join(audit.faults)}.")

    def _load(self, connection: Connection) -> None:
        self._load_log(connection)
        self._posted = posted_at(connection)
        if not self.shared:
            self._position = position_of(connection)

    def _load_log(self, connection: Connection) -> None:
        self._log = log_tail(connection)
        self.log_head = self._log.head

    async def __aenter__(self) -> Ledger:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
        if isinstance(error, DBAPIError) and isinstance(refusal := self._database.refusal(error), Damaged):
            # Not every page is read at the opening.
            raise refusal from error

    async def close(self) -> None:
        """Store waiting writes and close the database; idempotent."""
        self._closing = True
        self._wake.set()
        self._database.hurry()
        try:
            if self._task is not None:
                await asyncio.wait([self._task])
        finally:
            await self._database.close()

    # --- reading and writing -----------------------------------------------------------------------------------

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query on everything acknowledged before, and on nothing under way."""
        return await self._submit(lambda connection: query(connection, *args, **kwargs))

    async def commit(self, writes: WriteSet) -> None:
        """Store a write set durably; cancelling does not withdraw it.

        Nothing is stored on ``Overdrawn``, ``RepeatedUpdate`` and ``WriteRefused``; after ``OutcomeUnknown`` only a new
        start finds out.
        """
        await self._store(writes)

    async def write(
        self,
        beside: WriteSet,
        decide: Callable[Concatenate[Connection, P], WriteSet],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> WriteSet:
        """Store and return a decision made in the same transaction, which refuses by its own error."""
        decided: list[WriteSet] = []

        def deciding(connection: Connection) -> WriteSet:
            decided.append(decide(connection, *args, **kwargs))
            return decided[-1]

        await self._store(beside, deciding)
        return decided[-1]

    async def change(self, work: Callable[Concatenate[Connection, int, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a change beyond write sets, with the time, in its own transaction."""
        return await self.rewrite(work, microseconds(self._now()), *args, **kwargs)

    async def rewrite(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a change that needs no time."""
        return await self._submit(lambda connection: work(connection, *args, **kwargs), stores=True)

    def _store(self, writes: WriteSet, decide: Decision | None = None) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[None] = loop.create_future()
        if self._closing:
            answer.set_exception(LedgerClosed("the ledger is closed"))
        else:
            self._write_sets.append(_WriteSet(writes, answer, loop.time(), decide))
            self._wake.set()
        return answer

    def _submit(
        self, work: Callable[[Connection], T], *, stores: bool = False, outside: bool = False
    ) -> asyncio.Future[T]:
        """Queue work in a transaction, or ``outside`` of one."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._closing:
            answer.set_exception(LedgerClosed("the ledger is closed"))
        else:
            done = work if outside else lambda each: self._database.transaction(each, work, stores=stores)
            self._work.append(_Work(done, answer, stores))
            self._wake.set()
        return answer

    # --- the task ----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while not self._failed.done():
                await self._wake.wait()
                self._wake.clear()
                while (self._write_sets or self._work) and not self._failed.done():
                    for _ in range(len(self._work)):
                        if not self._failed.done():
                            await self._answer(self._work.popleft())
                    if not self._failed.done():
                        await self._commit_batch()
                        # Those just answered join those who wait, or their batches would stay apart for ever.
                        await asyncio.sleep(0)
                if self._closing:
                    return
        finally:
            # Somebody waits only if the task was cancelled or failed.
            self._closing = True
            for each in (*self._under_way, *self._write_sets, *self._work):
                _resolve(each.answer, LedgerClosed("the ledger was closed before this was done"))

    async def _answer(self, each: _Work) -> None:
        if each.answer.done():
            return
        self._under_way = (each,)
        try:
            result = await self._database.run(each.work)
        except Exception as error:
            if each.stores and disk_failed(error):
                # It may have finished before the disk failed.
                error = unknown(error)
            if isinstance(error, OutcomeUnknown):
                self._fail(error)
            _resolve(each.answer, not_stored(error) if each.stores and storage_failed(error) else error)
        else:
            if not each.answer.done():
                each.answer.set_result(result)
        self._under_way = ()

    async def _commit_batch(self) -> None:
        batch, waiting = list[_WriteSet](), self._write_sets
        while waiting and len(batch) < WRITE_SETS_A_BATCH and not (batch and (waiting[0].decide or batch[0].decide)):
            batch.append(waiting.popleft())
        if not batch:
            return
        self._under_way = batch
        outcomes = await self._outcomes(batch)
        self._under_way = ()
        for each, outcome in zip(batch, outcomes, strict=True):
            _resolve(each.answer, outcome)
        if self._watch is not None:
            now = asyncio.get_running_loop().time()
            for each, outcome in zip(batch, outcomes, strict=True):
                self._watch(each.writes, outcome, now - each.queued_at)

    async def _outcomes(self, waiting: Sequence[_WriteSet]) -> Sequence[Outcome]:
        """Store write sets in one transaction; return each refusal or ``None``."""
        writes = [each.writes for each in waiting]
        try:
            decide = waiting[0].decide
            in_turn = decide or (self.shared and not all(isinstance(each, SIDE_BY_SIDE) for each in chain(*writes)))
            batch = await self._transact(lambda c: self._stored(c, writes, decide), stores=True, in_turn=bool(in_turn))
        except Exception as error:
            if isinstance(error, OutcomeUnknown):
                self._fail(error)
                return [error] * len(waiting)
            if storage_failed(error):
                outcome = not_stored(error)
                if disk_failed(error):
                    self._fail(outcome)
                return [outcome] * len(waiting)
            if len(waiting) == 1:
                return [error if isinstance(error, LedgerError) else await self._explain(waiting[0].writes, error)]
        else:
            self._keep(batch)
            return [None] * len(waiting)
        # Give each its own transaction, so that only the faulty one fails.
        return [
            LedgerClosed("the disk has failed before this was stored")
            if self._failed.done()
            else (await self._outcomes([each]))[0]
            for each in waiting
        ]

    def _stored(self, connection: Connection, waiting: Iterable[WriteSet], decide: Decision | None) -> Batch:
        """Store in the open transaction what ``decide`` returns and all write sets.

        Raise ``LedgerError`` or ``Contradiction`` if it has to be rolled back.
        """
        decided = () if decide is None else decide(connection)
        writes = list(chain(decided, *waiting))
        anew = self.shared and any(isinstance(each, LogAppended) for each in writes)
        batch = Batch(Accounts(connection), microseconds(self._now()), log_tail(connection) if anew else self._log)
        for write in writes:
            write.store(batch)
        if self.shared:
            _check_books(batch, writes)
        batch.rows["balance"] = [(each.moved, each.id) for each in batch.accounts.values() if each.moved]
        run(connection, batch)
        return batch

    def _keep(self, batch: Batch) -> None:
        """Keep in memory what is durable now."""
        if batch.log is not self._log:
            self._log, self.log_head = batch.log, batch.log.head
        self._posted |= batch.posted
        head, before = self.log_head, self._position
        lines = before.lines if batch.line is None else (batch.line,)
        self._position = Position(batch.posting or before.posting, head.size, head.root.hex(), lines)
        self._database.position_file.write(self._position)

    async def _transact(self, work: Callable[[Connection], T], *, stores: bool, in_turn: bool = False) -> T:
        database = self._database
        return await database.run(lambda each: database.transaction(each, work, stores=stores, in_turn=in_turn))

    async def _explain(self, writes: WriteSet, cause: Exception) -> Outcome:
        for each in writes:
            if not isinstance(each, Once | JournalLine) or not each.key:
                continue
            try:
                done = await self._transact(partial(queries.is_done, key=each.key), stores=False)
            except Exception as error:
                return not_stored(error) if storage_failed(error) else _refused(cause)
            if done:
                return RepeatedUpdate(each.key)
        return _refused(cause)

    def _fail(self, error: LedgerError) -> None:
        """Take nothing more, since a disk that failed once cannot be trusted."""
        self._closing = True
        if not self._failed.done():
            self._failed.set_result(error)

    async def failure(self) -> LedgerError:
        return await asyncio.shield(self._failed)

    @property
    def waiting(self) -> Waiting:
        return Waiting(len(self._write_sets), len(self._work))

    # --- the disk ----------------------------------------------------------------------------------------------

    @property
    def on_disk(self) -> bool:
        return self._database.path is not None

    def storage(self) -> StorageBytes:
        return self._database.storage()

    async def answers(self) -> None:
        """Wait for the task's turn and an empty transaction."""
        await self._submit(lambda _: None)

    async def can_store(self) -> bool:
        """Rewrite a row unchanged, and return true if the disk accepts it."""
        try:
            await self.rewrite(write_version)
        except LedgerError:
            return False
        return True

    async def copy_to(self, target: Path) -> None:
        """Copy the durable ledger to a private file during use.

        Raise ``NotCopied`` or ``LedgerClosed``, perhaps with a partial file.
        """
        await self._database.copy(target)

    async def erase_keys(self, closed_before: datetime) -> int:
        """Erase keys of hands closed before a moment, log included; return their number. An error may leave some."""
        before = microseconds(closed_before)

        def erased(connection: Connection) -> int:
            number = self._database.transaction(connection, lambda c: erase_keys(c, before), stores=True)
            self._database.empty_log(connection)
            return number

        return await self._submit(erased, stores=True, outside=True)

    async def clean_free_space(self) -> None:
        """Rewrite the database without traces of forgotten people; repeatable, about a second per 100 MB."""

        def cleaned(connection: Connection) -> None:
            self._database.clean_free_space(connection)
            self._database.transaction(connection, lasting.forget_cleaned, stores=True)
            self._database.empty_log(connection)

        await self._submit(cleaned, stores=True, outside=True)

    @property
    def forgotten(self) -> dict[str, int]:
        """The numbers of people whom another process has forgotten, until they are taken out of here."""
        return self._database.identities.forgotten

    # --- forgotten people --------------------------------------------------------------------------------------

    async def note_forgotten(self, player: str) -> None:
        """List a player beside the database, for restored backups to forget."""
        number = self._database.identities.number(player)
        if self._database.path is not None and number is not None:
            await asyncio.to_thread(forgotten.note, self._database.path, [number], self._database.disk)

    async def lasting_id(self, player: str, new_key: bytes = b"") -> str:
        """Return the id that outlives a player, empty without a key; ``new_key`` is kept if there is none."""
        key = await (self.rewrite if new_key else self.read)(lasting.key_of_hashes, new_key)
        return await asyncio.to_thread(lasting.lasting_id, key, player) if key else ""

    # --- what is in memory -------------------------------------------------------------------------------------

    async def newest_head(self) -> Head:
        """Return the head of the log, of which other processes may have written the end."""
        if self._shared is not None:
            await self.read(self._load_log)
        return self.log_head

    def head_posted_at(self, group: str, channel: str) -> datetime | None:
        """Return the time of a place's last log head."""
        at = self._posted.get((group, channel))
        return None if at is None else moment(at)

    async def audit(self) -> Audit:
        """Check that balances equal their entries and sum to zero."""
        return await self.read(auditing.audit)


def run(connection: Connection, batch: Batch) -> None:
    """Run the statements of a batch; raise ``Contradiction``."""
    filled = [(name, rows) for name in STATEMENTS if (rows := batch.rows.get(name))]
    changed = dialect_of(connection).run(connection, ((STATEMENTS[name], rows) for name, rows in filled))
    for (name, rows), count in zip(filled, changed, strict=True):
        if name in MUST_FIND and count != len(rows):
            raise Contradiction(f"{name} finds no row to change")


def _check_books(batch: Batch, writes: Sequence[Write]) -> None:
    """Raise ``Contradiction`` for chips of a group whose book another group keeps now."""
    kept, leaving = schema.chat_group.c, {each.group for each in writes if isinstance(each, GroupSaved)}
    groups = {account.group for account in batch.accounts} - leaving
    elsewhere = select(kept.id).where(kept.id.in_(groups), kept.book != "").limit(1)
    if groups and batch.accounts.connection.execute(elsewhere).first():
        raise Contradiction("another group keeps the book of a group")


def _database(url: str, storage: Storage) -> Database | PostgreSQL:
    if not url.startswith("postgresql"):
        return Database(url, storage)
    from bot.ledger.postgresql import PostgreSQL

    return PostgreSQL(url)


def _refused(cause: Exception) -> WriteRefused:
    refusal = WriteRefused(f"the write set cannot be stored: {cause}")
    refusal.__cause__ = cause
    return refusal


def _resolve(answer: asyncio.Future[Any], outcome: BaseException | None) -> None:
    if answer.done():
        return
    if outcome is None:
        answer.set_result(None)
    else:
        answer.set_exception(outcome)
