"""The one task that owns the connection: it stores all waiting write sets in one transaction, and reads in between.

A commit costs one wait for the disk whatever is in it, so what waits while the disk is busy shares the next one.
Nobody is answered, not even with a refusal, before the transaction that the answer rests on is durable.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection, func, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from bot.ledger import schema
from bot.ledger.database import Database, empty_log
from bot.ledger.errors import LedgerClosed, LedgerError, NotStored, Overdrawn, RepeatedUpdate, WriteRefused
from bot.ledger.slots import filled
from bot.ledger.statements import Prepared, prepare
from bot.ledger.writes import (
    MINT,
    Account,
    DisclosureAgreed,
    GroupSaved,
    GuestKept,
    HandClosed,
    HandOpened,
    HandTold,
    HandVoided,
    JournalLine,
    MessageForgotten,
    MessageKept,
    PackDisclosed,
    PacksSealed,
    PersonSaved,
    PostKept,
    Receipt,
    SealBroken,
    TableSaved,
    Transfer,
    WriteSet,
)

T = TypeVar("T")

MOST_WRITE_SETS: Final = 512
"""How many write sets share one transaction at most; more would make the first of them wait for the last."""

UPDATES_REMEMBERED: Final = 10_000
BALANCES_REMEMBERED: Final = 100_000
ACCOUNTS_ASKED: Final = 500
"""How many accounts one query looks up; each takes three of the parameters that a database allows."""

STORAGE_ERRORS: Final = ("DatabaseError", "InternalError", "OperationalError")

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    """A moment as it is stored."""
    return (moment - EPOCH) // timedelta(microseconds=1)


class Waiting(NamedTuple):
    """A write set whose sender waits for it to be durable."""

    writes: WriteSet
    answer: asyncio.Future[None]


class Reading(NamedTuple):
    """A question whose sender waits for the answer."""

    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    changes: bool = False
    """Whether it changes what the writer remembers."""


class Holding(NamedTuple):
    """What is known of an account."""

    id: int
    balance: int


class Done(NamedTuple):
    """An update that was carried out."""

    fingerprint: str
    reply: str


class Batch:
    """What one transaction stores: tuples for each statement, and what will be known when it is durable."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.rows: dict[str, list[tuple[Any, ...]]] = {}
        self.changes: dict[Account, int] = {}
        self.done: dict[str, Done] = {}
        self.refusals: list[LedgerError | None] = []

    def add(self, statement: str, row: tuple[Any, ...]) -> None:
        self.rows.setdefault(statement, []).append(row)


def _opened(batch: Batch, row: HandOpened) -> None:
    batch.add("rule_set", (row.rules_hash, row.rules))
    players, stacks = json.dumps(row.players), json.dumps(row.stacks)
    batch.add(
        "hand_opened",
        (
            row.hand, row.table, row.group, row.number, row.game, row.rules_hash, players, stacks, row.dealer,
            row.carried, batch.at, row.streak,
        ),
    )  # fmt: skip
    batch.add("hand_dealt", (row.hand, row.sealed))
    batch.add("hand_keys", (row.hand, bool(row.keys), filled(row.keys)))


def _packs_sealed(batch: Batch, row: PacksSealed) -> None:
    batch.add("packs_sealed", (row.table, row.number, row.attempt))
    batch.add("seal_keys", (row.table, True, filled(row.keys)))


def _seal_broken(batch: Batch, row: SealBroken) -> None:
    batch.add("seal_broken", (row.table,))
    batch.add("seal_keys_erased", (False, filled(b""), row.table))


def _journal(batch: Batch, row: JournalLine) -> None:
    batch.add("journal", (row.table, row.seq, row.hand, batch.at, row.actor, row.text))


def _closed(batch: Batch, row: HandClosed) -> None:
    batch.add("hand_closed", (batch.at, json.dumps(row.settlement), row.voided, row.hand))
    if row.record:
        batch.add("hand_recorded", (row.record, row.record_hash, row.hand))
        batch.add("hand_keys_kept", (bool(row.key), filled(row.key), row.hand))


def _voided(batch: Batch, row: HandVoided) -> None:
    batch.add("hand_voided", (row.reason, row.hand, ""))
    if row.record:
        batch.add("record_replaced", (row.record, row.hand, ""))


def _disclosed(batch: Batch, row: PackDisclosed) -> None:
    batch.add("record_replaced", (row.record, row.hand, ""))
    batch.add("pack_disclosed", (False, filled(b""), row.hand, True))


def _agreed(batch: Batch, row: DisclosureAgreed) -> None:
    batch.add("agreement", (row.hand, row.player))


