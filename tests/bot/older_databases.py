"""Databases as older versions of the program left them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine

from bot.ledger import packed_journal
from bot.ledger.newest_position import file_beside
from bot.ledger.record_pieces import PIECES
from bot.ledger.schema_upgrade import MIGRATIONS
from bot.tables.sealing import told_by_record
from engine.fairness.packed_records import unpack

NO_MORE: Final = {
    ("transfer", "group_id"): "(SELECT group_id FROM newer.account WHERE id = source_account)",
    ("transfer", "party"): "NULL",
    ("transfer", "second_party"): "NULL",
}
"""What older schemas have a column for and newer ones do not, as it is found in a newer one."""


@contextmanager
def migrated_to(version: str, path: Path) -> Iterator[Connection]:
    """A new database as an older version of the program made it."""
    path.parent.mkdir(exist_ok=True)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        yield connection
    engine.dispose()


def stepped_back(path: Path, version: str) -> None:
    """Turn a database into what an older version would have stored: without what its schema has no place for."""
    older = path.with_suffix(".older")
    with migrated_to(version, older):
        pass
    with closing(sqlite3.connect(older)) as connection:
        connection.execute("ATTACH ? AS newer", (str(path),))
        for (table,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            if table != "alembic_version":
                columns = [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
                there = ", ".join(NO_MORE.get((table, column), column) for column in columns)
                copy = f"INSERT INTO main.{table} ({', '.join(columns)}) SELECT {there} FROM newer.{table}"  # noqa: S608
                connection.execute(copy)
        _unpack(connection)
        connection.commit()
    older.replace(path)
    # An older version named no position beside it.
    file_beside(path).unlink(missing_ok=True)


def _unpack(connection: sqlite3.Connection) -> None:
    """Records and journals as they were before they were packed."""
    frames = dict(connection.execute("SELECT number, frame FROM newer.record_frame"))
    packed: dict[int, bytes] = {}
    for number, piece in connection.execute("SELECT id, piece FROM newer.record_piece ORDER BY id"):
        packed[number // PIECES] = packed.get(number // PIECES, b"") + piece
    for hand, content in packed.items():
        record = unpack(content, frames)
        stored = (json.dumps(told_by_record(record)), record, hand)
        connection.execute("UPDATE deal SET sealed = ?, record = ? WHERE hand = ?", stored)
    hands = connection.execute("SELECT id, table_id, players, lines FROM newer.hand WHERE lines IS NOT NULL").fetchall()
    for hand, table, players, lines in hands:
        for line in packed_journal.unpack(lines, json.loads(players)):
            row = (table, line.seq, hand, line.at, line.actor, line.text)
            connection.execute(
                "INSERT INTO journal (table_id, seq, hand, at, actor, text) VALUES (?, ?, ?, ?, ?, ?)", row
            )
