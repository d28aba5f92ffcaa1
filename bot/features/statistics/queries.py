from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from bot.features.statistics.counting import BEST, POT, RAREST, STREAK, VERSION, Tally
from bot.ledger import WALLET, HandClosed, schema
from bot.ledger.seat_facts import facts_from_json
from bot.ledger.statement_queries import rows_backwards, wallet_number
from bot.ledger.times import moment
from bot.ledger.writes import COUNTERS
from engine.facts import MadeHand, SeatFacts

_tally, _account, _hand = schema.player_tally, schema.account.c, schema.hand.c

TALLIES_A_STEP: Final = 10
"""Tallies counted anew in one transaction; each reads all hands of a player."""

RECORDS = (POT, RAREST, BEST, STREAK)
"""Maxima that count as records."""


class Record(NamedTuple):
    game: str
    what: str
    player: str
    value: int
    hand: int
    made: MadeHand | None = None
    """Its hand, if shown to everybody."""


class BalancePoint(NamedTuple):
    number: int
    """The number of the change, from 1."""

    at: datetime
    balance: int


class BalanceHistory(NamedTuple):
    points: tuple[BalancePoint, ...]
    """Selected changes in order, first and last included; empty without changes."""

    lowest: BalancePoint
    highest: BalancePoint


def statistics_of(connection: Connection, group: str, player: str, *, own: bool) -> dict[str, Tally]:
    """Return tallies by game; ``own`` adds hidden facts."""
    wallet = wallet_number(connection, group, player)
    tallies = {} if wallet is None else _tallies(connection, wallet)
    return {game: tally if own else tally.part(own=False) for game, tally in tallies.items()}


def _tallies(connection: Connection, wallet: int) -> dict[str, Tally]:
    rows = connection.execute(select(_tally).where(_tally.c.account == wallet)).all()
    return {row.game: _current(connection, row) for row in rows}


def _current(connection: Connection, row: Any) -> Tally:
    tally = Tally.from_json(row.tally)
    return tally if row.version == VERSION else recounted(connection, row.account, row.game, tally)


def recounted(connection: Connection, wallet: int, game: str, before: Tally) -> Tally:
    tally = before.part(own=True)
    entry, posting = schema.entry.c, schema.posting.c
    player = connection.execute(select(_account.owner).where(_account.id == wallet)).scalar_one()
    hands = (
        select(_hand.id, entry.amount, _hand.players, _hand.facts)
        .join(schema.posting, posting.id == entry.posting)
        .join(schema.hand, _hand.id == posting.hand)
        .where(entry.holder == wallet, _hand.game == game, _hand.voided == "")
        .order_by(entry.posting)
    )
    for number, net, players, facts in connection.execute(hands):
        seats = facts_from_json(facts)
        tally.add(number, net, seats[json.loads(players).index(player)] if seats else SeatFacts())
    return tally


def store_tally(connection: Connection, wallet: int, game: str, tally: Tally, version: int = VERSION) -> None:
    connection.execute(delete(_tally).where(_tally.c.account == wallet, _tally.c.game == game))
    row = {"account": wallet, "game": game, "version": version, "tally": tally.to_json()}
    connection.execute(insert(_tally).values(row))


class Tallies:
    def count(self, connection: Connection, hand: HandClosed, wallets: Sequence[int]) -> None:
        for wallet, net, seat in zip(wallets, hand.settlement, hand.facts, strict=True):
            tally = _tallies(connection, wallet).get(hand.game, Tally())
            tally.add(hand.hand, net, seat)
            store_tally(connection, wallet, hand.game, tally)

    def merge(self, connection: Connection, old: int, new: int) -> None:
        """Add up what only the player knows; the rest is counted anew when somebody asks."""
        ours = _tallies(connection, new)
        for game, theirs in _tallies(connection, old).items():
            both = ours.get(game, Tally())
            both.join(theirs)
            store_tally(connection, new, game, both, version=0)
        connection.execute(delete(_tally).where(_tally.c.account == old))


COUNTERS.append(Tallies())


def count_anew(connection: Connection) -> int:
    """Count some outdated tallies anew; return their number."""
    rows = connection.execute(select(_tally).where(_tally.c.version != VERSION).limit(TALLIES_A_STEP)).all()
    for row in rows:
        store_tally(connection, row.account, row.game, _current(connection, row))
    return len(rows)


def records(connection: Connection, group: str, *, computers: str) -> tuple[Record, ...]:
    """Return records by game, the first among equals, without computer players (ids beginning with ``computers``)."""
    query = (
        select(_tally, _account.player)
        .join(schema.account, _account.id == _tally.c.account)
        .where(
            _account.group_id == group, _account.kind == WALLET, ~_account.player.startswith(computers, autoescape=True)
        )
    )
    reached: dict[tuple[str, str], Record] = {}
    for row in connection.execute(query).all():
        best = _current(connection, row).best
        for what in RECORDS:
            if what not in best:
                continue
            new = Record(row.game, what, row.player, *best[what])
            old = reached.get((new.game, what))
            if old is None or (new.value, -new.hand, old.player) > (old.value, -old.hand, new.player):
                reached[new.game, what] = new
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
