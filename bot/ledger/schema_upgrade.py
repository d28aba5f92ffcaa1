"""Upgrade of the schema when a database is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from bot.ledger.errors import CannotOpen, DatabaseTooNew

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = "0001"
"""The newest migration, here so that a usual start need not load Alembic."""

BASELINE: Final = "0001"
MIGRATIONS: Final = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> bool:
    """Run missing migrations in the caller's transaction; raise ``DatabaseTooNew``, or ``CannotOpen`` if foreign."""
    current = checked_version(connection)
    if current == HEAD:
        return False

    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    if current is None:
        # The baseline includes later migrations.
        command.upgrade(config, BASELINE)
        command.stamp(config, HEAD)
        return False
    command.upgrade(config, HEAD)
    return True


def checked_version(connection: Connection) -> str | None:
    """Return the version of a database that can be upgraded; ``None`` if empty."""
    current = _current(connection)
    if current not in (None, HEAD):
        from alembic.script import ScriptDirectory

        if current not in {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}:
            raise DatabaseTooNew(
                f"The database is of version {current}, which a newer Kiu wrote; this one knows versions up to {HEAD}."
            )
    return current


def write_version_again(connection: Connection) -> None:
    """Rewrite the version unchanged, to probe the disk."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _current(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return version
    if tables:
        raise CannotOpen("The database belongs to another program: it has tables but no version of Kiu's.")
    return None
