"""Books that are written down by hand, in a database in memory: what stands in every row of them is known."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Connection, create_engine

from bot.ledger import schema
from bot.ledger.identities import Identities

BOOKS = (
    "INSERT INTO rule_set VALUES ('r', '{}')",
    "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried, opened_at,"
    " closed_at) VALUES (1, 't', 'g', 1, 'qiuqiu', 'r', '[]', '[]', 0, 0, 0, 9),"
    " (2, 't', 'g', 2, 'qiuqiu', 'r', '[]', '[]', 0, 0, 0, NULL)",
    # The mint gave 100 and 50; Ann sat down with 40 and Bo with 30; in hand 1 Bo lost 5 to Ann; hand 2 is being played.
    "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES (1, 'mint', 'g', '', '', -150),"
    " (2, 'wallet', 'g', 'ann', 'ann', 60), (3, 'wallet', 'g', 'bo', 'bo', 20), (4, 'stack', 'g', 't/ann', 'ann', 45),"
    " (5, 'stack', 'g', 't/bo', 'bo', 25)",
    "INSERT INTO posting (id, at, reason, hand, actor, note, ranked) VALUES"
    " (1, 0, 'grant', NULL, '', '', NULL), (2, 0, 'grant', NULL, '', '', NULL),"
    " (3, 0, 'sit-down', NULL, '', '', NULL), (4, 0, 'sit-down', NULL, '', '', NULL), (5, 0, 'hand', 1, '', '', 1)",
    "INSERT INTO entry (posting, account, amount, holder) VALUES (1, 1, -100, NULL), (1, 2, 100, 2),"
    " (2, 1, -50, NULL), (2, 3, 50, 3), (3, 2, -40, NULL), (3, 4, 40, NULL), (4, 3, -30, NULL), (4, 5, 30, NULL),"
    " (5, 4, 5, 2), (5, 5, -5, 3)",
    "INSERT INTO player_sum (account, reason, amount) VALUES (2, 'grant', 100), (3, 'grant', 50),"
    " (2, 'won', 5), (3, 'won', -5)",
)


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
    Identities().install(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def write(connection: Connection, *statements: str) -> None:
    """Carry out statements, each of which has to change something."""
    for statement in statements:
        assert connection.exec_driver_sql(statement).rowcount, statement
