"""Setting the next checkpoint of the audit, in steps of some milliseconds between which others store and read.

First the transfers since the last checkpoint are added up, then what they come to is compared with the balances and
the statements, and only if all agree are the sums stored. They are stored piece by piece as they were added up, each
piece with the checkpoint up to which the sums then reach, so whenever a process ends, what it leaves is right.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select, tuple_

from bot.ledger import schema
from bot.ledger.auditing import (
    Checkpoint,
    StatementSum,
    account_fault,
    checkpoint,
    newest_number,
    newest_transfer,
    statement_ends,
    transfer_sums,
)
from bot.ledger.writes import WALLET, Account

_account, _audited, _read = schema.account.c, schema.audited_account.c, schema.audited_statement.c

TRANSFERS_A_STEP: Final = 500
ACCOUNTS_A_STEP: Final = 100
STATEMENTS_A_STEP: Final = 500

FURTHEST: Final = 100_000
"""How many transfers after the last checkpoint the next one is at most, since the sums are kept in memory meanwhile."""


class Piece(NamedTuple):
    """Some transfers, one after another."""

    until: int
    """The number of the last of them."""

    transfers: int
    """How many they are."""

    chips: Mapping[int, int]
    """What they come to, by the number of the account."""


class NextCheckpoint:
    """The checkpoint that is being set."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        """One sentence for each fault; with any, the checkpoint stays where it is."""

        self._set: Checkpoint | None = None
        """The checkpoint that is set; ``None`` before the first step."""

        self._goal = 0
        """The transfer up to which the sums shall reach: the newest one at the first step, unless that is too far."""

        self._added = 0
        """The newest transfer that is added up, of those that came meanwhile too."""

        self._chips: Counter[int] = Counter()
        """What all that are added up come to, by the number of the account."""

        self._pieces: deque[Piece] = deque()
        self._unchecked: list[int] = []
        """The accounts that are still to be compared."""

        self._statements: dict[int, StatementSum] = {}
        """What was found of the statements that are not stored yet, by the number of the wallet."""

        self._checked = False

    def step(self, connection: Connection) -> bool:
        """Do the next step, and say whether there is another.

        Args:
            connection: within a transaction.
        """
        last = checkpoint(connection) or Checkpoint()
        if self._set is None:
            self._set, self._added = last, last.transfer
            self._goal = min(newest_transfer(connection), last.transfer + FURTHEST)
        elif last != self._set:
            # The audit of everything has set another one meanwhile.
            return False
        if not self._checked:
            self._check(connection)
            return not self.faults
        if self._statements:
            self._store_statements(connection)
        elif self._pieces:
            self._store_piece(connection, self._pieces.popleft())
        return bool(self._pieces)

    def _check(self, connection: Connection) -> None:
        newest = newest_transfer(connection)
        if self._added < newest:
            self._add_up(connection, newest)
        # Within the same step, for with every step there may be newer transfers.
        if self._added == newest:
            accounts = self._unchecked[-ACCOUNTS_A_STEP:]
            del self._unchecked[-ACCOUNTS_A_STEP:]
            self._compare_statements(connection, self._compare_accounts(connection, accounts))
            self._checked = not self._unchecked

    def _add_up(self, connection: Connection, newest: int) -> None:
        wanted = self._added < self._goal
        until = min(self._added + TRANSFERS_A_STEP, self._goal if wanted else newest)
        count, chips = transfer_sums(connection, self._added, until)
        if wanted:
            self._pieces.append(Piece(until, count, chips))
            self._unchecked += [account for account in chips if account not in self._chips]
        self._chips.update(chips)
        self._added = until

    def _compare_accounts(self, connection: Connection, accounts: Sequence[int]) -> set[Account]:
        """Compare accounts with their transfers, and return the wallets of their players."""
        wallets = set()
        columns: Sequence[Any] = (_account.kind, _account.owner, _account.group_id, _account.balance, _account.player)
        known = (
            select(_account.id, _audited.balance, *columns)
            .select_from(schema.account.outerjoin(schema.audited_account, _audited.account == _account.id))
            .where(_account.id.in_(accounts))
        )
        for number, before, kind, owner, group, says, player in connection.execute(known):
            if player:
                wallets.add(Account(WALLET, group, player))
            proved = (before or 0) + self._chips[number]
            if says != proved:
                self.faults.append(account_fault(kind, owner, group, says, proved))
        return wallets

    def _compare_statements(self, connection: Connection, wallets: Collection[Account]) -> None:
        """Compare statements with their lines."""
        newest, lines = statement_ends(_account.id)
        ends = (
            select(_account.id, *lines, newest.c.number, newest.c.balance)
            .select_from(
                schema.account.outerjoin(schema.audited_statement, _read.account == _account.id).outerjoin(
                    newest, and_(newest.c.account == _account.id, newest.c.number == newest_number(_account.id))
                )
            )
            .where(tuple_(_account.kind, _account.group_id, _account.owner).in_(wallets))
        )
        for wallet, number, balance, says_number, says in connection.execute(ends):
            self._statements[wallet] = StatementSum(number, balance)
            if self._statements[wallet] != (says_number or 0, says or 0):
                self.faults.append(f"the statement of the wallet {wallet} does not follow from its lines")

    def _store_statements(self, connection: Connection) -> None:
        """Store what some statements come to; a sum stands for itself, whatever the checkpoint."""
        pairs = [self._statements.popitem() for _ in range(min(STATEMENTS_A_STEP, len(self._statements)))]
        connection.exec_driver_sql(
            "INSERT INTO audited_statement (account, number, balance) VALUES (?, ?, ?)"
            " ON CONFLICT (account) DO UPDATE SET number = excluded.number, balance = excluded.balance",
            [(wallet, *each) for wallet, each in pairs],
        )

    def _store_piece(self, connection: Connection, piece: Piece) -> None:
        assert self._set is not None
        connection.exec_driver_sql(
            "INSERT INTO audited_account (account, balance) VALUES (?, ?)"
            " ON CONFLICT (account) DO UPDATE SET balance = balance + excluded.balance",
            list(piece.chips.items()),
        )
        self._set = Checkpoint(piece.until, self._set.transfers + piece.transfers)
        connection.execute(delete(schema.audit_checkpoint))
        connection.execute(insert(schema.audit_checkpoint), [self._set._asdict()])
