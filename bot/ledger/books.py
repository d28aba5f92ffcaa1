"""Storing of write sets in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final, Protocol, TypeAlias

from sqlalchemy import Connection, bindparam, insert, select

from bot.ledger import schema
from bot.ledger.dialect import dialect_of
from bot.ledger.errors import LedgerError, Overdrawn
from bot.ledger.fingerprint_log import log_tail, posted_at
from bot.ledger.newest_position import Position, position_of
from bot.ledger.postings import MINT, WALLET, Account, Batch, Posting, Transfer, Write, wallet
from bot.ledger.statements import MUST_FIND, STATEMENTS
from bot.ledger.times import microseconds
from bot.ledger.writes import (
    GroupSaved,
    HandClosed,
    JournalLine,
    LogAppended,
    MessageForgotten,
    MessageSaved,
    Once,
    WriteSet,
)
from engine.fairness.transparency_log import LogTail

_account, _posting = schema.account.c, schema.posting.c
_ACCOUNT: Final = select(_account.id, _account.balance).where(
    _account.kind == bindparam("kind"), _account.group_id == bindparam("group"), _account.owner == bindparam("owner")
)
_NEW_ACCOUNT: Final = insert(schema.account)
NEWEST_POSTING: Final = select(_posting.id, _posting.at).order_by(_posting.id.desc()).limit(1)

# A line follows the one before by its number, and the rest nothing.
SIDE_BY_SIDE: Final = (JournalLine, MessageForgotten, MessageSaved, Once)
"""Writes that several processes store at once; all others need their turn."""

Outcome: TypeAlias = LedgerError | None

Decision: TypeAlias = Callable[[Connection], WriteSet]
"""Returns the writes from stored data within the transaction, or raises a refusal."""


class HandCounter(Protocol):
    """Keeps statistics of players by the numbers of their wallets."""

    def count(self, connection: Connection, hand: HandClosed, wallets: Sequence[int]) -> None:
        """Count a hand that ends, before it is stored itself."""

    def merge(self, connection: Connection, old: int, new: int) -> None:
        """Count as one what was counted of two wallets."""


COUNTERS: Final[list[HandCounter]] = []
"""The counters that features have added."""


class Books:
    """Stores write sets, and knows what is asked without waiting for the database."""

    def __init__(self, now: Callable[[], datetime], *, shared: bool = False) -> None:
        """``shared`` is for books that other processes write too."""
        self._now, self._shared = now, shared
        self._log = LogTail()
        self.log_head = self._log.head
        self.position = Position(0, 0, "")
        self.posted: dict[tuple[str, str], int] = {}
        """Times of the last posted log heads by group and channel."""

    def load(self, connection: Connection) -> None:
        self.load_log(connection)
        self.posted = posted_at(connection)
        if not self._shared:
            self.position = position_of(connection)

    def load_log(self, connection: Connection) -> None:
        self._log = log_tail(connection)
        self.log_head = self._log.head

    def store(self, connection: Connection, waiting: Iterable[WriteSet], decide: Decision | None = None) -> Batch:
        """Store in the open transaction what ``decide`` returns and all write sets.

        Call :meth:`keep` once it is durable. Raise ``LedgerError`` or ``Contradiction`` if it has to be rolled back.
        """
        decided = () if decide is None else decide(connection)
        writes = list(chain(decided, *waiting))
        anew = self._shared and any(isinstance(each, LogAppended) for each in writes)
        log = log_tail(connection) if anew else self._log
        batch, accounts = Batch(microseconds(self._now()), log), _Accounts(connection)
        for write in writes:
            if isinstance(write, Posting | Transfer):
                posting = write.posting if isinstance(write, Transfer) else write
                _post(connection, batch, accounts, posting)
                continue
            write.store(batch)
            if isinstance(write, HandClosed) and write.facts:
                for counter in COUNTERS:
                    counter.count(connection, write, [accounts[each].id for each in write.wallets])
        if self._shared:
            _check_books(connection, accounts, writes)
        batch.rows["balance"] = [(each.moved, each.id) for each in accounts.values() if each.moved]
        run(connection, batch)
        return batch

    def keep(self, batch: Batch) -> None:
        """Keep in memory what is durable now."""
        if batch.log is not self._log:
            self._log, self.log_head = batch.log, batch.log.head
        self.posted |= batch.posted
        head, before = self.log_head, self.position
        lines = before.lines if batch.line is None else (batch.line,)
        self.position = Position(batch.posting or before.posting, head.size, head.root.hex(), lines)


@dataclass(slots=True)
class _Known:
    """An account within a transaction."""

    id: int
    balance: int
    holder: int | None
    """The player's wallet number; ``None`` for nobody's chips."""

    moved: int = 0


class _Accounts(dict[Account, _Known]):
    """The accounts that a transaction names; a new one is made."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __missing__(self, account: Account) -> _Known:
        number, balance = self._connection.execute(_ACCOUNT, account._asdict()).first() or (self._made(account), 0)
        holder = None
        if account.player:
            holder = number if account.kind == WALLET else self[wallet(account.group, account.player)].id
        known = self[account] = _Known(number, balance, holder)
        return known

    def _made(self, account: Account) -> int:
        kind, group, owner = account
        new = {"kind": kind, "group_id": group, "owner": owner, "player": account.player, "balance": 0}
        (number,) = self._connection.execute(_NEW_ACCOUNT, new).inserted_primary_key or (0,)
        return number


def _post(connection: Connection, batch: Batch, accounts: _Accounts, write: Posting) -> None:
    """Add a posting; entries that change a player's chips enter statements."""
    if not write.entries:
        return
    if not batch.posting:
        batch.posting, at = connection.execute(NEWEST_POSTING).first() or (0, 0)
        batch.posted_at = max(batch.at, at)
    batch.posting += 1
    number, gains = batch.posting, Counter[int | None]()
    for account, amount in write.entries:
        known = accounts[account]
        if amount < 0 and account.kind != MINT and (there := known.balance + known.moved) < -amount:
            raise Overdrawn(account, there, -amount)
        known.moved += amount
        gains[known.holder] += amount
    batch.add("posting", (number, batch.posted_at, write.reason, write.hand, write.actor, write.note, write.ranked))
    for account, amount in write.entries:
        known = accounts[account]
        told = write.ranked is not None or gains[known.holder]
        batch.add("entry", (number, known.id, amount, known.holder if told else None))
    for holder, gain in gains.items():
        if holder is not None and gain:
            batch.add("player_sum", (holder, write.sum_name, gain))


def _check_books(connection: Connection, accounts: _Accounts, writes: Sequence[Write]) -> None:
    """Raise ``Contradiction`` for chips of a group whose book another group keeps now."""
    kept, leaving = schema.chat_group.c, {each.group for each in writes if isinstance(each, GroupSaved)}
    groups = {account.group for account in accounts} - leaving
    if groups and connection.execute(select(kept.id).where(kept.id.in_(groups), kept.book != "").limit(1)).first():
        raise Contradiction("another group keeps the book of a group")


class Contradiction(Exception):
    """An update found no row to change."""


def run(connection: Connection, batch: Batch) -> None:
    """Run the statements of a batch; raise ``Contradiction``."""
    filled = [(name, rows) for name in STATEMENTS if (rows := batch.rows.get(name))]
    changed = dialect_of(connection).run(connection, ((STATEMENTS[name], rows) for name, rows in filled))
    for (name, rows), count in zip(filled, changed, strict=True):
        if name in MUST_FIND and count != len(rows):
            raise Contradiction(f"{name} finds no row to change")
