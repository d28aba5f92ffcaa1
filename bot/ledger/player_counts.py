"""Counts and maxima of each player in each game, kept in the transaction that closes a hand.

They are sums over what is stored with every hand, so :func:`recount` finds them anew from there. Only the counts of what
nobody but the player saw cannot be found again, since no hand keeps that; they stay when a hand is declared void.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, and_, delete, insert, select, tuple_

from bot.ledger import schema
from bot.ledger.hand_facts import facts_from_json
from bot.ledger.writes import WALLET
from engine.facts import SeatFacts

HANDS, WON, NET, SHOWDOWN, SHOWDOWN_WON, STREAK = "hands", "won", "net", "showdown", "showdown-won", "streak"
"""What is counted of every hand: all of them, those won, the net chips of all, those played to the showdown, those won
there, and how many were won in a row up to now."""

MOVE, BY_CLOCK, TYPE = "move:", "clock:", "type:"
"""Before the name of a move, of a move that the clock made, and of a type of hand that everybody has seen."""

OWN: Final = "own-"
"""Before whatever only the player knows of."""

POT, BEST, RAREST = "pot", "best", "rarest"
"""Maxima besides the streak: chips taken out of the middle in one hand, the worth of a hand that everybody has seen,
and its rarity."""


class PlayerGame(NamedTuple):
    """Whose counts these are."""

    account: int
    """The number of the player's wallet."""

    game: str


class Maximum(NamedTuple):
    """The greatest value there was, and the first hand that it was reached in."""

    value: int
    hand: int


def counts(net: int, seat: SeatFacts) -> Counter[str]:
    """What a hand adds to the counts of a player, besides the streak.

    Args:
        net: chips that they won, or lost if negative.
        seat: the facts of their seat.
    """
    added = Counter({HANDS: 1, NET: net, WON: int(net > 0), SHOWDOWN: int(seat.showdown)})
    added[SHOWDOWN_WON] = int(seat.showdown and net > 0)
    added.update({MOVE + verb: times for verb, times in seat.moves.items()})
    added.update({BY_CLOCK + verb: times for verb, times in seat.by_clock.items()})
    added.update({OWN + MOVE + verb: times for verb, times in seat.hidden_moves.items()})
    if seat.made is not None:
        added[("" if seat.made.shown else OWN) + TYPE + seat.made.type] = 1
    return Counter({what: times for what, times in added.items() if times})


def streak_after(streak: int, net: int) -> int:
    """How many hands were won in a row, after one more; a hand that changes nothing leaves it as it is."""
    return streak if not net else streak + 1 if net > 0 else 0


def maxima(streak: int, seat: SeatFacts) -> dict[str, int]:
    """What a hand is compared with the maxima of a player by.

    Args:
        streak: how many hands they have won in a row with it.
        seat: the facts of their seat.
    """
    reached = {POT: seat.taken, STREAK: streak}
    if seat.made is not None:
        own = "" if seat.made.shown else OWN
        reached |= {own + BEST: seat.made.worth, own + RAREST: seat.made.rarity}
    return {what: value for what, value in reached.items() if value}


def streaks(connection: Connection, whose: Iterable[PlayerGame]) -> dict[PlayerGame, int]:
    """How many hands each has won in a row up to now."""
    count = schema.player_count.c
    query = select(count.account, count.game, count.times).where(
        tuple_(count.account, count.game).in_(list(whose)), count.what == STREAK
    )
    return {PlayerGame(account, game): times for account, game, times in connection.execute(query)}


def recount_hand(connection: Connection, number: int) -> None:
    """Find the counts of everybody anew who was dealt in in a hand, since it counts no more."""
    hand, account = schema.hand.c, schema.account.c
    query = select(hand.group_id, hand.game, hand.players).where(hand.id == number)
    group, game, players = connection.execute(query).one()
    wallets = select(account.id).where(
        account.kind == WALLET, account.group_id == group, account.owner.in_(json.loads(players))
    )
    for wallet in connection.execute(wallets).scalars().all():
        recount(connection, PlayerGame(wallet, game))


def recount(connection: Connection, whose: PlayerGame) -> None:
    """Find the counts and maxima of a player in a game anew, as far as the hands tell."""
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
    """Every hand of a player in a game that was not declared void, in order, with their net and the facts."""
    line, hand, account = schema.statement_line.c, schema.hand.c, schema.account.c
    known = select(account.group_id, account.owner).where(account.id == whose.account)
    group, player = connection.execute(known).one()
    # A group that was given another id may have left somebody with an account that ended.
    wallets = select(account.id).where(account.kind == WALLET, account.owner == player)
    query = (
        select(hand.id, line.amount, hand.players, hand.facts)
        .join(schema.hand, hand.id == line.hand)
        .where(line.account.in_(wallets), hand.group_id == group, hand.game == whose.game, hand.voided == "")
        .order_by(hand.closed_at, hand.id)
    )
    for number, net, players, facts in connection.execute(query):
        seats = facts_from_json(facts)
        yield number, net, seats[json.loads(players).index(player)] if seats else SeatFacts()


def _replace(connection: Connection, table: Table, whose: PlayerGame, rows: Mapping[str, Mapping[str, int]]) -> None:
    """Replace the rows of a player in a game, but for what only they know of."""
    columns = table.c
    public = and_(
        columns.account == whose.account, columns.game == whose.game, ~columns.what.startswith(OWN, autoescape=True)
    )
    connection.execute(delete(table).where(public))
    if rows:
        connection.execute(
            insert(table), [{**whose._asdict(), "what": what, **values} for what, values in rows.items()]
        )


def merge(connection: Connection, ending: int, going_on: int) -> None:
    """Add the counts of an account to those of another of the same player, and keep the greater maxima of both.

    The streak that goes on is that of the account that goes on.
    """
    for game, theirs in _stored(connection, ending).items():
        ours = _stored(connection, going_on).get(game, {})
        added = {what: times + ours.get(what, 0) for what, times in theirs.items() if what != STREAK}
        _overwrite(connection, schema.player_count, PlayerGame(going_on, game), {w: {"times": t} for w, t in added.items()})
    own_best = _stored_maxima(connection, going_on)
    for (game, what), best in _stored_maxima(connection, ending).items():
        known = own_best.get((game, what))
        if known is None or best.value > known.value:
            _overwrite(connection, schema.player_best, PlayerGame(going_on, game), {what: best._asdict()})
    for table in (schema.player_count, schema.player_best):
        connection.execute(delete(table).where(table.c.account == ending))


def _overwrite(connection: Connection, table: Table, whose: PlayerGame, rows: Mapping[str, Mapping[str, int]]) -> None:
    columns = table.c
    for what, values in rows.items():
        connection.execute(
            delete(table).where(
                columns.account == whose.account, columns.game == whose.game, columns.what == what
            )
        )
        connection.execute(insert(table), [{**whose._asdict(), "what": what, **values}])


def _stored(connection: Connection, account: int) -> dict[str, dict[str, int]]:
    count = schema.player_count.c
    found: dict[str, dict[str, int]] = {}
    query = select(count.game, count.what, count.times).where(count.account == account)
    for game, what, times in connection.execute(query):
        found.setdefault(game, {})[what] = times
    return found


def _stored_maxima(connection: Connection, account: int) -> dict[tuple[str, str], Maximum]:
    best = schema.player_best.c
    query = select(best.game, best.what, best.value, best.hand).where(best.account == account)
    return {(game, what): Maximum(value, hand) for game, what, value, hand in connection.execute(query)}
