"""The audit of the books: every balance is what its transfers come to, every statement ends with what its player has.

What transfers and statements come to up to a checkpoint is kept, so the audit at a start reads only what came after it.
It compares these sums with every balance and with the end of every statement, so one of those that was changed by other
hands is found at once, as is a sum; a transfer or a line from before the checkpoint is found by ``full_audit``.
Sums are kept only when they agree with the balances, so nothing that is wrong is ever built upon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    union_all,
)

from bot.ledger import schema, statement_queries
from bot.ledger.read_models import Audit
from bot.ledger.writes import MINT, POT, STACK, WALLET

_account, _transfer, _line = schema.account.c, schema.transfer.c, schema.statement_line.c
_audited, _read = schema.audited_account.c, schema.audited_statement.c

CHECKPOINT_EVERY: Final = 10_000
"""After how many transfers a running process sets the next checkpoint: those of some hundreds of hands."""

FAULTS_REPORTED: Final = 5
"""How many faults of each kind an audit names."""

HIDING: Final = (
    "CREATE TEMP TABLE audit_checkpoint (id INTEGER PRIMARY KEY, transfer INTEGER, transfers INTEGER)",
    "CREATE TEMP TABLE audited_account (account INTEGER PRIMARY KEY, balance INTEGER)",
    "CREATE TEMP TABLE audited_statement (account INTEGER PRIMARY KEY, number INTEGER, balance INTEGER)",
)
"""What hides the sums that are kept, as if there were none: temporary tables are found first."""


class Checkpoint(NamedTuple):
    """How far the books are summed up."""

    transfer: int = 0
    """The number of the newest transfer in the sums."""

    transfers: int = 0
    """How many there are up to it."""


class StatementSum(NamedTuple):
    """What the lines of a statement come to."""

    number: int
    """The number of the newest line."""

    balance: int
    """What they add up to, in chips."""


class Sums(NamedTuple):
    """What the books come to, as far as they are summed up."""

    checkpoint: Checkpoint
    accounts: Mapping[int, int]
    """Chips, by the number of the account."""

    statements: Mapping[int, StatementSum]
    """By the number of the player's wallet."""


# --- the checkpoint ------------------------------------------------------------------------------------------------


def checkpoint(connection: Connection) -> Checkpoint | None:
    """The checkpoint; ``None`` if there is none yet."""
    kept = schema.audit_checkpoint.c
    row = connection.execute(select(kept.transfer, kept.transfers)).first()
    return None if row is None else Checkpoint(*row)


def keep(connection: Connection, sums: Sums) -> None:
    """Put these sums in the place of all that were kept before."""
    connection.execute(delete(schema.audited_account))
    connection.execute(delete(schema.audited_statement))
    accounts = list(sums.accounts.items())
    lines = [(account, *each) for account, each in sums.statements.items()]
    # The driver's own way is several times as quick, with as many rows as there are accounts.
    if accounts:
        connection.exec_driver_sql("INSERT INTO audited_account (account, balance) VALUES (?, ?)", accounts)
    if lines:
        insert_lines = "INSERT INTO audited_statement (account, number, balance) VALUES (?, ?, ?)"
        connection.exec_driver_sql(insert_lines, lines)
    connection.execute(delete(schema.audit_checkpoint))
    connection.execute(insert(schema.audit_checkpoint), [sums.checkpoint._asdict()])


# --- summing up ----------------------------------------------------------------------------------------------------


def newest_transfer(connection: Connection) -> int:
    """The number of the newest transfer; 0 if there is none."""
    return connection.execute(select(func.max(_transfer.id))).scalar() or 0


def transfer_sums(connection: Connection, after: int, until: int) -> tuple[int, dict[int, int]]:
    """How many transfers there are after one and up to another, and what they come to for each account."""
    moved = _moved(after, until).subquery()
    query = select(moved.c.account, func.sum(moved.c.chips), func.count()).group_by(moved.c.account)
    rows = connection.execute(query).all()
    # Each transfer has two accounts.
    return sum(count for *_, count in rows) // 2, {account: chips for account, chips, _ in rows}


