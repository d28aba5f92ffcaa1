"""What the doctor reads of a database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select, union

from bot.ledger import Audit, audit, queries, schema
from bot.ledger.writes import GUESTS


@dataclass(frozen=True, slots=True)
class Content:
    """The state of a database, and all places that used Kiu."""

    books: Audit
    groups: list[str]
    tables: list[tuple[str, str]]
    """Group and channel of tables that are open or owe announcements."""


def content(connection: Connection) -> Content:
    # Groups without settings have only people.
    people = schema.person.c
    groups = union(select(schema.chat_group.c.id), select(people.group_id).where(people.group_id.not_in(("", GUESTS))))
    tables = [(each.group, each.channel) for each in queries.tables_to_resume(connection)]
    return Content(audit(connection), sorted(connection.execute(groups).scalars()), tables)
