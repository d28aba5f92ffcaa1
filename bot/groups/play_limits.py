"""What one person allows themselves: limits for a day, and a break that nobody can end sooner.

A limit that is lowered holds at once. One that is raised or removed holds as it is until the day is over, so that
nobody is talked into more by the evening they are having. Nobody else can change either, nor end a break.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

Measure: TypeAlias = Literal["chips", "hands", "hours"]
"""What a limit counts: chips lost, hands played, or hours at the tables, each in one day."""

MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)

MOST: Final[Mapping[Measure, int]] = MappingProxyType({"chips": 1_000_000_000, "hands": 10_000, "hours": 23})
"""The largest limit of each kind that makes sense; whoever wants more has none."""

BREAKS: Final[Mapping[str, timedelta]] = MappingProxyType(
    {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
)
"""How long each break lasts."""

PAUSE_BETWEEN_HANDS: Final = timedelta(minutes=5)
"""The longest pause between two hands that counts as time at the tables; whoever waits longer is not playing."""

SECONDS_AN_HOUR: Final = 3600


class Day(NamedTuple):
    """A day where somebody plays."""

    begins: datetime
    ends: datetime


class Played(NamedTuple):
    """What somebody has played so far on one day, in all groups of their platform; practice does not count."""

    net: int = 0
    """Chips won, or lost if negative."""

    hands: int = 0
    seconds: int = 0
    """From the deal of a hand to its end, with the short pauses between hands."""

    def of(self, measure: Measure) -> int:
        """How much of what a limit counts: chips lost, hands, or whole hours."""
        match measure:
            case "chips":
                return max(-self.net, 0)
            case "hands":
                return self.hands
            case "hours":
                return self.seconds // SECONDS_AN_HOUR


@dataclass(frozen=True, slots=True)
class DailyLimit:
    """The most that somebody allows themselves a day, and what they have decided for the days after."""

    amount: int | None = None
    """``None`` is no limit."""

    later: int | None = None
    later_from: datetime | None = None
    """From when on ``later`` holds; ``None`` if nothing will change."""

    def at(self, now: datetime) -> int | None:
        """The limit that holds at a moment."""
        return self.later if self.later_from is not None and now >= self.later_from else self.amount

    def coming(self, now: datetime) -> datetime | None:
        """When another limit begins to hold; ``None`` if none is decided."""
        return self.later_from if self.later_from is not None and now < self.later_from else None

    def changed(self, amount: int | None, now: datetime, tomorrow: datetime) -> DailyLimit:
        """The limit after its owner has decided anew: a lower one holds at once, any other from tomorrow on."""
        holds = self.at(now)
        if holds is None or holds == amount or (amount is not None and amount < holds):
            return DailyLimit(amount)
        return DailyLimit(holds, amount, tomorrow)


NO_LIMIT: Final = DailyLimit()


@dataclass(frozen=True, slots=True)
class PlayLimits:
    """All limits of one person, and their break."""

    daily: Mapping[Measure, DailyLimit] = field(default_factory=dict)
    break_until: datetime | None = None
    """When their break is over; ``None`` if they never took one."""

    def limit(self, measure: Measure) -> DailyLimit:
        """The limit of one kind."""
        return self.daily.get(measure, NO_LIMIT)

    def on_break(self, now: datetime) -> bool:
        """True if they take a break."""
        return self.break_until is not None and now < self.break_until

    def any_at(self, now: datetime) -> bool:
        """True if anything keeps them from playing as much as they like."""
        return self.on_break(now) or any(self.limit(measure).at(now) is not None for measure in MEASURES)

    def reached(self, played: Played, now: datetime) -> Measure | None:
        """The first limit that is used up."""
        for measure in MEASURES:
            limit = self.limit(measure).at(now)
            if limit is not None and played.of(measure) >= limit:
                return measure
        return None

    def with_limit(self, measure: Measure, amount: int | None, now: datetime, tomorrow: datetime) -> PlayLimits:
        """The limits after one was set, lowered, raised or removed; see :meth:`DailyLimit.changed`."""
        changed = self.limit(measure).changed(amount, now, tomorrow)
        return replace(self, daily={**self.daily, measure: changed})

    def with_break(self, until: datetime) -> PlayLimits:
        """The limits with a break; one that would end later than this stays as it is."""
        return replace(self, break_until=until if self.break_until is None else max(until, self.break_until))

    def to_json(self) -> str:
        """The limits as they are stored."""
        return json.dumps(
            {
                "daily": {
                    measure: [limit.amount, limit.later, _stored(limit.later_from)]
                    for measure, limit in self.daily.items()
                },
                "break_until": _stored(self.break_until),
            },
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> PlayLimits:
        """The inverse of :meth:`to_json`."""
        stored: dict[str, Any] = json.loads(text)
        daily = {
            measure: DailyLimit(amount, later, _moment(later_from))
            for measure, (amount, later, later_from) in stored["daily"].items()
        }
        return cls(daily, _moment(stored["break_until"]))


NONE: Final = PlayLimits()
"""What somebody has who never set anything."""


def seconds_played(hands: Iterable[tuple[datetime, datetime]], begins: datetime) -> int:
    """The time at the tables since the day began, by when each hand was dealt and when it was over.

    Hands at two tables at the same time count once, and pauses up to :data:`PAUSE_BETWEEN_HANDS` count as well.
    """
    total, until = timedelta(), None
    for dealt, over in sorted(hands):
        start = max(dealt, begins)
        if until is not None and start - until <= PAUSE_BETWEEN_HANDS:
            start = until
        if until is None or over > until:
            total += max(over - start, timedelta())
            until = over
    return int(total.total_seconds())


def _stored(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(stored: str | None) -> datetime | None:
    return None if stored is None else datetime.fromisoformat(stored)
