"""Seasons: named periods with a ranking of their own.

Only name and two moments are kept; the ledger has the results. A hand counts when it ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.commands import Refusal
from bot.groups import GroupSettings
from bot.messages.names import safe_text

KEY: Final = "seasons"

LONGEST_NAME: Final = 24


@dataclass(frozen=True, slots=True)
class Season:
    name: str
    opened: datetime
    closed: datetime | None = None
    """The time of its close; ``None`` while it runs."""

    reset: bool = False
    """True if its close set all wallets to the starting grant."""


@dataclass(frozen=True, slots=True)
class Seasons:
    """All seasons, oldest first, numbered from 1; only the last can be running."""

    all: tuple[Season, ...] = ()

    @property
    def running(self) -> Season | None:
        return self.all[-1] if self.all and self.all[-1].closed is None else None

    @property
    def last_reset(self) -> datetime | None:
        """Return the last reset of all wallets, or ``None``."""
        return next((each.closed for each in reversed(self.all) if each.reset), None)

    @property
    def next_name(self) -> str:
        """Return the number offered as the next name."""
        return str(len(self.all) + 1)

    def numbered(self, number: int) -> Season:
        """Return a season; raise ``Refusal`` for an unknown number."""
        if not 1 <= number <= len(self.all):
            raise Refusal("no-such-season", number=str(number))
        return self.all[number - 1]

    def opened(self, name: str, at: datetime) -> Seasons:
        """Open a season; raise ``Refusal`` if one runs or the name is invalid or used."""
        if self.running is not None:
            raise Refusal("season-runs-already", name=self.running.name)
        called = safe_text(name)
        if not 1 <= len(called) <= LONGEST_NAME:
            raise Refusal("bad-season-name", most=LONGEST_NAME)
        if called.casefold() in (each.name.casefold() for each in self.all):
            raise Refusal("season-name-taken", name=called)
        return Seasons((*self.all, Season(called, at)))

    def check_running(self, number: int) -> Season:
        """Return the running season; raise ``Refusal`` if none or another one runs."""
        if self.running is None:
            raise Refusal("no-season-runs")
        if number != len(self.all):
            raise Refusal("season-closed-already")
        return self.running

    def closed(self, number: int, at: datetime, *, reset: bool) -> Seasons:
        """Close the running season; raise ``Refusal`` if none or another one runs."""
        running = self.check_running(number)
        return Seasons((*self.all[:-1], replace(running, closed=max(at, running.opened), reset=reset)))

    def put_in(self, settings: GroupSettings) -> GroupSettings:
        stored = [
            [each.name, each.opened.isoformat(), each.closed and each.closed.isoformat(), each.reset]
            for each in self.all
        ]
        return settings.with_feature(KEY, stored)


def seasons_of(settings: GroupSettings) -> Seasons:
    return Seasons(
        tuple(
            Season(name, datetime.fromisoformat(opened), closed and datetime.fromisoformat(closed), reset)
            for name, opened, closed, reset in settings.of_features.get(KEY, ())
        )
    )
