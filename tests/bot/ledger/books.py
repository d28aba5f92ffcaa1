"""Books that are written down by hand, in a database in memory: what stands in every row of them is known."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Connection, create_engine

from bot.ledger import schema
from bot.ledger.auditing import Checkpoint, StatementSum, Sums, checkpoint

BOOKS = (
    "INSERT INTO rule_set VALUES ('r', '{}')",
    "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried, opened_at,"
    " closed_at) VALUES (1, 't', 'g', 1, 'qiuqiu', 'r', '[]', '[]', 0, 0, 0, 9),"
    " (2, 't', 'g', 2, 'qiuqiu', 'r', '[]', '[]', 0, 0, 0, NULL)",
    # The mint gave 100 and 50; Ann sat down with 40 and Bo with 30; in hand 1 Bo lost 5 to Ann; hand 2 is being played:
    # Ann has put in 10 of which 3 came back, and Bo 5.
    "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES (1, 'mint', 'g', '', '', -150),"
    " (2, 'wallet', 'g', 'ann', 'ann', 60), (3, 'wallet', 'g', 'bo', 'bo', 20), (4, 'stack', 'g', 't/ann', 'ann', 38),"
    " (5, 'stack', 'g', 't/bo', 'bo', 20), (6, 'pot', 'g', 't', '', 12)",
    "INSERT INTO transfer (id, at, source_account, target_account, amount, reason, hand, actor, note) VALUES"
    " (1, 0, 1, 2, 100, 'grant', NULL, '', ''), (2, 0, 1, 3, 50, 'grant', NULL, '', ''),"
    " (3, 0, 2, 4, 40, 'sit-down', NULL, '', ''), (4, 0, 3, 5, 30, 'sit-down', NULL, '', ''),"
    " (5, 0, 5, 6, 5, 'stake', 1, '', ''), (6, 0, 6, 4, 5, 'won', 1, '', ''),"
    " (7, 0, 4, 6, 10, 'stake', 2, '', ''), (8, 0, 6, 4, 3, 'returned', 2, '', ''),"
    " (9, 0, 5, 6, 5, 'stake', 2, '', '')",
    "INSERT INTO statement_line (account, number, at, hand, transfer, amount, balance, won, unranked) VALUES"
    " (2, 1, 0, NULL, 1, 100, 100, 0, 0), (3, 1, 0, NULL, 2, 50, 50, 0, 0),"
    " (2, 2, 0, 1, NULL, 5, 105, 5, 0), (3, 2, 0, 1, NULL, -5, 45, -5, 0)",
    "INSERT INTO movement_sum (account, reason, amount) VALUES (2, 'grant', 100), (3, 'grant', 50)",
)

AT_HAND_1 = Sums(
    Checkpoint(transfer=4, transfers=4),
    {1: -150, 2: 60, 3: 20, 4: 40, 5: 30},
    {2: StatementSum(1, 100), 3: StatementSum(1, 50)},
)
"""What the books came to before the first hand."""

EVERYTHING = Sums(
    Checkpoint(transfer=9, transfers=9),
    {1: -150, 2: 60, 3: 20, 4: 38, 5: 20, 6: 12},
    {2: StatementSum(2, 105), 3: StatementSum(2, 45)},
)
"""What they come to in all."""


@cache
def _empty() -> bytes:
    """A database with all tables and nothing in them; making them takes longer than the tests.

    Nothing in it refuses changes, because tests falsify the books.
    """
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schema.metadata.create_all(connection)
        for (trigger,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").all():
            connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        driver: Any = connection.connection.dbapi_connection
    content: bytes = driver.serialize()
    engine.dispose()
    return content


@contextmanager
def in_memory() -> Iterator[Connection]:
    """An empty database of the test's own."""

    def opened() -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:")
        connection.deserialize(_empty())
        return connection

    engine = create_engine("sqlite://", creator=opened)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def write(connection: Connection, *statements: str) -> None:
    """Carry out statements, each of which has to change something."""
    for statement in statements:
        assert connection.exec_driver_sql(statement).rowcount, statement


def kept_sums(connection: Connection) -> Sums:
    """What is kept of what the books were found to come to."""
    accounts = connection.exec_driver_sql("SELECT account, balance FROM audited_account").fetchall()
    statements = connection.exec_driver_sql("SELECT account, number, balance FROM audited_statement").fetchall()
    return Sums(
        checkpoint(connection) or Checkpoint(),
        dict(tuple(row) for row in accounts),
        {wallet: StatementSum(*each) for wallet, *each in statements},
    )