def _moved(after: Any, until: int | None = None) -> Any:
    """The chips of every transfer after one, and up to another, once for each of its accounts."""
    within = _transfer.id > after if until is None else and_(_transfer.id > after, _transfer.id <= until)
    given = select(_transfer.source_account.label("account"), (-_transfer.amount).label("chips"))
    got = select(_transfer.target_account.label("account"), _transfer.amount.label("chips"))
    return union_all(given.where(within), got.where(within))


def statement_sums(connection: Connection, after: int, most: int) -> tuple[dict[int, StatementSum], list[str]]:
    """What the lines of statements come to, of so many wallets after one at most; and those that lack lines."""
    wallets = select(_account.id).where(_account.kind == WALLET, _account.id > after).order_by(_account.id).limit(most)
    query = (
        select(
            _account.id,
            _account.player,
            func.count(_line.number),
            func.coalesce(func.max(_line.number), 0),
            func.coalesce(func.sum(_line.amount), 0),
        )
        .select_from(schema.account.outerjoin(schema.statement_line, _line.account == _account.id))
        .where(_account.id.in_(wallets))
        .group_by(_account.id)
    )
    sums, faults = {}, []
    for wallet, player, count, newest, balance in connection.execute(query):
        sums[wallet] = StatementSum(newest, balance)
        if count != newest:
            faults.append(f"the statement of {player!r} has {count} lines of {newest}")
    return sums, faults


# --- comparing -----------------------------------------------------------------------------------------------------


def audit(connection: Connection) -> Audit:
    """The audit since the checkpoint; if that finds any fault, the checkpoint may be damaged, and everything counts."""
    since = audit_since_checkpoint(connection)
    return since if since.sound else audit_at_once(connection)


def audit_at_once(connection: Connection) -> Audit:
    """The audit of everything, in one go, of a database that may be for reading alone."""
    for create in HIDING:
        connection.exec_driver_sql(create)
    try:
        return audit_since_checkpoint(connection)
    finally:
        for table in (schema.audit_checkpoint, schema.audited_account, schema.audited_statement):
            connection.exec_driver_sql(f"DROP TABLE temp.{table.name}")


def audit_since_checkpoint(connection: Connection) -> Audit:
    """Compare every balance, and the end of every statement, with the sums at the checkpoint and what came after."""
    last = checkpoint(connection) or Checkpoint()
    count, total = connection.execute(
        select(func.count(), cast(func.coalesce(func.sum(_account.balance), 0), BigInteger)).select_from(schema.account)
    ).one()
    newer = select(func.count()).select_from(schema.transfer).where(_transfer.id > last.transfer)
    transfers = last.transfers + connection.execute(newer).scalar_one()
    faults = [
        *_account_faults(connection, last),
        *_overdrawn_faults(connection),
        *_statement_faults(connection),
        *statement_queries.faults(connection, FAULTS_REPORTED),
    ]
    if total:
        faults.append(f"all accounts together hold {total} chips instead of none")
    return Audit(count, transfers, tuple(faults))


def _account_faults(connection: Connection, last: Checkpoint) -> Iterator[str]:
    for row in connection.execute(_wrong_accounts(), {"after": last.transfer}):
        yield account_fault(*row)


# Building one of these queries takes longer than running it on a small database, and each start audits.
@cache
def _wrong_accounts() -> Select[Any]:
    """Accounts that say something else than the sums up to ``after`` and the transfers that came later."""
    moved = _moved(bindparam("after")).subquery()
    newer = (
        select(moved.c.account, cast(func.sum(moved.c.chips), BigInteger).label("chips"))
        .group_by(moved.c.account)
        .subquery()
    )
    proved = func.coalesce(_audited.balance, literal(0)) + func.coalesce(newer.c.chips, literal(0))
    columns: Sequence[Any] = (_account.kind, _account.owner, _account.group_id, _account.balance, proved)
    return (
        select(*columns)
        .select_from(
            schema.account.outerjoin(schema.audited_account, _audited.account == _account.id).outerjoin(
                newer, newer.c.account == _account.id
            )
        )
        .where(_account.balance != proved)
        .limit(FAULTS_REPORTED)
    )


