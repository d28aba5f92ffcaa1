"""Who has won and lost how much between two moments."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, func, select

from bot.ledger import WALLET, schema
from bot.ledger.batch import microseconds

_account, _line = schema.account.c, schema.statement_line.c


class Nets(NamedTuple):
    """What a player has won or lost over some time, hands that were reversed meanwhile being taken back."""

    among_people: int
    """In hands without computer players, in chips."""

    with_computers: int


def nets(connection: Connection, group: str, since: datetime, until: datetime) -> dict[str, Nets]:
    """Return what everybody of a group won or lost from one moment to before another, but of nobody who is even."""
    won = _before(until, _line.won) - _before(since, _line.won)
    unranked = _before(until, _line.unranked) - _before(since, _line.unranked)
    query = select(_account.owner, won, unranked).where(_account.kind == WALLET, _account.group_id == group)
    return {player: Nets(*sums) for player, *sums in connection.execute(query) if any(sums)}


def _before(moment: datetime, running: Column[Any]) -> ColumnElement[int]:
    """A running sum of a player's statement as it was before a moment."""
    lines = select(running).where(_line.account == _account.id, _line.at < microseconds(moment))
    # One step in the index of moments, however many lines there are.
    newest = lines.order_by(_line.at.desc(), _line.number.desc()).limit(1).correlate(schema.account)
    return func.coalesce(newest.scalar_subquery(), 0)
