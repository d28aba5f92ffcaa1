from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from bot.ledger import WALLET, schema
from bot.ledger.queries import newest_posting
from bot.ledger.times import moment

_account = schema.account.c
_hand = schema.hand.c


def limits(connection: Connection, player: str) -> str:
    """Return a player's own limits as JSON, or an empty text."""
    kept = schema.player_limit.c
    return connection.execute(select(kept.limits).where(kept.player == player)).scalar() or ""


def plays_elsewhere(connection: Connection, player: str, table: str) -> bool:
    """Return true if a player is in a running hand at another table, perhaps one of another process."""
    dealt_in = _hand.players.contains(player, autoescape=True)
    query = select(_hand.id).where(schema.UNANNOUNCED, _hand.closed_at.is_(None), _hand.table_id != table, dealt_in)
    return connection.execute(query.limit(1)).first() is not None


def played_since(
    connection: Connection, player: str, groups: Sequence[str], since: datetime
) -> tuple[int, list[tuple[datetime, datetime]]]:
    """Return a player's net since a moment, and begin and end of each hand, without void ones."""
    entry, posting = schema.entry.c, schema.posting.c
    wallets = select(_account.id).where(
        _account.kind == WALLET, _account.group_id.in_(groups), _account.owner == player
    )
    last_before = newest_posting(connection, since, before=True)
    net, times = 0, []
    for account in connection.execute(wallets).scalars().all():
        of_hands = (
            select(entry.amount, _hand.opened_at, posting.at)
            .join(schema.posting, posting.id == entry.posting)
            .join(schema.hand, _hand.id == posting.hand)
            .where(entry.holder == account, entry.posting > last_before, _hand.voided == "")
        )
        for amount, opened, closed in connection.execute(of_hands):
            net += amount
            times.append((moment(opened), moment(closed)))
    return net, times
