"""Queries for the exports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from bot.ledger import schema
from bot.ledger.postings import RESULTS
from bot.ledger.statement_queries import wallet_number
from bot.ledger.times import moment

_entry, _posting, _hand = schema.entry.c, schema.posting.c, schema.hand.c
_COLUMNS: Final[Sequence[Any]] = (
    _hand.id,
    _hand.number,
    _hand.game,
    _hand.players,
    _hand.stacks,
    _hand.settlement,
    _hand.opened_at,
    _hand.closed_at,
    _hand.voided,
)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    hand: int
    """Its number among all hands."""

    number: int

    game: str
    players: tuple[str, ...]

    stacks: tuple[int, ...]
    """Chips before it, by seat."""

    nets: tuple[int, ...]
    opened: datetime
    closed: datetime
    voided: str
    """The reason for calling it off or reversing it, or empty."""


def hands_of_player(connection: Connection, group: str, player: str, limit: int) -> list[PlayedHand]:
    """Return hands without practice, newest first."""
    account = wallet_number(connection, group, player)
    if account is None:
        return []
    query = (
        select(*_COLUMNS)
        .join(schema.posting, _posting.hand == _hand.id)
        .join(schema.entry, _entry.posting == _posting.id)
        .where(_entry.holder == account, _posting.reason.in_(RESULTS))
        .order_by(_entry.posting.desc())
    )
    return [_played(row) for row in connection.execute(query.limit(limit))]


def hands_of_table(connection: Connection, table: str, limit: int) -> list[PlayedHand]:
    """Return newest hands first."""
    query = select(*_COLUMNS).where(_hand.table_id == table, _hand.closed_at.is_not(None))
    return [_played(row) for row in connection.execute(query.order_by(_hand.number.desc()).limit(limit))]


def newest_table(connection: Connection, group: str, channel: str) -> str | None:
    """Return one open or not."""
    table = schema.game_table.c
    query = select(table.id).where(table.group_id == group, table.channel == channel).order_by(table.number.desc())
    found: str | None = connection.execute(query.limit(1)).scalar()
    return found


def _played(row: Row[Any]) -> PlayedHand:
    return PlayedHand(
        hand=row.id,
        number=row.number,
        game=row.game,
        players=tuple(json.loads(row.players)),
        stacks=tuple(json.loads(row.stacks)),
        nets=tuple(json.loads(row.settlement)),
        opened=moment(row.opened_at),
        closed=moment(row.closed_at),
        voided=row.voided,
    )
