"""Movements of chips that depend on what is stored: each is decided in the very transaction that stores it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from bot.ledger import queries, statement_queries
from bot.ledger.errors import BeyondLimit, NothingDue
from bot.ledger.writes import Transfer, WriteSet, mint, wallet


def fill_up(connection: Connection, group: str, player: str, floor: int) -> WriteSet:
    """Fill a player's chips up to a floor out of the mint, those in wallet, stacks and running hands counted together.

    Raise ``NothingDue`` if the player has as many already.
    """
    given = floor - queries.wealth(connection, group, player).total
    if given <= 0:
        raise NothingDue(f"{player!r} has {floor} chips or more")
    return (Transfer(mint(group), wallet(group, player), given, "daily", actor=player),)


def give(connection: Connection, gift: Transfer, most: int, since: datetime) -> WriteSet:
    """Let a player give chips to another, unless they gave away too many since a moment.

    Raise ``BeyondLimit`` if it is more than is left.
    """
    given = statement_queries.given_since(connection, gift.group, gift.source.player, gift.reason, since)
    if given + gift.amount > most:
        raise BeyondLimit(max(most - given, 0))
    return (gift,)