def _told(batch: Batch, row: HandTold) -> None:
    batch.add("hand_told", (True, row.hand))


def _table(batch: Batch, row: TableSaved) -> None:
    number = table_number(row.table)
    batch.add("game_table", (row.table, number, row.group, row.channel, row.game, row.state, row.open))


def _group(batch: Batch, row: GroupSaved) -> None:
    batch.add("chat_group", (row.group, row.settings))


def _person(batch: Batch, row: PersonSaved) -> None:
    batch.add("person", (row.group, row.player, row.name, row.language))


def _message(batch: Batch, row: MessageKept) -> None:
    batch.add("message", (row.table, row.slot, row.message))


def _message_forgotten(batch: Batch, row: MessageForgotten) -> None:
    batch.add("message_forgotten", (row.table, row.slot))


def _update(batch: Batch, row: Receipt) -> None:
    batch.add("inbox", (row.key, row.fingerprint, row.reply, batch.at))
    batch.done[row.key] = Done(row.fingerprint, row.reply)


def _post(batch: Batch, row: PostKept) -> None:
    batch.add("post", (row.place, row.number, row.body, row.picture))


def _guest(batch: Batch, row: GuestKept) -> None:
    batch.add("guest", (row.token_hash, row.player, row.name))


ROWS: Final[dict[type, Callable[[Batch, Any], None]]] = {
    JournalLine: _journal,
    PacksSealed: _packs_sealed,
    SealBroken: _seal_broken,
    HandOpened: _opened,
    HandClosed: _closed,
    HandVoided: _voided,
    PackDisclosed: _disclosed,
    DisclosureAgreed: _agreed,
    HandTold: _told,
    TableSaved: _table,
    GroupSaved: _group,
    PersonSaved: _person,
    MessageKept: _message,
    MessageForgotten: _message_forgotten,
    Receipt: _update,
    PostKept: _post,
    GuestKept: _guest,
}
"""How each row, but for transfers, becomes tuples."""


def table_number(table: str) -> int:
    """The number that a table's id spells in base 36; zero for an id that was not handed out by the ledger."""
    return int(table, 36) if table.isascii() and table.isalnum() and len(table) <= 11 else 0


Outcome: TypeAlias = LedgerError | None


