"""The audit: balanced postings, and balances and statements equal to the sums of their entries."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Select, func, or_, select

from bot.ledger import schema
from bot.ledger.account import WALLET
from bot.ledger.dialect import dialect_of
from bot.ledger.read_models import Audit

_account, _posting, _entry, _sum = schema.account.c, schema.posting.c, schema.entry.c, schema.player_sum.c

FAULTS_REPORTED: Final = 5
"""Most faults of a kind named."""


def audit(connection: Connection) -> Audit:
    """Compare all movements with accounts and statements."""
    accounts = connection.execute(select(func.count()).select_from(schema.account)).scalar_one()
    postings = connection.execute(select(func.count()).select_from(schema.posting)).scalar_one()
    faults = [
        *(
            f"the {kind} of {owner or group!r} says {says} chips, its entries {proved}"
            for kind, owner, group, says, proved in connection.execute(_wrong_accounts())
        ),
        *(
            f"the entries of posting {number} come to {chips} chips instead of none"
            for number, chips in connection.execute(_unbalanced())
        ),
        *(
            f"the statement of {player!r} comes to {says} chips of {has}, and its sums to {summed}"
            for player, says, summed, has in connection.execute(_wrong_statements())
        ),
    ]
    return Audit((), tuple(faults), accounts, postings)


def page_damage(connection: Connection, check: str) -> list[str]:
    """Return the faults of ``integrity_check``, or of the faster ``quick_check``."""
    return dialect_of(connection).damage(connection, check, FAULTS_REPORTED)


# Building these queries takes longer than running them on a small database.
@cache
def _wrong_accounts() -> Select[Any]:
    moved = select(_entry.account, func.sum(_entry.amount).label("chips")).group_by(_entry.account).subquery()
    proved = func.coalesce(moved.c.chips, 0)
    return (
        select(_account.kind, _account.owner, _account.group_id, _account.balance, proved)
        .select_from(schema.account.outerjoin(moved, moved.c.account == _account.id))
        .where(_account.balance != proved)
        .limit(FAULTS_REPORTED)
    )


@cache
def _unbalanced() -> Select[Any]:
    chips = func.sum(_entry.amount)
    return select(_entry.posting, chips).group_by(_entry.posting).having(chips != 0).limit(FAULTS_REPORTED)


@cache
def _wrong_statements() -> Select[Any]:
    """Select players with lines, sums and chips that differ."""
    has = (
        select(_account.group_id, _account.player, func.sum(_account.balance).label("chips"))
        .where(_account.player != "")
        .group_by(_account.group_id, _account.player)
        .subquery()
    )
    lines = select(_entry.holder, func.sum(_entry.amount).label("chips")).where(_entry.holder.is_not(None))
    told, sums = lines.group_by(_entry.holder).subquery(), _sums_of_players()
    own = schema.account.alias("own")
    says, summed = func.coalesce(told.c.chips, 0), func.coalesce(sums.c.chips, 0)
    return (
        select(has.c.player, says, summed, has.c.chips)
        .select_from(has)
        .outerjoin(own, (own.c.kind == WALLET) & (own.c.group_id == has.c.group_id) & (own.c.owner == has.c.player))
        .outerjoin(told, told.c.holder == own.c.id)
        .outerjoin(sums, sums.c.account == own.c.id)
        .where(or_(says != has.c.chips, summed != has.c.chips))
        .limit(FAULTS_REPORTED)
    )


def _sums_of_players() -> Any:
    return select(_sum.account, func.sum(_sum.amount).label("chips")).group_by(_sum.account).subquery()
