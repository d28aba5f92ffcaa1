"""Reading what is stored, for checks: through the ledger's own connection, since the file is open to it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, func, select

from bot.ledger import POT, STACK, WALLET, Account, Ledger, schema
from bot.ledger.packed_journal import PACKED, lines_of
from bot.ledger.writes import stack_player

T = TypeVar("T")


class StoredLine(NamedTuple):
    """A line of the journal of a table."""

    seq: int
    hand: int | None
    at: int
    """When it was stored, in microseconds since 1970 by the wall clock."""

    actor: str
    text: str


class MovedChips(NamedTuple):
    """Chips that have moved from one account to another."""

    source: str
    """The kind of the account."""

    source_player: str
    """Whose it is; empty for accounts of nobody."""

    target: str
    target_player: str
    amount: int
    reason: str


class HandAtTable(NamedTuple):
    """A hand of a table."""

    id: int
    """Its number among all hands."""

    number: int
    """Its number at the table."""


async def read(ledger: Ledger, work: Callable[[Connection], T]) -> T:
    """Ask the database something that Kiu itself never asks."""
    return await ledger._writer.read(work)


def journal_of(connection: Connection, table: str, after: int = 0, first_hand: int = 0) -> list[StoredLine]:
    """The lines of the journal of a table, wherever they are stored, in order.

    Args:
        connection: within the transaction.
        table: whose journal.
        after: only lines with higher numbers than this are read.
        first_hand: the first hand that may have such lines.
    """
    line, hand = schema.journal.c, schema.hand.c
    loose = select(line.seq, line.hand, line.at, line.actor, line.text).where(line.table_id == table, line.seq > after)
    found = [StoredLine(*row) for row in connection.execute(loose)]
    of_table = select(*PACKED).where(hand.table_id == table, hand.id >= first_hand)
    packed = lines_of(connection, connection.execute(of_table).all())
    found.extend(
        StoredLine(each.seq, number, each.at, each.actor, each.text)
        for number, lines in packed.items()
        for each in lines
        if each.seq > after
    )
    return sorted(found)


def newest_hand(connection: Connection, table: str) -> int:
    """The number of the last hand of a table among all hands; 0 if it had none."""
    hand = schema.hand.c
    return connection.execute(select(func.max(hand.id)).where(hand.table_id == table)).scalar() or 0


def at_tables(connection: Connection) -> dict[Account, int]:
    """All stacks and pots in which there are chips, with how many."""
    account = schema.account.c
    there = select(account.kind, account.group_id, account.owner, account.balance).where(
        account.kind.in_((STACK, POT)), account.balance != 0
    )
    return {Account(kind, group, owner): balance for kind, group, owner, balance in connection.execute(there)}


def settled(connection: Connection, hands: Iterable[int]) -> list[int]:
    """Those of some hands that are over, as it is stored, or are not stored at all; in order."""
    wanted = sorted(hands)
    there = select(schema.hand.c.id).where(schema.hand.c.id.in_(wanted), schema.hand.c.settlement.is_(None))
    running = set(connection.execute(there).scalars())
    return [number for number in wanted if number not in running]


def hands_of(connection: Connection, table: str) -> list[int]:
    """The numbers of the hands of a table, oldest first."""
    hand = schema.hand.c
    return list(connection.execute(select(hand.id).where(hand.table_id == table).order_by(hand.number)).scalars())


def unannounced(connection: Connection, table: str) -> list[HandAtTable]:
    """The hands of a table that are over, and whose results were not announced."""
    hand = schema.hand.c
    over = select(hand.id, hand.number).where(hand.table_id == table, hand.closed_at.is_not(None), hand.voided == "")
    return [HandAtTable(*row) for row in connection.execute(over.where(~hand.announced))]


def tables_of(connection: Connection) -> list[str]:
    """Every table that was ever stored."""
    return list(connection.execute(select(schema.game_table.c.id)).scalars())


def moved_in(connection: Connection, hand: int) -> list[MovedChips]:
    """All chips that have moved because of a hand."""
    transfer = schema.transfer
    source, target = schema.account.alias("source"), schema.account.alias("target")
    query = (
        select(source.c.kind, source.c.owner, target.c.kind, target.c.owner, transfer.c.amount, transfer.c.reason)
        .join(source, source.c.id == transfer.c.source_account)
        .join(target, target.c.id == transfer.c.target_account)
        .where(transfer.c.hand == hand)
    )
    return list(_moved(connection, query))


def moved_for(connection: Connection, reasons: tuple[str, ...], after: int = 0) -> list[tuple[str, str, int]]:
    """The actor, the reason and the number of the transfers for some reasons, of those with numbers above ``after``."""
    transfer = schema.transfer.c
    query = select(transfer.actor, transfer.reason, transfer.id).where(
        transfer.reason.in_(reasons), transfer.id > after
    )
    return [(actor, reason, number) for actor, reason, number in connection.execute(query)]


def newest_transfer(connection: Connection) -> int:
    """The number of the last transfer; 0 if there is none."""
    return connection.execute(select(func.max(schema.transfer.c.id))).scalar() or 0


def received(connection: Connection, reason: str, after: int = 0) -> list[tuple[str, int]]:
    """Who was given chips for a reason, and when, in microseconds since 1970, by transfers above ``after``."""
    transfer, target = schema.transfer, schema.account.alias("target")
    query = (
        select(target.c.owner, transfer.c.at)
        .join(target, target.c.id == transfer.c.target_account)
        .where(transfer.c.reason == reason, transfer.c.id > after)
    )
    return [(player, at) for player, at in connection.execute(query)]


def _moved(connection: Connection, query: object) -> Iterator[MovedChips]:
    for kind, owner, to, receiver, amount, reason in connection.execute(query):  # type: ignore[call-overload]
        yield MovedChips(kind, _player(kind, owner), to, _player(to, receiver), amount, reason)


def _player(kind: str, owner: str) -> str:
    if kind == STACK:
        return stack_player(owner)
    return owner if kind == WALLET else ""