class Writer:
    """The only user of the connection."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._write_sets: deque[Waiting] = deque()
        self._readings: deque[Reading] = deque()
        self._something = asyncio.Event()
        self._closing = False
        self._statements: dict[str, Prepared] = {}
        self._holdings: dict[Account, Holding] = {}
        self._next_account = 1
        self._done: OrderedDict[str, Done] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._database.run(self._load)
        self._task = asyncio.create_task(self._run(), name="ledger writer")

    async def stop(self) -> None:
        """Store what waits, then end."""
        self._closing = True
        self._something.set()
        if self._task is not None:
            await asyncio.wait([self._task])

    def store(self, writes: WriteSet) -> asyncio.Future[None]:
        """Queue a write set; the future is done when it is durable, or refused."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closing:
            answer.set_exception(LedgerClosed("the ledger is closed"))
        else:
            self._write_sets.append(Waiting(writes, answer))
            self._something.set()
        return answer

    def read(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a question; it sees everything that was acknowledged before, and nothing that is under way."""
        return self._ask(lambda connection: _in_transaction(connection, work), changes=False)

    def change(self, work: Callable[[Connection, int], None]) -> asyncio.Future[None]:
        """Queue what no write set can say, such as a new name for many accounts at once; ``work`` is told the time.

        It has a transaction of its own, after which nothing counts but what the database says.
        """

        def changed(connection: Connection) -> None:
            _in_transaction(connection, lambda c: work(c, microseconds(self._now())))

        return self._ask(changed, changes=True)

    def erase(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a change, in a transaction of its own, after which the log holds nothing of what was before."""

        def erased(connection: Connection) -> T:
            result = _in_transaction(connection, work)
            empty_log(connection)
            return result

        return self._ask(erased, changes=True)

    def _ask(self, work: Callable[[Connection], T], *, changes: bool) -> asyncio.Future[T]:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._closing:
            answer.set_exception(LedgerClosed("the ledger is closed"))
        else:
            self._readings.append(Reading(work, answer, changes))
            self._something.set()
        return answer

    def known_balance(self, account: Account) -> int | None:
        """The durable balance of an account, if it is remembered."""
        holding = self._holdings.get(account)
        return None if holding is None else holding.balance

    def known_update(self, key: str) -> Receipt | None:
        """An update that was carried out, if it is remembered."""
        done = self._done.get(key)
        return None if done is None else Receipt(key, done.fingerprint, done.reply)

    @property
    def remembers_all_updates(self) -> bool:
        """Whether an update that is not remembered was never carried out."""
        return len(self._done) < UPDATES_REMEMBERED

    # -- the task

    async def _run(self) -> None:
        try:
            while True:
                await self._something.wait()
                self._something.clear()
                while self._write_sets or self._readings:
                    for _ in range(len(self._readings)):
                        await self._answer(self._readings.popleft())
                    waiting = [self._write_sets.popleft() for _ in range(min(len(self._write_sets), MOST_WRITE_SETS))]
                    if waiting:
                        await self._settle(waiting)
                if self._closing:
                    return
        finally:
            # Reached with somebody waiting only when the task itself was cancelled or failed.
            self._closing = True
            for answer in [each.answer for each in self._write_sets] + [each.answer for each in self._readings]:
                _deliver(answer, LedgerClosed("the ledger was closed before this was done"))

    async def _answer(self, reading: Reading) -> None:
        if reading.answer.done():
            return
        try:
            result = await self._database.run(reading.work)
            if reading.changes:
                self._forget()
                await self._database.run(self._load)
        except Exception as error:
            _deliver(reading.answer, _not_stored(error) if reading.changes and _storage_failed(error) else error)
        except BaseException:
            _deliver(reading.answer, LedgerClosed("the ledger was closed before this was answered"))
            raise
        else:
            if not reading.answer.done():
                reading.answer.set_result(result)

    async def _settle(self, waiting: list[Waiting]) -> None:
        try:
            outcomes: Sequence[BaseException | None] = await self._stored(waiting)
        except BaseException:
            for each in waiting:
                _deliver(each.answer, LedgerClosed("the ledger was closed before this was stored"))
            raise
        for each, outcome in zip(waiting, outcomes, strict=True):
            _deliver(each.answer, outcome)

    async def _stored(self, waiting: list[Waiting]) -> Sequence[Outcome]:
        try:
            return await self._database.run(lambda connection: self._write(connection, waiting))
        except Exception as error:
            self._forget()
            if _storage_failed(error):
                return [_not_stored(error)] * len(waiting)
            if len(waiting) == 1:
                return [await self._explain(waiting[0].writes, error)]
        # One write set of the batch is to blame: each gets a transaction of its own, and only the guilty one fails.
        return [(await self._stored([each]))[0] for each in waiting]

    async def _explain(self, writes: WriteSet, cause: Exception) -> Outcome:
        """Why the database refused this write set: an update of long ago, or a contradiction."""
        keys = [row.key for row in writes if isinstance(row, Receipt)]
        query = select(schema.inbox.c.key, schema.inbox.c.fingerprint, schema.inbox.c.reply).where(
            schema.inbox.c.key.in_(keys)
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
            fingerprint = next(row.fingerprint for row in writes if isinstance(row, Receipt) and row.key == found.key)
            return RepeatedUpdate(found.key, found.reply, same=fingerprint == found.fingerprint)
        refusal = WriteRefused(f"the write set cannot be stored: {cause}")
        refusal.__cause__ = cause
        return refusal

    # -- inside the transaction

    def _load(self, connection: Connection) -> None:
        self._statements = prepare(connection.dialect)
        with connection.begin():
            self._next_account = (connection.execute(select(func.max(schema.account.c.id))).scalar() or 0) + 1
            inbox = schema.inbox.c
            recent = select(inbox.key, inbox.fingerprint, inbox.reply).order_by(inbox.id.desc())
            rows = connection.execute(recent.limit(UPDATES_REMEMBERED)).all()
        self._done = OrderedDict((key, Done(fingerprint, reply)) for key, fingerprint, reply in reversed(rows))

    def _write(self, connection: Connection, waiting: list[Waiting]) -> list[LedgerError | None]:
        batch = Batch(microseconds(self._now()))
        with _transaction(connection):
            new = self._look_up(connection, waiting)
            for each in waiting:
                batch.refusals.append(self._admit(batch, each.writes))
            self._balance(batch, new)
            if batch.rows:
                self._execute(connection, batch.rows)
        self._remember(batch)
        return batch.refusals

    def _look_up(self, connection: Connection, waiting: Iterable[Waiting]) -> set[Account]:
        """Learn the balances that are not remembered, and tell which accounts do not exist yet."""
        unknown = {
            account
            for each in waiting
            for row in each.writes
            if type(row) is Transfer
            for account in (row.source, row.target)
            if account not in self._holdings
        }
        if not unknown:
            return unknown
        columns = schema.account.c
        wanted = list(unknown)
        for start in range(0, len(wanted), ACCOUNTS_ASKED):
            asked = tuple_(columns.kind, columns.group_id, columns.owner).in_(wanted[start : start + ACCOUNTS_ASKED])
            found = connection.execute(
                select(columns.kind, columns.group_id, columns.owner, columns.id, columns.balance).where(asked)
            )
            for kind, group, owner, number, balance in found:
                account = Account(kind, group, owner)
                self._holdings[account] = Holding(number, balance)
                unknown.discard(account)
        for account in unknown:
            self._holdings[account] = Holding(self._next_account, 0)
            self._next_account += 1
        return unknown

    def _admit(self, batch: Batch, writes: WriteSet) -> LedgerError | None:
        """Add a write set to the batch, or say why not and leave the batch as it was."""
        holdings, changes = self._holdings, batch.changes
        moved: dict[Account, int] = {}
        seen: set[str] = set()
        for row in writes:
            if type(row) is Transfer:
                source, amount = row.source, row.amount
                change = moved.get(source)
                if change is None:
                    change = changes.get(source, 0)
                if source.kind != MINT:
                    balance = holdings[source].balance + change
                    if balance < amount:
                        return Overdrawn(source, balance, amount)
                moved[source] = change - amount
                target = row.target
                change = moved.get(target)
                if change is None:
                    change = changes.get(target, 0)
                moved[target] = change + amount
            elif type(row) is Receipt:
                done = batch.done.get(row.key) or self._done.get(row.key)
                if done is not None:
                    return RepeatedUpdate(row.key, done.reply, same=done.fingerprint == row.fingerprint)
                if row.key in seen:
                    return WriteRefused(f"the write set names the update {row.key!r} twice")
                seen.add(row.key)
        changes.update(moved)
        for row in writes:
            if type(row) is Transfer:
                batch.add("transfer", self._transfer(batch, row))
            else:
                ROWS[type(row)](batch, row)
        return None

    def _transfer(self, batch: Batch, row: Transfer) -> tuple[Any, ...]:
        source, target = self._holdings[row.source].id, self._holdings[row.target].id
        giver, taker = row.source.player, row.target.player
        party = source if giver else target if taker else None
        second = target if giver and taker and giver != taker else None
        group, at = row.source.group, batch.at
        return (at, group, source, target, row.amount, row.reason, row.hand, row.actor, row.note, party, second)

    def _balance(self, batch: Batch, new: set[Account]) -> None:
        """Sum up what the batch changes: accounts begin empty, then every balance moves once."""
        for account in new:
            if account in batch.changes:
                batch.add("account", (self._holdings[account].id, *account, account.player, 0))
            else:
                # Only refused transfers named it, so it does not exist.
                del self._holdings[account]
        for account, change in batch.changes.items():
            if change:
                batch.add("balance", (change, self._holdings[account].id))

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

    # -- what is remembered

    def _remember(self, batch: Batch) -> None:
        holdings = self._holdings
        for account, change in batch.changes.items():
            if change:
                number, balance = holdings[account]
                holdings[account] = Holding(number, balance + change)
        if len(holdings) > BALANCES_REMEMBERED:
            holdings.clear()
        self._done.update(batch.done)
        while len(self._done) > UPDATES_REMEMBERED:
            self._done.popitem(last=False)

    def _forget(self) -> None:
        """After a failure nothing counts but what the database says."""
        self._holdings.clear()


class _Contradiction(Exception):
    """An update found no row to change."""

    def __init__(self, statement: str) -> None:
        super().__init__(f"{statement} finds no row to change")


@contextmanager
def _transaction(connection: Connection) -> Iterator[None]:
    try:
        with connection.begin():
            yield
    except Exception:
        # A COMMIT that fails may leave the transaction open, and the next one could not begin.
        connection.connection.rollback()
        connection.rollback()
        raise


def _in_transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    with _transaction(connection):
        return work(connection)


def _storage_failed(error: Exception) -> bool:
    """Whether the disk or the database is to blame, rather than a write set."""
    # The driver's own errors arrive bare from a bare cursor; the standard gives them these names in every driver.
    return isinstance(error, OSError | LedgerError) or type(error).__name__ in STORAGE_ERRORS


def _not_stored(error: Exception) -> LedgerError:
    reason = error.orig if isinstance(error, SQLAlchemyError) and hasattr(error, "orig") else error
    refusal = NotStored(f"nothing was stored: {reason}")
    refusal.__cause__ = error
    return refusal


def _deliver(answer: asyncio.Future[Any], outcome: BaseException | None) -> None:
    if answer.done():
        return
    if outcome is None:
        answer.set_result(None)
    else:
        answer.set_exception(outcome)
