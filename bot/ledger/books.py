"""Storing of write sets in one transaction, and what is kept in memory for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, func, select

from bot.ledger import player_counts, schema
from bot.ledger.errors import LedgerError, Overdrawn
from bot.ledger.fingerprint_log import log_tail, posted_at
from bot.ledger.identities import identities_of
from bot.ledger.newest_position import Position
from bot.ledger.player_counts import PlayerGame
from bot.ledger.postings import MINT, WALLET, Account, Batch, Posting, Transfer, wallet
from bot.ledger.statements import MUST_FIND, STATEMENTS
from bot.ledger.times import microseconds
from bot.ledger.writes import HandClosed, WriteSet
from engine.fairness.transparency_log import LogTail

ACCOUNTS_REMEMBERED: Final = 100_000

# One by one: SQLite searches all accounts for a list.
_ACCOUNT: Final = select(schema.account.c.id, schema.account.c.balance).where(
    schema.account.c.kind == bindparam("kind"),
    schema.account.c.group_id == bindparam("group"),
    schema.account.c.owner == bindparam("owner"),
)

Outcome: TypeAlias = LedgerError | None

Decision: TypeAlias = Callable[[Connection], WriteSet]
"""Returns the writes from stored data within the transaction, or raises a refusal."""


class KnownAccount(NamedTuple):
    """An account in memory."""

    id: int
    balance: int
    holder: int | None
    """The player's wallet number; ``None`` for nobody's chips."""


class Books:
    """The newest numbers, recent accounts, and the end of the log of fingerprints."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._accounts: dict[Account, KnownAccount] = {}
        self._next_account = 1
        self._next_posting = 1
        self._posted_at = 0
        self._log: LogTail | None = None
        self._line: tuple[str, int] | None = None
        self.log_head = LogTail().head
        self.posted: dict[tuple[str, str], int] = {}
        """Times of the last posted log heads by group and channel."""

    @property
    def position(self) -> Position:
        lines = () if self._line is None else (self._line,)
        return Position(self._next_posting - 1, self.log_head.size, self.log_head.root.hex(), lines)

    def forget(self) -> None:
        """Forget what only the database knows after a failure."""
        self._accounts.clear()
        self._log = None

    def load(self, connection: Connection) -> None:
        """Read everything anew."""
        self._accounts.clear()
        self._next_account = (connection.execute(select(func.max(schema.account.c.id))).scalar() or 0) + 1
        newest = select(schema.posting.c.id, schema.posting.c.at).order_by(schema.posting.c.id.desc()).limit(1)
        number, self._posted_at = connection.execute(newest).first() or (0, 0)
        self._next_posting = number + 1
        self._keep_log(log_tail(connection))
        self.posted = posted_at(connection)

    def store(self, connection: Connection, waiting: Sequence[WriteSet], decide: Decision | None) -> _Stored:
        """Store write sets in the open transaction; ``decide`` adds to the first one.

        Call :meth:`keep` once it is durable.
        """
        try:
            decided = () if decide is None else decide(connection)
        except LedgerError as refusal:
            return _Stored(None, [refusal])
        waiting = [_of_postings((*decided, *writes)) for writes in waiting]
        log = log_tail(connection) if self._log is None else self._log
        batch = Batch(microseconds(self._now()), log, self._next_posting, self._posted_at)
        new = self._load_accounts(connection, waiting)
        counted = self._counted(waiting)
        streaks = player_counts.streaks(connection, counted) if counted else {}
        outcomes = [self._add(batch, writes, streaks) for writes in waiting]
        self._add_balances(batch, new)
        if batch.rows:
            run(connection, batch)
        for hand in batch.voided:
            player_counts.recount_hand(connection, hand)
        return _Stored(batch, outcomes)

    def _load_accounts(self, connection: Connection, waiting: Iterable[WriteSet]) -> set[Account]:
        """Load the named accounts, and return the new ones."""
        named = {
            account
            for writes in waiting
            for write in writes
            if isinstance(write, Posting | HandClosed)
            for account in (write.wallets if isinstance(write, HandClosed) else [each for each, _ in write.entries])
        }
        named |= {_wallet_of(account) for account in named if account.player}
        new = named - self._accounts.keys()
        # Wallets first, since stacks name them; sets vary in order.
        for account in sorted(new, key=lambda each: (each.kind != WALLET, each)):
            row = connection.execute(_ACCOUNT, account._asdict()).first()
            number, balance = (self._next_account, 0) if row is None else row
            if row is None:
                self._next_account += 1
            else:
                new.discard(account)
            holder = None
            if account.player:
                holder = number if account.kind == WALLET else self._accounts[_wallet_of(account)].id
            self._accounts[account] = KnownAccount(number, balance, holder)
        return new

    def _counted(self, waiting: Iterable[WriteSet]) -> set[PlayerGame]:
        return {
            PlayerGame(self._accounts[account].id, write.game)
            for writes in waiting
            for write in writes
            if type(write) is HandClosed and write.facts
            for account in write.wallets
        }

    def _add(self, batch: Batch, writes: WriteSet, streaks: dict[PlayerGame, int]) -> Outcome:
        accounts, changes = self._accounts, batch.changes
        moved: dict[Account, int] = {}
        for write in writes:
            if type(write) is Posting:
                for account, amount in write.entries:
                    change = moved.get(account, changes.get(account, 0))
                    if amount < 0 and account.kind != MINT and (there := accounts[account].balance + change) < -amount:
                        return Overdrawn(account, there, -amount)
                    moved[account] = change + amount
        changes.update(moved)
        for write in writes:
            if type(write) is Posting:
                self._add_posting(batch, write)
            else:
                write.store(batch)
            if type(write) is HandClosed and write.facts:
                batch.holders.update(write.wallets)
                for statement, counted in player_counts.rows(write, lambda each: accounts[each].id, streaks):
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

    def keep(self, batch: Batch) -> None:
        """Keep in memory what is durable now."""
        accounts = self._accounts
        for account, change in batch.changes.items():
            if change:
                known = accounts[account]
                accounts[account] = known._replace(balance=known.balance + change)
        self._next_posting, self._posted_at = batch.next_posting, batch.posted_at
        if len(accounts) > ACCOUNTS_REMEMBERED:
            accounts.clear()
        self._keep_log(batch.log)
        self.posted.update(batch.posted)
        self._line = batch.line or self._line

    def _keep_log(self, log: LogTail) -> None:
        if log is not self._log:
            self._log, self.log_head = log, log.head


class _Stored(NamedTuple):
    """A batch, ``None`` if nothing changes, and the outcome of each write set."""

    batch: Batch | None
    outcomes: list[Outcome]


class Contradiction(Exception):
    """An update found no row to change."""


def run(connection: Connection, batch: Batch) -> None:
    """Run the statements of a batch; raise ``Contradiction``."""
    cursor, identities = connection.connection.cursor(), identities_of(connection)
    try:
        for name, statement in STATEMENTS.items():
            if rows := batch.rows.get(name):
                cursor.executemany(statement, identities.rows(rows, cursor))
                if name in MUST_FIND and cursor.rowcount != len(rows):
                    raise Contradiction(f"{name} finds no row to change")
    finally:
        cursor.close()


def _of_postings(writes: WriteSet) -> WriteSet:
    return tuple(each.posting if type(each) is Transfer else each for each in writes)


def _wallet_of(account: Account) -> Account:
    return wallet(account.group, account.player)
