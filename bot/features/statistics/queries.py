"""Queries for what is counted of players, and for how their chips have changed."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import WALLET, schema
from bot.ledger.player_counts import BEST, OWN, POT, RAREST, STREAK, Maximum, facts_from_json
from bot.ledger.queries import moment
from bot.ledger.statement_queries import rows_backwards, wallet_number
from engine.facts import MadeHand

_account, _count, _best = schema.account.c, schema.player_count.c, schema.player_best.c
_hand = schema.hand.c

RECORDS = (POT, RAREST, BEST, STREAK)
"""The maxima that are records of a group."""


class PlayerStatistics(NamedTuple):
    """The counts of a player in one game, by their names in :mod:`bot.ledger.player_counts`."""

    counts: dict[str, int]
    best: dict[str, Maximum]


class Record(NamedTuple):
    """The most that anybody of a group has reached in a game."""

    game: str
    what: str
    player: str
    value: int
    hand: int
    made: MadeHand | None = None
    """Their hand, if everybody has seen it."""


class BalancePoint(NamedTuple):
    """All chips of a player after a change."""

    number: int
    """The number of the change, from 1."""

    at: datetime
    balance: int


class BalanceHistory(NamedTuple):
    """The changes of a player's chips."""

    points: tuple[BalancePoint, ...]
    """Some of the changes, the first and the last among them, in order; none if nothing has changed."""

    lowest: BalancePoint
    highest: BalancePoint


def statistics_of(connection: Connection, group: str, player: str, *, own: bool) -> dict[str, PlayerStatistics]:
    """Return what is counted of a player in a group, by game; ``own`` adds what nobody else saw."""
    found: dict[str, PlayerStatistics] = {}
    wallet = wallet_number(connection, group, player)
    counts = select(_count.game, _count.what, _count.times).where(_count.account == wallet)
    for game, what, times in connection.execute(counts):
        if own or not what.startswith(OWN):
            found.setdefault(game, PlayerStatistics({}, {})).counts[what] = times
    best = select(_best.game, _best.what, _best.value, _best.hand).where(_best.account == wallet)
    for game, what, value, hand in connection.execute(best):
        if own or not what.startswith(OWN):
            found.setdefault(game, PlayerStatistics({}, {})).best[what] = Maximum(value, hand)
    return found


def records(connection: Connection, group: str, *, computers: str) -> tuple[Record, ...]:
    """Return the records of a group in each game; of equals, the first.

    Computer players, whose ids begin with ``computers``, hold none.
    """
    query = (
        select(_best.game, _best.what, _account.player, _best.value, _best.hand)
        .join(schema.account, _account.id == _best.account)
        .where(
            _account.group_id == group,
            _account.kind == WALLET,
            ~_account.player.startswith(computers, autoescape=True),
            _best.what.in_(RECORDS),
        )
    )
    reached: dict[tuple[str, str], Record] = {}
    for row in connection.execute(query):
        new = Record(*row)
        old = reached.get((new.game, new.what))
        if old is None or (new.value, -new.hand, old.player) > (old.value, -old.hand, new.player):
            reached[new.game, new.what] = new
    ordered = sorted(reached.values(), key=lambda record: (record.game, RECORDS.index(record.what)))
    return tuple([each._replace(made=_shown(connection, each)) for each in ordered])


def _shown(connection: Connection, record: Record) -> MadeHand | None:
    """Return the hand that the holder of a record held, if everybody saw it."""
    query = select(_hand.players, _hand.facts).where(_hand.id == record.hand)
    players, facts = connection.execute(query).one()
    if not facts:
        return None
    seat: int = json.loads(players).index(record.player)
    return facts_from_json(facts)[seat].made


def balance_history(connection: Connection, group: str, player: str, *, most: int) -> BalanceHistory | None:
    """Return how the chips of a player have changed, in ``most`` points or a few more; ``None`` if they never did."""
    wallet = wallet_number(connection, group, player)
    lines = [] if wallet is None else list(rows_backwards(connection, wallet))
    if not lines:
        return None
    balances = accumulate(row.amount for row in reversed(lines))
    every = [
        BalancePoint(number, moment(row.at), balance)
        for number, (row, balance) in enumerate(zip(reversed(lines), balances, strict=True), start=1)
    ]
    lowest, highest = min(every, key=lambda point: point.balance), max(every, key=lambda point: point.balance)
    wanted = {(len(every) - 1) * place // (most - 1) for place in range(most)}
    points = {every[place] for place in wanted} | {lowest, highest}
    return BalanceHistory(tuple(sorted(points)), lowest, highest)