def account_fault(kind: str, owner: str, group: str, says: int, proved: int) -> str:
    """One sentence about an account that says something else than its transfers."""
    return f"the {kind} of {owner or group!r} says {says} chips, its transfers {proved}"


def _overdrawn_faults(connection: Connection) -> Iterator[str]:
    query = select(_account.kind, _account.owner, _account.balance).where(_account.balance < 0, _account.kind != MINT)
    for kind, owner, says in connection.execute(query.limit(FAULTS_REPORTED)):
        yield f"the {kind} of {owner!r} is {says} chips below zero"


def _statement_faults(connection: Connection) -> Iterator[str]:
    """Statements that do not end with what their players have, in wallet, stacks and running hands, or lack lines."""
    for player, end, chips in connection.execute(_wrong_statements()):
        yield f"the statement of {player!r} ends with {end} chips of {chips}, or lacks a line"


@cache
def _wrong_statements() -> Select[Any]:
    """Player, the last balance of their statement, and the chips that they have."""
    has = _held().subquery()
    newest, (number, proved) = statement_ends(_account.id)
    says = func.coalesce(newest.c.balance, literal(0))
    return (
        select(has.c.player, says, has.c.chips)
        .select_from(has)
        .outerjoin(
            schema.account,
            and_(_account.kind == WALLET, _account.group_id == has.c.group_id, _account.owner == has.c.player),
        )
        .outerjoin(schema.audited_statement, _read.account == _account.id)
        .outerjoin(newest, and_(newest.c.account == _account.id, newest.c.number == newest_number(_account.id)))
        .where(or_(says != has.c.chips, says != proved, func.coalesce(newest.c.number, literal(0)) != number))
        .limit(FAULTS_REPORTED)
    )


def _held() -> Any:
    """What each player has, by group: in the wallet, in stacks, and in the pots of running hands."""
    source, target = schema.account.alias("source"), schema.account.alias("target")
    hands = schema.hand.c
    running = select(hands.id).where(schema.UNANNOUNCED, hands.closed_at.is_(None))
    put = (
        select(source.c.group_id, source.c.player, _transfer.amount.label("chips"))
        .join(source, source.c.id == _transfer.source_account)
        .join(target, and_(target.c.id == _transfer.target_account, target.c.kind == POT))
        .where(_transfer.hand.in_(running), source.c.kind == STACK)
    )
    back = (
        select(target.c.group_id, target.c.player, (-_transfer.amount).label("chips"))
        .join(target, target.c.id == _transfer.target_account)
        .join(source, and_(source.c.id == _transfer.source_account, source.c.kind == POT))
        .where(_transfer.hand.in_(running), target.c.kind == STACK)
    )
    holder = schema.account.alias("holder")
    lying = select(holder.c.group_id, holder.c.player, holder.c.balance.label("chips")).where(
        holder.c.kind.in_((WALLET, STACK))
    )
    held = union_all(lying, put, back).subquery()
    return (
        select(held.c.group_id, held.c.player, cast(func.sum(held.c.chips), BigInteger).label("chips"))
        .where(held.c.player != "")
        .group_by(held.c.group_id, held.c.player)
    )


def statement_ends(wallet: Any) -> tuple[Any, tuple[Any, Any]]:
    """The newest line of a statement, to be joined, and what its lines come to: their number and their sum.

    The sums that are kept of it must be joined too.
    """
    line = schema.statement_line.alias("newer")
    read = func.coalesce(_read.number, literal(0))
    later = and_(line.c.account == wallet, line.c.number > read)
    count = select(func.count()).select_from(line).where(later).scalar_subquery()
    amount = select(func.coalesce(func.sum(line.c.amount), 0)).where(later).scalar_subquery()
    sums = (read + count, func.coalesce(_read.balance, literal(0)) + cast(amount, BigInteger))
    return schema.statement_line.alias("newest"), sums


def newest_number(wallet: Any) -> Any:
    """The number of the newest line of a statement."""
    line = schema.statement_line.alias("latest")
    return select(func.max(line.c.number)).where(line.c.account == wallet).scalar_subquery()
