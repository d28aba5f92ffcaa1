"""Databases as an older version would have left them: one that is made up, in which hands had a key."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from alembic.config import Config

from bot.ledger import schema_upgrade
from bot.ledger.newest_position import file_beside

OLDER: Final = "0000"

_VERSIONS: Final = (
    f'revision, down_revision = "{OLDER}", None',
    f"""
from alembic import op

revision, down_revision = "{schema_upgrade.HEAD}", "{OLDER}"


def upgrade():
    op.drop_column("hand", "key")
""",
)


@contextmanager
def older_version() -> Iterator[None]:
    """There is an older version meanwhile, from which one migration leads to today's."""
    made = schema_upgrade._config

    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(_VERSIONS):
            (Path(folder) / f"v{number}.py").write_text(text)

        def config() -> Config:
            config = made()
            config.set_main_option("version_locations", folder)
            return config

        with patch.object(schema_upgrade, "_config", config):
            yield


def made_older(path: Path, keys: Sequence[bytes] = ()) -> None:
    """Turn a database into what the older version would have left, with keys of its first hands."""
    with closing(sqlite3.connect(path)) as connection:
        # A database leaves more behind without it, and not everything behind with it.
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("ALTER TABLE hand ADD COLUMN key BLOB NOT NULL DEFAULT x'00'")
        connection.executemany("UPDATE hand SET key = ? WHERE id = ?", [(key, n) for n, key in enumerate(keys, 1)])
        connection.execute("UPDATE alembic_version SET version_num = ?", (OLDER,))
        connection.commit()
    # An older version named no position beside it.
    file_beside(path).unlink(missing_ok=True)
