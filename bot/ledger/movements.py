"""Movements of chips decided by stored data in their own transaction."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from bot.ledger import queries, statement_queries
from bot.ledger.account import mint, wallet
from bot.ledger.errors import BeyondLimit, NothingDue
from bot.ledger.postings import Transfer
from bot.ledger.writes import WriteSet


def fill_up(connection: Connection, group: str, player: str, floor: int) -> WriteSet:
    """Fill a player's chips, on tables too, up to a floor; raise ``NothingDue`` at or above it."""
    given = floor - queries.wealth(connection, group, player).total
    if given <= 0:
        raise NothingDue(f"{player!r} has {floor} chips or more")
    return (Transfer(mint(group), wallet(group, player), given, "daily", actor=player),)


def give(connection: Connection, gift: Transfer, most: int, since: datetime) -> WriteSet:
    """Give chips to another player; raise ``BeyondLimit`` beyond the limit since a moment."""
    given = statement_queries.given_since(connection, gift.group, gift.source.player, gift.reason, since)
    if given + gift.amount > most:
        raise BeyondLimit(max(most - given, 0))
    return (gift,)
