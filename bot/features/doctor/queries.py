from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select, union

from bot.ledger import Audit, audit, locked, opened, page_damage, queries, schema
from bot.ledger.newest_position import check_nothing_lost
from bot.ledger.schema_version import is_empty, is_older
from bot.ledger.writes import GUESTS, LINKED


@dataclass(frozen=True, slots=True)
class Content:
    books: Audit
    groups: list[str]
    tables: list[tuple[str, str]]
    """Group and channel of tables that are open or owe announcements."""


def content(connection: Connection) -> Content:
    # Groups without settings have only people.
    people = schema.person.c
    groups = union(
        select(schema.chat_group.c.id), select(people.group_id).where(people.group_id.not_in(("", GUESTS, LINKED)))
    )
    tables = [(each.group, each.channel) for each in queries.tables_to_resume(connection)]
    return Content(audit(connection), sorted(connection.execute(groups).scalars()), tables)


def stored_content(file: Path) -> Content | None:
    """Return the content of a stopped Kiu's database, ``None`` if it is of an older version; raise ``CannotOpen``."""
    with locked(file), opened(file) as connection:
        empty = is_empty(connection)
        if damage := page_damage(connection, "quick_check"):
            return Content(Audit(damage), [], [])
        if not empty and is_older(connection):
            return None
        check_nothing_lost(connection, file)
        return Content(Audit(), [], []) if empty else content(connection)
