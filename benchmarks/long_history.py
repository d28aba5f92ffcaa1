"""The database of a group that has played for years, as version six of the schema left it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from tests.bot.older_databases import migrated_to

GROUP = "bench:home"
HANDS, MOVEMENTS = 100_000, 2_000_000
PEOPLE, SEATS = 60, 5
REGULAR = "bench:0"
"""Whoever sits in every second hand."""

_STAKES = MOVEMENTS // HANDS - 1
"""How many movements of a hand go into its pot; one comes out of it."""

_BUY_IN = 10**7


def player(number: int) -> str:
    """The id of one of the people."""
    return f"bench:{number}"


def fill(path: Path) -> None:
    """Store all hands and movements, with a journal line for every stake."""
    with migrated_to("0006", path):
        pass
    rng = Random("a long history")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("INSERT INTO rule_set VALUES ('hash', '{}')")
        balances = [0] * (2 * PEOPLE + 3)
        mint, pot = 1, 2 * PEOPLE + 2
        accounts = [(mint, "mint", "", ""), (pot, "pot", "t", "")]
        for number in range(PEOPLE):
            who = player(number)
            accounts += [(2 + number, "wallet", who, who), (2 + PEOPLE + number, "stack", f"t/{who}", who)]
        connection.executemany(
            "INSERT INTO account VALUES (?, ?, ?, ?, ?, 0)",
            [(number, kind, GROUP, owner, name) for number, kind, owner, name in accounts],
        )

        def moved(at: int, source: int, target: int, amount: int, reason: str, hand: int | None) -> tuple[object, ...]:
            balances[source] -= amount
            balances[target] += amount
            party = target if source in (mint, pot) else source
            return (at, GROUP, source, target, amount, reason, hand, "", "", party, None)

        def movements() -> Iterator[tuple[object, ...]]:
            for number in range(PEOPLE):
                yield moved(number, mint, 2 + number, _BUY_IN, "newcomer", None)
                yield moved(number, 2 + number, 2 + PEOPLE + number, _BUY_IN, "sit-down", None)
            for hand, seats in enumerate(dealt_in, start=1):
                at = hand * 60_000_000
                for stake in range(_STAKES):
                    yield moved(at, 2 + PEOPLE + seats[stake % SEATS], pot, 10, "stake", hand)
                yield moved(at, pot, 2 + PEOPLE + seats[0], 10 * _STAKES, "won", hand)

        dealt_in = [_seats(rng, hand) for hand in range(HANDS)]
        connection.executemany(
            "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried,"
            " opened_at, closed_at, settlement, announced)"
            " VALUES (?, 't', ?, ?, 'qiuqiu', 'hash', ?, '[]', 0, 0, ?, ?, ?, 1)",
            [
                (hand, GROUP, hand, json.dumps(list(map(player, seats))), hand, hand * 60_000_000, _settlement())
                for hand, seats in enumerate(dealt_in, start=1)
            ],
        )
        connection.executemany(
            "INSERT INTO journal VALUES ('t', ?, ?, 0, ?, ?)",
            [
                (hand * _STAKES + stake, hand, player(seats[stake % SEATS]), "lapse fold" if stake == 4 else "call")
                for hand, seats in enumerate(dealt_in, start=1)
                for stake in range(_STAKES)
            ],
        )
        connection.executemany(
            "INSERT INTO transfer (at, group_id, source_account, target_account, amount, reason, hand, actor, note,"
            " party, second_party) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            movements(),
        )
        connection.executemany(
            "UPDATE account SET balance = ? WHERE id = ?", [(chips, number) for number, chips in enumerate(balances)]
        )
        connection.commit()


def _seats(rng: Random, hand: int) -> list[int]:
    others = rng.sample(range(1, PEOPLE), SEATS)
    if hand % 2:
        others[rng.randrange(SEATS)] = 0
    return others


def _settlement() -> str:
    staked = [10 * len(range(seat, _STAKES, SEATS)) for seat in range(SEATS)]
    return json.dumps([10 * _STAKES - staked[0], *[-each for each in staked[1:]]])
