"""What the books say of the mint of a group: where the chips are, and where those of each player came from."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.features.mint.queries import Given, Held, given, held
from tests.bot.ledger.books import write

AT_PRACTICE = (
    "INSERT INTO game_table (id, number, group_id, channel, game, state, open, version) VALUES"
    " ('t', 1, 'g', 'c', 'qiuqiu', '{}', 1, 1), ('p', 2, 'g', 'c', 'qiuqiu', '{\"practice\": true}', 1, 1),"
    " ('q', 3, 'h', 'c', 'qiuqiu', '{\"practice\": true}', 1, 1),"
    " ('s', 4, 'g', 'c', 'qiuqiu', '{\"practice\": false}', 1, 1)",
    "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES"
    " (7, 'stack', 'g', 'p/practice/ann', '', 2000),"
    " (8, 'carried', 'g', 'p', '', 300), (9, 'carried', 'g', 's', '', 4)",
)
"""Ann plays at the practice table ``p``; ``s`` is a table for chips as ``t`` is."""

ELSEWHERE = (
    "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES (11, 'mint', 'h', '', '', -7),"
    " (12, 'wallet', 'h', 'ann', 'ann', 5), (13, 'stack', 'h', 'u/ann', 'ann', 1), (14, 'carried', 'h', 'u', '', 1)",
    "INSERT INTO player_sum (account, reason, amount) VALUES (12, 'daily', 7)",
)
"""The same player in another group."""


def test_where_the_chips_of_a_group_are(books: Connection) -> None:
    write(books, *ELSEWHERE)

    assert held(books, "g") == Held(mint=-150, wallets=80, stacks=70, practice=0, carried=0)
    assert held(books, "h") == Held(mint=-7, wallets=5, stacks=1, practice=0, carried=1)
    assert held(books, "g").total == 150
    assert held(books, "nowhere") == Held(0, 0, 0, 0, 0)


def test_chips_at_practice_are_told_apart(books: Connection) -> None:
    write(books, *AT_PRACTICE)

    assert held(books, "g") == Held(mint=-150, wallets=80, stacks=70, practice=2300, carried=4)
    assert held(books, "g").total == 80 + 70 + 2300 + 4


def test_where_the_chips_of_each_player_came_from(books: Connection) -> None:
    write(
        books,
        *ELSEWHERE,
        "INSERT INTO player_sum (account, reason, amount) VALUES (2, 'daily', 30), (2, 'take', -4), (2, 'unranked', 2)",
    )

    assert sorted(given(books, "g")) == [
        Given("ann", {"grant": 100, "daily": 30, "take": -4}, won=5, unranked=2, balance=133),
        Given("bo", {"grant": 50}, won=-5, unranked=0, balance=45),
    ]
    assert given(books, "h") == [Given("ann", {"daily": 7}, won=0, unranked=0, balance=7)]
