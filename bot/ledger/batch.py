"""The rows of one transaction, and the accounts that it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from sqlalchemy import Connection, bindparam, insert, select

from bot.ledger import schema
from bot.ledger.errors import Overdrawn
from bot.ledger.postings import MINT, WALLET, Account, wallet
from engine.fairness.transparency_log import LogTail

if TYPE_CHECKING:
    from bot.ledger.postings import Posting
    from bot.ledger.writes import HandClosed

_account, _posting = schema.account.c, schema.posting.c
_ACCOUNT: Final = select(_account.id, _account.balance).where(
    _account.kind == bindparam("kind"), _account.group_id == bindparam("group"), _account.owner == bindparam("owner")
)
_NEW_ACCOUNT: Final = insert(schema.account)
NEWEST_POSTING: Final = select(_posting.id, _posting.at).order_by(_posting.id.desc()).limit(1)


class HandCounter(Protocol):
    """Keeps statistics of players by the numbers of their wallets."""

    def count(self, connection: Connection, hand: HandClosed, wallets: Sequence[int]) -> None:
        """Count a hand that ends, before it is stored itself."""

    def merge(self, connection: Connection, old: int, new: int) -> None:
        """Count as one what was counted of two wallets."""


COUNTERS: Final[list[HandCounter]] = []
"""The counters that features have added."""


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

    def post(self, write: Posting) -> None:
        """Add a posting; entries that change a player's chips enter statements."""
        if not write.entries:
            return
        if not self.posting:
            self.posting, at = self.accounts.connection.execute(NEWEST_POSTING).first() or (0, 0)
            self.posted_at = max(self.at, at)
        self.posting += 1
        number, gains = self.posting, Counter[int | None]()
        for account, amount in write.entries:
            known = self.accounts[account]
            if amount < 0 and account.kind != MINT and (there := known.balance + known.moved) < -amount:
                raise Overdrawn(account, there, -amount)
            known.moved += amount
            gains[known.holder] += amount
        self.add("posting", (number, self.posted_at, write.reason, write.hand, write.actor, write.note, write.ranked))
        for account, amount in write.entries:
            known = self.accounts[account]
            told = write.ranked is not None or gains[known.holder]
            self.add("entry", (number, known.id, amount, known.holder if told else None))
        for holder, gain in gains.items():
            if holder is not None and gain:
                self.add("player_sum", (holder, write.sum_name, gain))

    def count(self, hand: HandClosed) -> None:
        """Count a hand in the statistics of its players."""
        for counter in COUNTERS:
            counter.count(self.accounts.connection, hand, [self.accounts[each].id for each in hand.wallets])
