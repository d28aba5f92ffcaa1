"""Bans: who may not play in a group for a time, though everything stays theirs and they may read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Ban:
    """That somebody may not sit down or open a table in a group; it needs no timer to be over."""

    name: str
    """The name of who is banned, as it was then."""

    until: datetime | None
    """When it is over, in UTC; ``None`` if it lasts until somebody lifts it."""

    by: str
    """The name of the admin."""

    reason: str = ""
    """Why, for everybody to read; empty if no reason was given."""

    def holds(self, now: datetime) -> bool:
        """True if it is not over yet."""
        return self.until is None or now < self.until

    @property
    def given(self) -> str:
        """True if a reason was given, as sentences have it: ``yes`` or ``no``."""
        return "yes" if self.reason else "no"

    def to_json(self) -> dict[str, Any]:
        """The ban as it is stored."""
        until = None if self.until is None else self.until.isoformat()
        return {"name": self.name, "until": until, "by": self.by, "reason": self.reason}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Ban:
        """The inverse of :meth:`to_json`."""
        until = None if stored["until"] is None else datetime.fromisoformat(stored["until"])
        return cls(stored["name"], until, stored["by"], stored["reason"])
