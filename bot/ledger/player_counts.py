"""Counts and maxima by player and game, kept in the transaction that closes a hand.

:func:`recount` sums them anew from stored hands, except counts that only the player could see: these stay.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, and_, delete, insert, select

from bot.ledger import schema
from bot.ledger.postings import WALLET, Account
from bot.ledger.seat_facts import facts_from_json
from bot.ledger.writes import HandClosed
from engine.facts import SeatFacts

HANDS, WON, NET, SHOWDOWN, SHOWDOWN_WON, STREAK = "hands", "won", "net", "showdown", "showdown-won", "streak"
"""Counts of hands: all, won, net chips, showdowns, showdowns won, present wins in a row."""

MOVE, BY_CLOCK, TYPE = "move:", "clock:", "type:"
"""Prefixes of a move, a move by the clock, and a seen type of hand."""

OWN: Final = "own-"
"""Prefix of counts that only the player knows."""

POT, BEST, RAREST = "pot", "best", "rarest"
"""Maxima besides the streak: chips from the middle, worth and rarity of a seen hand."""


class PlayerGame(NamedTuple):
    """A player and a game."""

    account: int

    game: str


class Maximum(NamedTuple):
    """The greatest value, and the first hand with it."""

    value: int
    hand: int


def counts(net: int, seat: SeatFacts) -> Counter[str]:
    """Return a hand's additions to the counts, besides the streak."""
    added = Counter({HANDS: 1, NET: net, WON: int(net > 0), SHOWDOWN: int(seat.showdown)})
    added[SHOWDOWN_WON] = int(seat.showdown and net > 0)
    added.update({MOVE + verb: times for verb, times in seat.moves.items()})
    added.update({BY_CLOCK + verb: times for verb, times in seat.by_clock.items()})
    added.update({OWN + MOVE + verb: times for verb, times in seat.hidden_moves.items()})
    if seat.made is not None:
        added[("" if seat.made.shown else OWN) + TYPE + seat.made.hand_type] = 1
    return Counter({what: times for what, times in added.items() if times})


def streak_after(streak: int, net: int) -> int:
    """Return the hands won in a row; a net of zero changes nothing."""
    return streak if not net else streak + 1 if net > 0 else 0


def maxima(streak: int, seat: SeatFacts) -> dict[str, int]:
    """Return a hand's candidates for maxima; the streak includes this hand."""
    reached = {POT: seat.taken, STREAK: streak}
    if seat.made is not None:
        own = "" if seat.made.shown else OWN
        reached |= {own + BEST: seat.made.worth, own + RAREST: seat.made.rarity}
    return {what: value for what, value in reached.items() if value}


def rows(
    write: HandClosed, number_of: Callable[[Account], int], streaks: dict[PlayerGame, int]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the rows that a hand changes, with wallet numbers from ``number_of``; update ``streaks``."""
    for account, net, seat in zip(write.wallets, write.settlement, write.facts, strict=True):
        whose = PlayerGame(number_of(account), write.game)
        streak = streaks[whose] = streak_after(streaks.get(whose, 0), net)
        for what, times in counts(net, seat).items():
            yield "player_count", (*whose, what, times)
        yield "player_streak", (*whose, STREAK, streak)
        for what, value in maxima(streak, seat).items():
            yield "player_best", (*whose, what, value, write.hand)


def streaks(connection: Connection, whose: Collection[PlayerGame]) -> dict[PlayerGame, int]:
    count = schema.player_count.c
    accounts, games = ({each[place] for each in whose} for place in (0, 1))
    # One by one: SQLite searches all counts for a list of pairs.
    query = select(count.account, count.game, count.times).where(
        count.account.in_(accounts), count.game.in_(games), count.what == STREAK
    )
    return {PlayerGame(account, game): times for account, game, times in connection.execute(query)}


def recount_hand(connection: Connection, number: int) -> None:
    """Recount everybody in a hand that counts no more."""
    hand, account = schema.hand.c, schema.account.c
    query = select(hand.group_id, hand.game, hand.players).where(hand.id == number)
    group, game, players = connection.execute(query).one()
    wallets = select(account.id).where(
        account.kind == WALLET, account.group_id == group, account.owner.in_(json.loads(players))
    )
    for wallet in connection.execute(wallets).scalars().all():
        recount(connection, PlayerGame(wallet, game))


def recount(connection: Connection, whose: PlayerGame) -> None:
    """Recount a player in a game from the hands."""
    total: Counter[str] = Counter()
    best: dict[str, Maximum] = {}
    streak = 0
    for hand, net, seat in _hands(connection, whose):
        total.update(counts(net, seat))
        streak = streak_after(streak, net)
        for what, value in maxima(streak, seat).items():
            if what not in best or value > best[what].value:
                best[what] = Maximum(value, hand)
    total[STREAK] = streak
    rows = {what: {"times": times} for what, times in total.items() if times}
    _replace(connection, schema.player_count, whose, rows)
    _replace(connection, schema.player_best, whose, {what: each._asdict() for what, each in best.items()})


def _hands(connection: Connection, whose: PlayerGame) -> Iterator[tuple[int, int, SeatFacts]]:
    entry, posting, hand, account = schema.entry.c, schema.posting.c, schema.hand.c, schema.account.c
    player = connection.execute(select(account.owner).where(account.id == whose.account)).scalar_one()
    query = (
        select(hand.id, entry.amount, hand.players, hand.facts)
        .join(schema.posting, posting.id == entry.posting)
        .join(schema.hand, hand.id == posting.hand)
        .where(entry.holder == whose.account, hand.game == whose.game, hand.voided == "")
        .order_by(entry.posting)
    )
    for number, net, players, facts in connection.execute(query):
        seats = facts_from_json(facts)
        yield number, net, seats[json.loads(players).index(player)] if seats else SeatFacts()


def _replace(connection: Connection, table: Table, whose: PlayerGame, rows: Mapping[str, Mapping[str, int]]) -> None:
    """Replace a player's rows in a game, except those only they know."""
    columns = table.c
    public = and_(
        columns.account == whose.account, columns.game == whose.game, ~columns.what.startswith(OWN, autoescape=True)
    )
    connection.execute(delete(table).where(public))
    if rows:
        connection.execute(
            insert(table), [{**whose._asdict(), "what": what, **values} for what, values in rows.items()]
        )
