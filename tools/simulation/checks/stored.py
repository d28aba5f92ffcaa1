"""Reading what is stored, for checks: through the ledger's own connection, since the file is open to it alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import Connection, bindparam, func, select

from bot.ledger import CARRIED, STACK, WALLET, Account, Ledger, schema
from bot.ledger.account import stack_player

T = TypeVar("T")


class StoredLine(NamedTuple):
    """A line of the journal of a table."""

    seq: int
    hand: int | None
    actor: str
    text: str


class MovedChips(NamedTuple):
    """An entry of a posting."""

    kind: str
    """The kind of the account."""

    player: str
    """Whose it is; empty for accounts of nobody."""

    amount: int
    reason: str


class HandAtTable(NamedTuple):
    """A hand of a table."""

    id: int
    """Its number among all hands."""

    number: int
    """Its number at the table."""


class Result(NamedTuple):
    """What a hand came to, as it is stored."""

    group: str
    players: tuple[str, ...]
    settlement: tuple[int, ...]
    """What each has won or lost, in the order of the seats."""

    voided: bool
    moved: list[MovedChips]
    """All chips that have moved because of the hand."""


_line, _hand, _posting = schema.journal.c, schema.hand.c, schema.posting.c
_entry, _account = schema.entry.c, schema.account.c

# They are asked again and again, and putting a query together takes longer than asking it.
_JOURNAL: Final = select(_line.seq, _line.hand, _line.actor, _line.text).where(
    _line.table_id == bindparam("_table"), _line.seq > bindparam("_after")
)
_RUNNING: Final = select(_hand.id).where(_hand.id.in_(bindparam("_hands", expanding=True)), _hand.settlement.is_(None))
_UNANNOUNCED: Final = select(_hand.table_id, _hand.id, _hand.number).where(
    _hand.table_id.in_(bindparam("_tables", expanding=True)),
    _hand.closed_at.is_not(None),
    _hand.voided == "",
    ~_hand.announced,
)
_RESULT: Final = select(_hand.group_id, _hand.players, _hand.settlement, _hand.voided).where(
    _hand.id == bindparam("_hand")
)
_MOVED: Final = (
    select(_account.kind, _account.owner, _entry.amount, _posting.reason)
    .join(schema.entry, _entry.account == _account.id)
    .join(schema.posting, _posting.id == _entry.posting)
    .where(_posting.hand == bindparam("_hand"))
)

_BETWEEN_BOOKS: Final = (
    select(func.sum(_entry.amount))
    .join(schema.posting, _posting.id == _entry.posting)
    .join(schema.account, _account.id == _entry.account)
    .where(_posting.reason.in_(("circle-joined", "circle-left")), _account.kind == WALLET)
)


async def read(ledger: Ledger, work: Callable[[Connection], T]) -> T:
    """Ask the database something that Kiu itself never asks."""
    return await ledger.read(work)


def journal_of(connection: Connection, table: str, after: int = 0) -> list[StoredLine]:
    """The lines of the journal of a table with higher numbers than one, in order."""
    return sorted(StoredLine(*row) for row in connection.execute(_JOURNAL, {"_table": table, "_after": after}))


def at_tables(connection: Connection) -> dict[Account, int]:
    """All stacks in which there are chips, and all odd chips that wait, with how many."""
    account = schema.account.c
    there = select(account.kind, account.group_id, account.owner, account.balance).where(
        account.kind.in_((STACK, CARRIED)), account.balance != 0
    )
    return {Account(kind, group, owner): balance for kind, group, owner, balance in connection.execute(there)}


def between_books(connection: Connection) -> int:
    """The chips that people have gained as circles began and ended, which should be none."""
    return connection.execute(_BETWEEN_BOOKS).scalar() or 0


def settled(connection: Connection, hands: Iterable[int]) -> list[int]:
    """Those of some hands that are over, as it is stored, or are not stored at all; in order."""
    wanted = sorted(hands)
    running = set(connection.execute(_RUNNING, {"_hands": wanted}).scalars())
    return [number for number in wanted if number not in running]


def unannounced(connection: Connection, tables: Iterable[str]) -> dict[str, list[HandAtTable]]:
    """The hands of some tables that are over, and whose results were not announced, by table."""
    found: dict[str, list[HandAtTable]] = {table: [] for table in tables}
    for table, *hand in connection.execute(_UNANNOUNCED, {"_tables": list(found)}):
        found[table].append(HandAtTable(*hand))
    return found


def tables_of(connection: Connection) -> list[str]:
    """Every table that was ever stored."""
    return list(connection.execute(select(schema.game_table.c.id)).scalars())


def result_of(connection: Connection, hand: int) -> Result | None:
    """What a hand came to; ``None`` if it is not over, or not stored."""
    row = connection.execute(_RESULT, {"_hand": hand}).first()
    if row is None or row.settlement is None:
        return None
    moved = [
        MovedChips(kind, _player(kind, owner), amount, reason)
        for kind, owner, amount, reason in connection.execute(_MOVED, {"_hand": hand})
    ]
    players, settlement = tuple(json.loads(row.players)), tuple(json.loads(row.settlement))
    return Result(row.group_id, players, settlement, bool(row.voided), moved)


def moved_for(connection: Connection, reason: str, after: int = 0) -> list[str]:
    """The actors of the postings for a reason, of those with numbers above ``after``."""
    query = select(_posting.actor).where(_posting.reason == reason, _posting.id > after)
    return list(connection.execute(query).scalars())


def newest_posting(connection: Connection) -> int:
    """The number of the last posting; 0 if there is none."""
    return connection.execute(select(func.max(_posting.id))).scalar() or 0


def received(connection: Connection, reason: str, after: int = 0) -> list[tuple[str, int]]:
    """Who was given chips for a reason, and when, in microseconds since 1970, by postings above ``after``."""
    query = (
        select(_account.owner, _posting.at)
        .join(schema.entry, _entry.account == _account.id)
        .join(schema.posting, _posting.id == _entry.posting)
        .where(_posting.reason == reason, _posting.id > after, _entry.amount > 0)
    )
    return [(player, at) for player, at in connection.execute(query)]


def _player(kind: str, owner: str) -> str:
    if kind == STACK:
        return stack_player(owner)
    return owner if kind == WALLET else ""
