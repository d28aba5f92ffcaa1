"""Bans from the tables of a group; they leave chips and reading untouched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban from sitting down and opening tables; it ends without a timer."""

    until: datetime | None
    """Its end in UTC; ``None`` until lifted."""

    by: str
    """The admin's id, or the group's name if they acted for it."""

    reason: str = ""
    """The public reason, or empty."""

    def holds(self, now: datetime) -> bool:
        return self.until is None or now < self.until

    @property
    def given(self) -> str:
        """Return ``yes`` or ``no``, as sentences select it."""
        return "yes" if self.reason else "no"

    def to_json(self) -> dict[str, Any]:
        until = None if self.until is None else self.until.isoformat()
        return {"until": until, "by": self.by, "reason": self.reason}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Ban:
        until = None if stored["until"] is None else datetime.fromisoformat(stored["until"])
        return cls(until, stored["by"], stored["reason"])
