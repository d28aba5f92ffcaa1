"""Databases as older versions of the program left them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine

from bot.ledger.schema_upgrade import MIGRATIONS


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
                columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
                copy = f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}"  # noqa: S608
                connection.execute(copy)
        connection.commit()
    older.replace(path)
