"""Inspection of a database for its host, without changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, func, make_url, select, text, union
from sqlalchemy.exc import DBAPIError

from bot.ledger import auditing, queries, schema
from bot.ledger.database import Database, check_nothing_lost
from bot.ledger.errors import CannotOpen
from bot.ledger.read_models import Audit
from bot.ledger.schema_upgrade import HEAD, checked_version

T = TypeVar("T")

FAULTS_NAMED = 5


@dataclass(frozen=True, slots=True)
class Inspection:
    """The state of a database."""

    version: str | None
    """The schema's version; ``None`` if nothing was stored."""

    damage: Sequence[str] = ()
    """SQLite's words on damaged pages and rows."""

    hands: int = 0
    """Unknown, like the audit, in an older version."""

    audit: Audit | None = None


async def inspect(url: str) -> Inspection:
    """Inspect a closed database; raise ``AnotherInstance``, ``DatabaseTooNew`` or ``CannotOpen``."""
    return await _looked_at(url, partial(_inspected, path=_path(url)))


async def version_of(url: str) -> str | None:
    """Return a closed database's schema version; ``None`` if empty."""
    return await _looked_at(url, _version)


async def _looked_at(url: str, look: Callable[[Connection], T]) -> T:
    database = await Database.open(url, upgrade=False)
    try:
        return await database.run(look)
    except DBAPIError as error:
        raise CannotOpen(f"The database {_path(url)} cannot be read: {error.orig}.") from error
    finally:
        await database.close()


def _version(connection: Connection) -> str | None:
    with connection.begin():
        return checked_version(connection)


class StoredPlaces(NamedTuple):
    """All places that used Kiu."""

    groups: list[str]

    tables: list[tuple[str, str]]
    """Group and channel of tables that are open or owe announcements."""


async def stored_places(url: str) -> StoredPlaces:
    return await _looked_at(url, _places)


def places(connection: Connection) -> StoredPlaces:
    # Groups without settings have only people.
    groups = union(select(schema.chat_group.c.id), select(schema.person.c.group_id))
    tables = [(each.group, each.channel) for each in queries.tables_to_resume(connection)]
    return StoredPlaces(sorted(connection.execute(groups).scalars()), tables)


def _places(connection: Connection) -> StoredPlaces:
    with connection.begin():
        return places(connection) if checked_version(connection) == HEAD else StoredPlaces([], [])


def contents(connection: Connection) -> Inspection:
    """Inspect a current database, without its pages."""
    hands = connection.execute(select(func.count()).select_from(schema.hand)).scalar() or 0
    return Inspection(HEAD, (), hands, auditing.audit(connection))


def _path(url: str) -> Path:
    return Path(make_url(url).database or "")


def _inspected(connection: Connection, path: Path) -> Inspection:
    with connection.begin():
        version = checked_version(connection)
        if version in (None, HEAD):
            check_nothing_lost(connection, path, is_empty=version is None)
        said = [row[0] for row in connection.execute(text(f"PRAGMA quick_check({FAULTS_NAMED})"))]
        damage = () if said == ["ok"] else tuple(said)
        return Inspection(version, damage) if damage or version != HEAD else contents(connection)
