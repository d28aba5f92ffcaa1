"""What the books say of the mint of a group: where the chips are, and where those of each player came from."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from bot.features.mint.queries import Given, Held, given, held
from bot.ledger.statement_queries import faults

from .books import write

AT_PRACTICE = (
    "INSERT INTO game_table (id, number, group_id, channel, game, state, open) VALUES"
    " ('t', 1, 'g', 'c', 'qiuqiu', '{}', 1), ('p', 2, 'g', 'c', 'qiuqiu', '{\"practice\": true}', 1),"
    " ('q', 3, 'h', 'c', 'qiuqiu', '{\"practice\": true}', 1),"
    " ('s', 4, 'g', 'c', 'qiuqiu', '{\"practice\": false}', 1)",
    "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES"
    " (7, 'stack', 'g', 'p/practice/ann', '', 2000), (8, 'pot', 'g', 'p', '', 300), (9, 'pot', 'g', 's', '', 4)",
)
"""Ann plays at the practice table ``p``; ``s`` is a table for chips as ``t`` is."""

ELSEWHERE = (
    "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES (11, 'mint', 'h', '', '', -7),"
    " (12, 'wallet', 'h', 'ann', 'ann', 5), (13, 'stack', 'h', 'u/ann', 'ann', 1), (14, 'pot', 'h', 'u', '', 1)",
    "INSERT INTO movement_sum (account, reason, amount) VALUES (12, 'daily', 7)",
    "INSERT INTO statement_line (account, number, at, hand, transfer, amount, balance, won, unranked)"
    " VALUES (12, 1, 0, NULL, 1, 7, 7, 0, 0)",
)
"""The same player in another group."""


def test_where_the_chips_of_a_group_are(books: Connection) -> None:
    write(books, *ELSEWHERE)

    assert held(books, "g") == Held(mint=-150, wallets=80, stacks=58, practice=0, pots=12)
    assert held(books, "h") == Held(mint=-7, wallets=5, stacks=1, practice=0, pots=1)
    assert held(books, "g").total == 150
    assert held(books, "nowhere") == Held(0, 0, 0, 0, 0)


def test_chips_at_practice_are_told_apart_in_stacks_and_pots(books: Connection) -> None:
    write(books, *AT_PRACTICE)

    assert held(books, "g") == Held(mint=-150, wallets=80, stacks=58, practice=2300, pots=16)
    assert held(books, "g").total == 80 + 58 + 2300 + 16


def test_where_the_chips_of_each_player_came_from(books: Connection) -> None:
    write(
        books,
        *ELSEWHERE,
        "INSERT INTO movement_sum (account, reason, amount) VALUES (2, 'daily', 30), (2, 'take', -4)",
        "UPDATE statement_line SET balance = 133, won = 5, unranked = 2 WHERE account = 2 AND number = 2",
        "DELETE FROM movement_sum WHERE account = 3",
    )

    assert sorted(given(books, "g")) == [
        Given("ann", {"grant": 100, "daily": 30, "take": -4}, won=5, unranked=2, balance=133),
        Given("bo", {}, won=-5, unranked=0, balance=45),
    ]
    assert given(books, "h") == [Given("ann", {"daily": 7}, won=0, unranked=0, balance=7)]


@pytest.mark.parametrize(
    ("tampering", "said"),
    [
        ("UPDATE movement_sum SET amount = 99 WHERE account = 2", "the sums of 'ann' come to 104 chips instead of 105"),
        ("DELETE FROM movement_sum WHERE account = 3", "the sums of 'bo' come to -5 chips instead of 45"),
        (
            "UPDATE statement_line SET won = 4 WHERE account = 2 AND number = 2",
            "the sums of 'ann' come to 104 chips instead of 105",
        ),
        (
            "UPDATE statement_line SET unranked = 3 WHERE account = 2 AND number = 2",
            "the sums of 'ann' come to 108 chips instead of 105",
        ),
    ],
)
def test_sums_that_do_not_come_to_what_somebody_has(books: Connection, tampering: str, said: str) -> None:
    assert faults(books, 5) == []
    write(books, tampering)

    assert faults(books, 5) == [said]


def test_so_many_faults_are_named_at_most(books: Connection) -> None:
    write(books, "DELETE FROM movement_sum")

    assert len(faults(books, 1)) == 1
    assert len(faults(books, 2)) == 2


def test_what_came_and_went_again_is_no_fault(books: Connection) -> None:
    """A net of hands with computer players counts like one without them."""
    write(
        books,
        "UPDATE statement_line SET won = 3, unranked = 2 WHERE account = 2 AND number = 2",
        "INSERT INTO movement_sum (account, reason, amount) VALUES (3, 'take', -9), (3, 'daily', 9)",
    )

    assert faults(books, 5) == []
