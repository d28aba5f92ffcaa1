"""Counts and maxima of players, and what is remembered of each hand, filled as far as the journal and the chips tell.

What players held is not known of older hands, since their cards are not kept; neither are claims to a discard, which
only cards decide.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

HANDS_A_CHUNK = 5_000

CHIPS = """
    SELECT transfer.hand, giver.player || taker.player AS player,
        sum(CASE transfer.reason WHEN 'stake' THEN transfer.amount WHEN 'returned' THEN -transfer.amount ELSE 0 END)
            AS staked,
        sum(CASE transfer.reason WHEN 'won' THEN transfer.amount ELSE 0 END) AS taken
    FROM transfer JOIN account AS giver ON giver.id = transfer.source_account
    JOIN account AS taker ON taker.id = transfer.target_account
    WHERE transfer.hand IN :hands AND transfer.reason IN ('stake', 'returned', 'won')
    GROUP BY transfer.hand, giver.player || taker.player
"""
"""What each player staked and took in some hands; a player without a name stands for practice chips."""

MOVES = {
    "qiuqiu": {"check", "bet", "call", "raise", "fold", "all-in", "declare"},
    "koo-kiew": {"stake", "bid", "pass", "show", "pass-bank"},
    "quan-dui": {"draw", "pick-up", "discard"},
}
"""The moves that everybody could see."""


class Seat(NamedTuple):
    """What is remembered of a seat."""

    showdown: bool
    taken: int
    moves: Counter[str]
    by_clock: Counter[str]

    def stored(self) -> dict[str, Any]:
        values = {
            "showdown": self.showdown,
            "pots": [self.taken] if self.taken else [],
            "moves": self.moves,
            "by_clock": self.by_clock,
        }
        return {name: value for name, value in values.items() if value}


def upgrade() -> None:
    op.add_column("hand", sa.Column("facts", sa.Text(), nullable=False, server_default=sa.text("''")))
    for name, values in (("player_count", ("times",)), ("player_best", ("value", "hand"))):
        foreign = [sa.ForeignKeyConstraint(["account"], ["account.id"], name=f"fk_{name}_account")]
        if "hand" in values:
            foreign.append(sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=f"fk_{name}_hand"))
        op.create_table(
            name,
            sa.Column("account", sa.BigInteger(), autoincrement=False, nullable=False),
            sa.Column("game", sa.Text(), nullable=False),
            sa.Column("what", sa.Text(), nullable=False),
            *[sa.Column(each, sa.BigInteger(), nullable=False) for each in values],
            *foreign,
            sa.PrimaryKeyConstraint("account", "game", "what", name=f"pk_{name}"),
            sqlite_with_rowid=False,
        )
    # One transaction with the rest of the migration: a process that is killed here has changed nothing.
    _fill(op.get_bind())


def _fill(connection: sa.Connection) -> None:
    wallets = {
        (row.group_id, row.player): row.id
        for row in connection.execute(sa.text("SELECT id, group_id, player FROM account WHERE kind = 'wallet'"))
    }
    counts: dict[tuple[int, str], Counter[str]] = {}
    best: dict[tuple[int, str, str], tuple[int, int]] = {}
    for hands in _chunks(connection):
        facts = []
        for hand, seats in _remembered(connection, hands):
            facts.append({"hand": hand.id, "facts": json.dumps([each.stored() for each in seats])})
            nets = json.loads(hand.settlement)
            for player, net, seat in zip(json.loads(hand.players), nets, seats, strict=True):
                wallet = wallets.get((hand.group_id, player))
                if wallet is not None and not hand.voided:
                    _count(counts.setdefault((wallet, hand.game), Counter()), net, seat)
                    streak = counts[wallet, hand.game]["streak"]
                    for what, value in (("pot", seat.taken), ("streak", streak)):
                        if value > best.get((wallet, hand.game, what), (0, 0))[0]:
                            best[wallet, hand.game, what] = value, hand.id
        if facts:
            connection.execute(sa.text("UPDATE hand SET facts = :facts WHERE id = :hand"), facts)
    rows = [
        {"account": account, "game": game, "what": what, "times": times}
        for (account, game), counted in counts.items()
        for what, times in counted.items()
        if times
    ]
    if rows:
        connection.execute(sa.text("INSERT INTO player_count VALUES (:account, :game, :what, :times)"), rows)
    maxima = [
        {"account": account, "game": game, "what": what, "value": value, "hand": hand}
        for (account, game, what), (value, hand) in best.items()
    ]
    if maxima:
        connection.execute(sa.text("INSERT INTO player_best VALUES (:account, :game, :what, :value, :hand)"), maxima)


def _count(counted: Counter[str], net: int, seat: Seat) -> None:
    """Add a hand to what is counted of a player."""
    counted["hands"] += 1
    counted["net"] += net
    counted["won"] += net > 0
    counted["showdown"] += seat.showdown
    counted["showdown-won"] += seat.showdown and net > 0
    if net:
        counted["streak"] = counted["streak"] + 1 if net > 0 else 0
    for before, made in (("move:", seat.moves), ("clock:", seat.by_clock)):
        counted.update({before + verb: times for verb, times in made.items()})


def _remembered(
    connection: sa.Connection, hands: Sequence[sa.Row[Any]]
) -> Iterator[tuple[sa.Row[Any], tuple[Seat, ...]]]:
    """What is remembered of every seat of each hand that was played for chips that count."""
    numbers = {"hands": [each.id for each in hands]}
    chips: dict[int, dict[str, tuple[int, int]]] = {}
    for row in connection.execute(_of_hands(CHIPS), numbers):
        chips.setdefault(row.hand, {})[row.player] = row.staked, row.taken
    lines: dict[int, list[tuple[str, str]]] = {}
    journal = "SELECT hand, actor, text FROM journal WHERE hand IN :hands ORDER BY hand, seq"
    for row in connection.execute(_of_hands(journal), numbers):
        lines.setdefault(row.hand, []).append((row.actor, row.text))
    for hand in hands:
        moved = chips.get(hand.id, {})
        if "" not in moved and hand.game in MOVES:
            yield hand, tuple(_seats(hand, moved, lines.get(hand.id, [])))


def _seats(hand: sa.Row[Any], chips: Mapping[str, tuple[int, int]], lines: Sequence[tuple[str, str]]) -> Iterator[Seat]:
    players = json.loads(hand.players)
    moves = {player: Counter[str]() for player in players}
    by_clock = {player: Counter[str]() for player in players}
    out = set()
    for player, verb, lapsed in _moves(hand, players, lines):
        if verb in ("fold", "leave"):
            out.add(player)
        if verb in MOVES[hand.game]:
            moves[player][verb] += 1
            by_clock[player][verb] += lapsed
    for player, net in zip(players, json.loads(hand.settlement), strict=True):
        staked, taken = chips.get(player, (0, 0))
        if hand.game == "qiuqiu":
            showdown = player not in out and len(out) < len(players) - 1
        else:
            showdown = net > 0 if hand.game == "quan-dui" else staked > 0
            taken = max(net, 0)
        yield Seat(showdown and not hand.voided, taken, moves[player], +by_clock[player])


def _moves(
    hand: sa.Row[Any], players: Sequence[str], lines: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str, bool]]:
    """Every move: who made it, which, and whether the clock did."""
    bidding = json.loads(hand.rules).get("bank") == "highest_bidder"
    asked, bids = list(players), dict[str, int]()
    if hand.game == "koo-kiew" and not bidding:
        asked.remove(players[hand.dealer])
    for actor, text in lines:
        verb, _, amount = text.removeprefix("lapse ").partition(" ")
        if actor in players:
            yield actor, verb, text.startswith("lapse ")
        if hand.game != "koo-kiew":
            continue
        if verb == "bid":
            bids[actor] = int(amount)
        if actor in asked:
            asked.remove(actor)
        if (actor, text) == ("", "close"):
            for player in asked:
                yield player, "pass", True
            asked = []
        if not asked and bidding:
            bidding = False
            banker = _banker(players, hand.dealer, bids)
            asked = [player for player in players if player != banker]


def _banker(players: Sequence[str], dealer: int, bids: Mapping[str, int]) -> str:
    """Who bid most, of equal bids the first clockwise from the dealer; the dealer if nobody did."""
    in_line = [*players[dealer:], *players[:dealer]]
    return max(in_line, key=lambda player: bids.get(player, 0))


def _of_hands(sql: str) -> sa.TextClause:
    return sa.text(sql).bindparams(sa.bindparam("hands", expanding=True))


def _chunks(connection: sa.Connection) -> Iterator[list[sa.Row[Any]]]:
    """The hands that are over, in the order in which they ended, some thousands at a time; says how far it is."""
    over = "SELECT id FROM hand WHERE closed_at IS NOT NULL ORDER BY closed_at, id"
    numbers = connection.execute(sa.text(over)).scalars().all()
    query = (
        "SELECT hand.id, group_id, game, players, settlement, voided, dealer, rules FROM hand "
        "JOIN rule_set ON rule_set.hash = hand.rules_hash WHERE hand.id IN :hands ORDER BY closed_at, hand.id"
    )
    for start in range(0, len(numbers), HANDS_A_CHUNK):
        chunk = numbers[start : start + HANDS_A_CHUNK]
        yield list(connection.execute(_of_hands(query), {"hands": chunk}))
        done = start + len(chunk)
        print(f"Counting moves: {done:,} of {len(numbers):,} hands", file=sys.stderr, flush=True)
