"""Statistics of players and histories of balances."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import WALLET, schema
from bot.ledger.player_counts import BEST, OWN, POT, RAREST, STREAK, Maximum
from bot.ledger.seat_facts import facts_from_json
from bot.ledger.statement_queries import rows_backwards, wallet_number
from bot.ledger.times import moment
from engine.facts import MadeHand

_account, _count, _best = schema.account.c, schema.player_count.c, schema.player_best.c
_hand = schema.hand.c

RECORDS = (POT, RAREST, BEST, STREAK)
"""Maxima that count as records."""


class PlayerStatistics(NamedTuple):
    """Counts of a player in one game, by names in :mod:`bot.ledger.player_counts`."""

    counts: dict[str, int]
    best: dict[str, Maximum]


class Record(NamedTuple):
    """A group's maximum in a game."""

    game: str
    what: str
    player: str
    value: int
    hand: int
    made: MadeHand | None = None
    """Its hand, if shown to everybody."""


class BalancePoint(NamedTuple):
    """A balance after a change."""

    number: int
    """The number of the change, from 1."""

    at: datetime
    balance: int


class BalanceHistory(NamedTuple):
    """The changes of a player's chips."""

    points: tuple[BalancePoint, ...]
    """Selected changes in order, first and last included; empty without changes."""

    lowest: BalancePoint
    highest: BalancePoint


def statistics_of(connection: Connection, group: str, player: str, *, own: bool) -> dict[str, PlayerStatistics]:
    """Return a player's counts by game; ``own`` adds hidden facts."""
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
    """Return records by game, the first among equals, without computer players (ids beginning with ``computers``)."""
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
    query = select(_hand.players, _hand.facts).where(_hand.id == record.hand)
    players, facts = connection.execute(query).one()
    if not facts:
        return None
    seat: int = json.loads(players).index(record.player)
    return facts_from_json(facts)[seat].made


def balance_history(connection: Connection, group: str, player: str, *, most: int) -> BalanceHistory | None:
    """Return the balances in about ``most`` points; ``None`` without changes."""
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
