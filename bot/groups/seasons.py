"""Seasons: a time with a name, in which a group plays for a ranking of its own.

A season is kept as its name and two moments; who won what between them stays in the ledger, so its final table is the
same for ever. A hand counts for the season in which it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from bot.commands import Refusal
from bot.messages.names import safe_text

LONGEST_NAME: Final = 24
"""The most characters of the name of a season."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season, running or closed."""

    name: str
    opened: datetime
    closed: datetime | None = None
    """When it was closed; ``None`` while it runs."""

    reset: bool = False
    """True if all wallets were set to the starting grant when it was closed."""


@dataclass(frozen=True, slots=True)
class Seasons:
    """All seasons of a group, oldest first; only the last one can be running. They are numbered from 1."""

    all: tuple[Season, ...] = ()

    @property
    def running(self) -> Season | None:
        """The season that is running, if one is."""
        return self.all[-1] if self.all and self.all[-1].closed is None else None

    @property
    def last_reset(self) -> datetime | None:
        """When all wallets were last set to the starting grant; ``None`` if they never were."""
        return next((each.closed for each in reversed(self.all) if each.reset), None)

    @property
    def next_name(self) -> str:
        """A name for the next season that is offered where nobody has typed one: its number."""
        return str(len(self.all) + 1)

    def numbered(self, number: int) -> Season:
        """A season by its number.

        Raise ``Refusal`` if there is none.
        """
        if not 1 <= number <= len(self.all):
            raise Refusal("no-such-season", number=str(number))
        return self.all[number - 1]

    def opened(self, name: str, at: datetime) -> Seasons:
        """The seasons with one more, which runs from now on.

        Raise ``Refusal`` if one is running, or the name cannot be one or was used before.
        """
        if self.running is not None:
            raise Refusal("season-runs-already", name=self.running.name)
        called = safe_text(name)
        if not 1 <= len(called) <= LONGEST_NAME:
            raise Refusal("bad-season-name", most=LONGEST_NAME)
        if called.casefold() in (each.name.casefold() for each in self.all):
            raise Refusal("season-name-taken", name=called)
        return Seasons((*self.all, Season(called, at)))

    def check_running(self, number: int) -> Season:
        """The running season, if it is the one of this number.

        Raise ``Refusal`` if none is running, or another one than was shown.
        """
        if self.running is None:
            raise Refusal("no-season-runs")
        if number != len(self.all):
            raise Refusal("season-closed-already")
        return self.running

    def closed(self, number: int, at: datetime, *, reset: bool) -> Seasons:
        """The seasons with the running one closed.

        Raise ``Refusal`` if none is running, or another one than was shown.
        """
        running = self.check_running(number)
        return Seasons((*self.all[:-1], replace(running, closed=max(at, running.opened), reset=reset)))

    def with_those_of(self, other: Seasons) -> Seasons:
        """The seasons of two groups that became one; of two that run, the one of these goes on."""
        over = [each for each in other.all if each.closed is not None]
        mine = [each for each in self.all if each.closed is not None]
        running = [each for each in (self.running or other.running,) if each is not None]
        return Seasons((*sorted((*mine, *over), key=lambda each: each.closed or each.opened), *running))

    def to_json(self) -> list[list[Any]]:
        """The seasons as they are stored in the settings of a group."""
        return [
            [each.name, each.opened.isoformat(), each.closed and each.closed.isoformat(), each.reset]
            for each in self.all
        ]

    @classmethod
    def from_json(cls, stored: Sequence[Sequence[Any]]) -> Seasons:
        """The inverse of :meth:`to_json`."""
        return cls(
            tuple(
                Season(name, datetime.fromisoformat(opened), closed and datetime.fromisoformat(closed), reset)
                for name, opened, closed, reset in stored
            )
        )
