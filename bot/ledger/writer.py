"""The writer, the only task on the connection: it batches write sets, and reads in between.

A commit of any size waits once for the disk; every answer waits for the commit it rests on.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.ledger import player_counts, schema
from bot.ledger.batch import ENCODERS, Batch, microseconds
from bot.ledger.database import Database, clean_free_space, empty_log
from bot.ledger.errors import (
    LedgerClosed,
    LedgerError,
    NotStored,
    OutcomeUnknown,
    Overdrawn,
    RepeatedUpdate,
    WriteRefused,
)
from bot.ledger.fingerprint_log import log_tail, posted_at
from bot.ledger.newest_position import Position, position_of
from bot.ledger.player_counts import PlayerGame
from bot.ledger.receipt_expiry import drop_receipts
from bot.ledger.statements import PreparedStatement, prepare
from bot.ledger.writes import MINT, WALLET, Account, HandClosed, Posting, Receipt, Transfer, WriteSet, wallet
from engine.fairness.transparency_log import Head, LogTail

log = structlog.get_logger()

T = TypeVar("T")

WRITE_SETS_A_BATCH: Final = 512
"""Most write sets of a transaction, so that the first does not wait long."""

RECEIPTS_REMEMBERED: Final = 10_000
ACCOUNTS_REMEMBERED: Final = 100_000

# One by one: SQLite searches all accounts for a list.
_ACCOUNT: Final = select(schema.account.c.id, schema.account.c.balance).where(
    schema.account.c.kind == bindparam("kind"),
    schema.account.c.group_id == bindparam("group"),
    schema.account.c.owner == bindparam("owner"),
)

STORAGE_ERRORS: Final = ("DatabaseError", "InternalError", "OperationalError")
"""Driver errors that blame disk or database, not the write set."""


NEVER_STORED: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CONSTRAINT)
"""Codes of a failed COMMIT that certainly stored nothing, since its valid end is written last."""

PRIMARY_CODE: Final = 0xFF
"""Bits of an SQLite error code that tell its kind; the rest tell the place."""


class QueuedWriteSet(NamedTuple):
    """A write set and its waiting sender."""

    writes: WriteSet
    answer: asyncio.Future[None]
    queued_at: float

    decide: Decision | None = None
    """Returns writes that depend on stored data; they get their own transaction."""


class QueuedWork(NamedTuple):
    """A query, or a change beyond write sets, and its waiting sender."""

    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    stores: bool = False

    changes: bool = False
    """True if it stores data that the writer has in memory."""


class Waiting(NamedTuple):
    """Amounts of waiting work."""

    writes: int
    reads: int
    """Queries, and changes beyond write sets."""


class KnownAccount(NamedTuple):
    """An account in memory."""

    id: int
    balance: int
    holder: int | None
    """The player's wallet number; ``None`` for nobody's chips."""


Outcome: TypeAlias = LedgerError | None

StoreWatch: TypeAlias = Callable[[WriteSet, Outcome, float], None]
"""Gets each write set, its outcome, and its seconds since queueing."""

Decision: TypeAlias = Callable[[Connection], WriteSet]
"""Returns the writes from stored data within the transaction, or raises a refusal."""


class Writer:
    """The only user of the connection."""

    def __init__(self, database: Database, now: Callable[[], datetime], watch: StoreWatch | None = None) -> None:
        self._database = database
        self._now = now
        self._watch = watch
        self._write_sets: deque[QueuedWriteSet] = deque()
        self._work: deque[QueuedWork] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self.failed: asyncio.Future[LedgerError] = asyncio.get_running_loop().create_future()
        """Done with an error once the disk fails; then nothing more is stored."""

        self._statements: dict[str, PreparedStatement] = {}
        self._accounts: dict[Account, KnownAccount] = {}
        self._next_account = 1
        self._next_posting = 1
        self._posted_at = 0

        self._receipts: OrderedDict[str, Receipt] = OrderedDict()
        self._log: LogTail | None = None
        self._log_head = LogTail().head
        self._posted: dict[tuple[str, str], int] = {}
        self._line: tuple[str, int] | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._database.run(self._load)
        self._database.position_file.write(await self._database.run(lambda c: _in_transaction(c, position_of)))
        self._task = asyncio.create_task(self._run(), name="ledger writer")

    async def stop(self) -> None:
        """Store waiting work, then end."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.wait([self._task])

    def store(self, writes: WriteSet, decide: Decision | None = None) -> asyncio.Future[None]:
        """Queue a write set; the future ends once it is durable or refused."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[None] = loop.create_future()
        if self._closing:
            answer.set_exception(LedgerClosed("the ledger is closed"))
        else:
            self._write_sets.append(QueuedWriteSet(writes, answer, loop.time(), decide))
            self._wake.set()
        return answer

    def read(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a query of everything acknowledged, and of nothing under way."""
        return self._submit(lambda connection: _in_transaction(connection, work))

    def change(self, work: Callable[[Connection, int], T]) -> asyncio.Future[T]:
        """Queue a change beyond write sets, such as a new group id, with the time.

        It runs in its own transaction, and memory is reloaded afterwards.
        """

        def changed(connection: Connection) -> T:
            return _in_transaction(connection, lambda c: work(c, microseconds(self._now())))

        return self._submit(changed, stores=True, changes=True)

    def erase(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a change in its own transaction that leaves the write-ahead log empty."""

        def erased(connection: Connection) -> T:
            result = _in_transaction(connection, work)
            empty_log(connection)
            return result

        return self._submit(erased, stores=True, changes=True)

    def rewrite(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a change of rows that memory does not hold."""
        return self._submit(lambda connection: _in_transaction(connection, work), stores=True)

    def clean_free_space(self, done: Callable[[Connection], None]) -> asyncio.Future[None]:
        """Queue a rewrite of the database without traces of old data."""

        def cleaned(connection: Connection) -> None:
            clean_free_space(connection)
            _in_transaction(connection, done)
            empty_log(connection)

        return self._submit(cleaned, stores=True, changes=True)

    def _submit(
        self, work: Callable[[Connection], T], *, stores: bool = False, changes: bool = False
    ) -> asyncio.Future[T]:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._closing:
            answer.set_exception(LedgerClosed("the ledger is closed"))
        else:
            self._work.append(QueuedWork(work, answer, stores, changes))
            self._wake.set()
        return answer

    def known_balance(self, account: Account) -> int | None:
        known = self._accounts.get(account)
        return None if known is None else known.balance

    def known_receipt(self, key: str) -> Receipt | None:
        return self._receipts.get(key)

    @property
    def waiting(self) -> Waiting:
        return Waiting(len(self._write_sets), len(self._work))

    @property
    def log_head(self) -> Head:
        """The durable head of the log of fingerprints."""
        return self._log_head

    def head_posted_at(self, group: str, channel: str) -> int | None:
        """Return the stored time of a place's last log head, if any."""
        return self._posted.get((group, channel))

    @property
    def remembers_all_receipts(self) -> bool:
        """True if memory holds the receipt of every update."""
        return len(self._receipts) < RECEIPTS_REMEMBERED

    # -- the task

    async def _run(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._write_sets or self._work:
                    for _ in range(len(self._work)):
                        await self._answer(self._work.popleft())
                        if self.failed.done():
                            return
                    if waiting := self._next_batch():
                        await self._commit_batch(waiting)
                    if self.failed.done():
                        return
                if self._closing:
                    return
        finally:
            # Somebody waits only if the task was cancelled or failed.
            self._closing = True
            for answer in [each.answer for each in self._write_sets] + [each.answer for each in self._work]:
                _resolve(answer, LedgerClosed("the ledger was closed before this was done"))

    def _next_batch(self) -> list[QueuedWriteSet]:
        batch: list[QueuedWriteSet] = []
        while self._write_sets and len(batch) < WRITE_SETS_A_BATCH:
            alone = self._write_sets[0].decide is not None
            if alone and batch:
                break
            batch.append(self._write_sets.popleft())
            if alone:
                break
        return batch

    async def _answer(self, query: QueuedWork) -> None:
        if query.answer.done():
            return
        try:
            result = await self._database.run(query.work)
            if query.changes:
                self._forget()
                await self._database.run(self._load)
        except Exception as error:
            if query.stores and _disk_failed(error):
                # It may have finished before the disk failed.
                error = _unknown(error)
            if isinstance(error, OutcomeUnknown):
                self._fail(error)
            _resolve(query.answer, _not_stored(error) if query.stores and _storage_failed(error) else error)
        except BaseException:
            _resolve(query.answer, LedgerClosed("the ledger was closed before this was answered"))
            raise
        else:
            if not query.answer.done():
                query.answer.set_result(result)

    async def _commit_batch(self, waiting: list[QueuedWriteSet]) -> None:
        try:
            outcomes: Sequence[Outcome] = await self._outcomes(waiting)
        except BaseException:
            for each in waiting:
                _resolve(each.answer, LedgerClosed("the ledger was closed before this was stored"))
            raise
        for each, outcome in zip(waiting, outcomes, strict=True):
            _resolve(each.answer, outcome)
        if self._watch is not None:
            now = asyncio.get_running_loop().time()
            for each, outcome in zip(waiting, outcomes, strict=True):
                self._watch(each.writes, outcome, now - each.queued_at)

    async def _outcomes(self, waiting: list[QueuedWriteSet]) -> Sequence[Outcome]:
        """Store write sets in one transaction; return each refusal or ``None``."""
        try:
            return await self._database.run(lambda connection: self._write(connection, waiting))
        except Exception as error:
            self._forget()
            if isinstance(error, OutcomeUnknown):
                self._fail(error)
                return [error] * len(waiting)
            if _storage_failed(error):
                outcome = _not_stored(error)
                if _disk_failed(error):
                    self._fail(outcome)
                return [outcome] * len(waiting)
            if len(waiting) == 1:
                return [await self._explain(waiting[0].writes, error)]
        # Give each its own transaction, so that only the faulty one fails.
        return [
            LedgerClosed("the disk has failed before this was stored")
            if self.failed.done()
            else (await self._outcomes([each]))[0]
            for each in waiting
        ]

    def _fail(self, error: LedgerError) -> None:
        """Take nothing more, since a disk that failed once cannot be trusted."""
        self._closing = True
        if not self.failed.done():
            self.failed.set_result(error)

    async def _explain(self, writes: WriteSet, cause: Exception) -> Outcome:
        receipts = [write for write in writes if isinstance(write, Receipt)]
        receipt = schema.receipt.c
        query = select(receipt.key, receipt.fingerprint, receipt.reply).where(
            receipt.key.in_([each.key for each in receipts])
        )
        try:
            found = await self._database.run(
                lambda connection: _in_transaction(connection, lambda c: c.execute(query).first())
            )
        except Exception as error:
            if _storage_failed(error):
                return _not_stored(error)
            found = None
        if found is not None:
            repeated = next(each for each in receipts if each.key == found.key)
            return RepeatedUpdate(found.key, found.reply, same=repeated.fingerprint == found.fingerprint)
        refusal = WriteRefused(f"the write set cannot be stored: {cause}")
        refusal.__cause__ = cause
        return refusal

    # -- inside the transaction

    def _load(self, connection: Connection) -> None:
        # Constant, and slow to compile.
        self._statements = self._statements or prepare(connection.dialect)
        with connection.begin():
            self._next_account = (connection.execute(select(func.max(schema.account.c.id))).scalar() or 0) + 1
            newest = select(schema.posting.c.id, schema.posting.c.at).order_by(schema.posting.c.id.desc()).limit(1)
            number, self._posted_at = connection.execute(newest).first() or (0, 0)
            self._next_posting = number + 1
            receipt = schema.receipt.c
            recent = select(receipt.key, receipt.fingerprint, receipt.reply).order_by(receipt.id.desc())
            rows = connection.execute(recent.limit(RECEIPTS_REMEMBERED)).all()
            self._keep_log(log_tail(connection))
            self._posted = posted_at(connection)
        self._receipts = OrderedDict((row.key, Receipt(*row)) for row in reversed(rows))

    def _write(self, connection: Connection, waiting: list[QueuedWriteSet]) -> list[LedgerError | None]:
        with _transaction(connection):
            try:
                waiting = [_decided(each, connection) for each in waiting]
            except LedgerError as refusal:
                return [refusal]
            log = log_tail(connection) if self._log is None else self._log
            batch = Batch(microseconds(self._now()), log, self._next_posting, self._posted_at)
            new = self._load_accounts(connection, waiting)
            if counted := self._counted(waiting):
                batch.streaks = player_counts.streaks(connection, counted)
            for each in waiting:
                batch.outcomes.append(self._add(batch, each.writes))
            self._add_balances(batch, new)
            if batch.rows:
                self._execute(connection, batch.rows)
            if batch.receipts:
                drop_receipts(connection, batch.at, len(batch.receipts))
            for hand in batch.voided:
                player_counts.recount_hand(connection, hand)
        self._keep_in_memory(batch)
        return batch.outcomes

    def _load_accounts(self, connection: Connection, waiting: Iterable[QueuedWriteSet]) -> set[Account]:
        named = {
            account
            for each in waiting
            for write in each.writes
            if isinstance(write, Posting | HandClosed)
            for account in (write.wallets if isinstance(write, HandClosed) else [each for each, _ in write.entries])
        }
        named |= {_wallet_of(account) for account in named if account.player}
        unknown = named - self._accounts.keys()
        return self._find_accounts(connection, unknown) if unknown else unknown

    def _counted(self, waiting: Iterable[QueuedWriteSet]) -> set[PlayerGame]:
        return {
            PlayerGame(self._accounts[account].id, write.game)
            for each in waiting
            for write in each.writes
            if type(write) is HandClosed and write.facts
            for account in write.wallets
        }

    def _find_accounts(self, connection: Connection, unknown: set[Account]) -> set[Account]:
        # Wallets first, since stacks name them; sets vary in order.
        for account in sorted(unknown, key=lambda each: (each.kind != WALLET, each)):
            row = connection.execute(_ACCOUNT, account._asdict()).first()
            number, balance = (self._next_account, 0) if row is None else row
            if row is None:
                self._next_account += 1
            else:
                unknown.discard(account)
            holder = None
            if account.player:
                holder = number if account.kind == WALLET else self._accounts[_wallet_of(account)].id
            self._accounts[account] = KnownAccount(number, balance, holder)
        return unknown

    def _add(self, batch: Batch, writes: WriteSet) -> LedgerError | None:
        accounts, changes = self._accounts, batch.changes
        moved: dict[Account, int] = {}
        seen: set[str] = set()
        for write in writes:
            if type(write) is Posting:
                for account, amount in write.entries:
                    change = moved.get(account, changes.get(account, 0))
                    if amount < 0 and account.kind != MINT and (there := accounts[account].balance + change) < -amount:
                        return Overdrawn(account, there, -amount)
                    moved[account] = change + amount
            elif type(write) is Receipt:
                known = batch.receipts.get(write.key) or self._receipts.get(write.key)
                if known is not None:
                    return RepeatedUpdate(write.key, known.reply, same=known.fingerprint == write.fingerprint)
                if write.key in seen:
                    return WriteRefused(f"the write set names the update {write.key!r} twice")
                seen.add(write.key)
        changes.update(moved)
        for write in writes:
            if type(write) is Posting:
                self._add_posting(batch, write)
            else:
                ENCODERS[type(write)](batch, write)
            if type(write) is HandClosed and write.facts:
                batch.holders.update(write.wallets)
                for statement, counted in player_counts.rows(write, lambda each: accounts[each].id, batch.streaks):
                    batch.add(statement, counted)
        return None

    def _add_posting(self, batch: Batch, write: Posting) -> None:
        """Add a posting; entries that change a player's chips enter statements."""
        if not write.entries:
            return
        known = [(self._accounts[account], amount) for account, amount in write.entries]
        gains = Counter[int | None]()
        for account, amount in known:
            gains[account.holder] += amount
        number, batch.next_posting = batch.next_posting, batch.next_posting + 1
        batch.add("posting", (number, batch.posted_at, write.reason, write.hand, write.actor, write.note, write.ranked))
        for account, amount in known:
            told = write.ranked is not None or gains[account.holder]
            batch.add("entry", (number, account.id, amount, account.holder if told else None))
        for holder, gain in gains.items():
            if holder is not None and gain:
                batch.add("player_sum", (holder, write.sum_name, gain))
        batch.holders.update(_wallet_of(account) for account, _ in write.entries if account.player)

    def _add_balances(self, batch: Batch, new: set[Account]) -> None:
        for account in sorted(new):
            if account in batch.changes or account in batch.holders:
                batch.add("account", (self._accounts[account].id, *account, account.player, 0))
            else:
                # Named only by refused postings.
                del self._accounts[account]
        for account, change in batch.changes.items():
            if change:
                batch.add("balance", (change, self._accounts[account].id))

    def _execute(self, connection: Connection, rows: dict[str, list[tuple[Any, ...]]]) -> None:
        cursor = connection.connection.cursor()
        try:
            for name, statement in self._statements.items():
                tuples = rows.get(name)
                if not tuples:
                    continue
                cursor.executemany(statement.sql, tuples)
                if statement.changes and cursor.rowcount != len(tuples):
                    raise _Contradiction(name)
        finally:
            cursor.close()

    # -- what is kept in memory

    def _keep_in_memory(self, batch: Batch) -> None:
        accounts = self._accounts
        for account, change in batch.changes.items():
            if change:
                known = accounts[account]
                accounts[account] = known._replace(balance=known.balance + change)
        self._next_posting, self._posted_at = batch.next_posting, batch.posted_at
        if len(accounts) > ACCOUNTS_REMEMBERED:
            accounts.clear()
        self._keep_log(batch.log)
        self._posted.update(batch.posted)
        self._receipts.update(batch.receipts)
        while len(self._receipts) > RECEIPTS_REMEMBERED:
            self._receipts.popitem(last=False)
        self._line = batch.line or self._line
        lines = () if self._line is None else (self._line,)
        head = self._log_head
        self._database.position_file.write(Position(self._next_posting - 1, head.size, head.root.hex(), lines))

    def _keep_log(self, log: LogTail) -> None:
        if log is not self._log:
            self._log, self._log_head = log, log.head

    def _forget(self) -> None:
        """Forget everything, since only the database knows after a failure."""
        self._accounts.clear()
        self._log = None


class _Contradiction(Exception):
    """An update found no row to change."""

    def __init__(self, statement: str) -> None:
        super().__init__(f"{statement} finds no row to change")


def _decided(queued: QueuedWriteSet, connection: Connection) -> QueuedWriteSet:
    decided = () if queued.decide is None else queued.decide(connection)
    writes = tuple(each.posting if type(each) is Transfer else each for each in (*decided, *queued.writes))
    return queued._replace(writes=writes, decide=None)


def _wallet_of(account: Account) -> Account:
    return wallet(account.group, account.player)


@contextmanager
def _transaction(connection: Connection) -> Iterator[None]:
    """Begin a transaction, rolled back on failure; raise ``OutcomeUnknown`` if it may be stored."""
    transaction = connection.begin()
    try:
        yield
    except Exception:
        _roll_back(connection)
        raise
    try:
        transaction.commit()
    except Exception as error:
        _roll_back(connection)
        if _code(error) in NEVER_STORED:
            raise
        raise _unknown(error) from error


def _roll_back(connection: Connection) -> None:
    # A failed COMMIT may leave the transaction open; the first error matters, not this one.
    with suppress(sqlite3.Error, SQLAlchemyError):
        connection.connection.rollback()
    with suppress(sqlite3.Error, SQLAlchemyError):
        connection.rollback()


def _in_transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    with _transaction(connection):
        return work(connection)


def _storage_failed(error: Exception) -> bool:
    # A bare cursor raises driver errors, with standard names.
    blamed = isinstance(error, OSError | LedgerError) or type(error).__name__ in STORAGE_ERRORS
    return blamed and not isinstance(error, LedgerClosed)


def _disk_failed(error: Exception) -> bool:
    return _code(error) == sqlite3.SQLITE_IOERR


def _code(error: Exception) -> int | None:
    code: int | None = getattr(_of_driver(error), "sqlite_errorcode", None)
    return None if code is None else code & PRIMARY_CODE


def _of_driver(error: Exception) -> Exception:
    orig = error.orig if isinstance(error, SQLAlchemyError) and hasattr(error, "orig") else error
    return orig if isinstance(orig, Exception) else error


def _not_stored(error: Exception) -> LedgerError:
    refusal = NotStored(f"nothing was stored: {_of_driver(error)}")
    refusal.__cause__ = error
    return refusal


def _unknown(error: Exception) -> OutcomeUnknown:
    unknown = OutcomeUnknown(f"nobody knows whether this is stored: {_of_driver(error)}")
    unknown.__cause__ = error
    return unknown


def _resolve(answer: asyncio.Future[Any], outcome: BaseException | None) -> None:
    if answer.done():
        return
    if outcome is None:
        answer.set_result(None)
    else:
        answer.set_exception(outcome)
