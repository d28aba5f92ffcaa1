"""Checks of a database: its version, its pages and its postings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from bot.ledger import auditing, queries
from bot.ledger.auditing import FAULTS_REPORTED
from bot.ledger.schema_upgrade import HEAD, checked_version


@dataclass(frozen=True, slots=True)
class Verification:
    """The state of a database."""

    version: str | None = None
    """The schema's version; ``None`` if nothing was stored."""

    damage: Sequence[str] = ()
    """SQLite's words on damaged pages and rows; with any, the rest is unchecked."""

    faults: Sequence[str] = ()
    hands: int = 0
    """Unknown, like all below, in another version."""

    accounts: int = 0
    postings: int = 0
    records: int = 0
    entries: int = 0
    """Entries of the log of fingerprints."""

    @property
    def sound(self) -> bool:
        return not self.damage and not self.faults

    @property
    def audited(self) -> bool:
        """True if more than pages was checked, which needs the present schema."""
        return self.version == HEAD and not self.damage


def inspection(connection: Connection) -> Verification:
    """Check version and postings alone; raise ``DatabaseTooNew`` or ``CannotOpen``."""
    version = checked_version(connection)
    if version != HEAD:
        return Verification(version)
    found = auditing.audit(connection)
    return Verification(version, (), found.faults, queries.hands(connection), found.accounts, found.postings)


def page_damage(connection: Connection, check: str) -> list[str]:
    """Return the faults of ``integrity_check``, or of the faster ``quick_check``."""
    said = list(connection.execute(text(f"PRAGMA {check}({FAULTS_REPORTED})")).scalars())
    return [] if said == ["ok"] else said
