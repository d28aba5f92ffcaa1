"""The rows of one transaction, and the accounts that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select

from bot.ledger import schema
from bot.ledger.account import WALLET, Account, wallet
from engine.fairness.transparency_log import LogTail

_account, _posting = schema.account.c, schema.posting.c
_ACCOUNT: Final = select(_account.id, _account.balance).where(
    _account.kind == bindparam("kind"), _account.group_id == bindparam("group"), _account.owner == bindparam("owner")
)
_NEW_ACCOUNT: Final = insert(schema.account)
NEWEST_POSTING: Final = select(_posting.id, _posting.at).order_by(_posting.id.desc()).limit(1)


@dataclass(slots=True)
class _Known:
    """An account within a transaction."""

    id: int
    balance: int
    holder: int | None
    """The player's wallet number; ``None`` for nobody's chips."""

    moved: int = 0


class Accounts(dict[Account, _Known]):
    """The accounts that a transaction names; a new one is made."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def __missing__(self, account: Account) -> _Known:
        number, balance = self.connection.execute(_ACCOUNT, account._asdict()).first() or (self._made(account), 0)
        holder = None
        if account.player:
            holder = number if account.kind == WALLET else self[wallet(account.group, account.player)].id
        known = self[account] = _Known(number, balance, holder)
        return known

    def _made(self, account: Account) -> int:
        kind, group, owner = account
        new = {"kind": kind, "group_id": group, "owner": owner, "player": account.player, "balance": 0}
        (number,) = self.connection.execute(_NEW_ACCOUNT, new).inserted_primary_key or (0,)
        return number


@dataclass(slots=True)
class Batch:
    """Rows of one transaction, and facts known once it is durable."""

    accounts: Accounts
    at: int
    log: LogTail
    posting: int = 0
    """The number of the newest posting; 0 without any."""

    posted_at: int = 0
    """The time of its postings, never before an older one."""

    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    posted: dict[tuple[str, str], int] = field(default_factory=dict)
    line: tuple[str, int] | None = None
    """Table and number of the newest journal line."""

    def add(self, statement: str, row: tuple[Any, ...]) -> None:
        """Add a row for a statement of :data:`bot.ledger.statements.STATEMENTS`."""
        self.rows.setdefault(statement, []).append(row)

    def next_posting(self) -> int:
        if not self.posting:
            self.posting, at = self.accounts.connection.execute(NEWEST_POSTING).first() or (0, 0)
            self.posted_at = max(self.at, at)
        self.posting += 1
        return self.posting
