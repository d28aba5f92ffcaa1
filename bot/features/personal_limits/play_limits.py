"""Daily limits and a break. A looser limit holds from tomorrow, so that nobody is carried away by an evening."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

Measure: TypeAlias = Literal["chips", "hands", "hours"]
"""Chips lost, hands played, or hours at tables, in a day."""

MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)

MOST: Final[Mapping[Measure, int]] = MappingProxyType({"chips": 1_000_000_000, "hands": 10_000, "hours": 23})
"""The largest limit of each kind."""

BREAKS: Final[Mapping[str, timedelta]] = MappingProxyType(
    {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
)

PAUSE_BETWEEN_HANDS: Final = timedelta(minutes=5)
"""Longest pause between hands that counts as playing time."""

SECONDS_AN_HOUR: Final = 3600


class Day(NamedTuple):
    begins: datetime
    ends: datetime


class Played(NamedTuple):
    """In all groups of a platform, without practice."""

    net: int = 0
    """Chips won, negative if lost."""

    hands: int = 0
    seconds: int = 0
    """Time in hands with the short pauses between them."""

    def of(self, measure: Measure) -> int:
        match measure:
            case "chips":
                return max(-self.net, 0)
            case "hands":
                return self.hands
            case "hours":
                return self.seconds // SECONDS_AN_HOUR


@dataclass(frozen=True, slots=True)
class DailyLimit:
    amount: int | None = None
    """``None`` is no limit."""

    later: int | None = None
    later_from: datetime | None = None
    """Start of ``later``; ``None`` without a change."""

    def at(self, now: datetime) -> int | None:
        return self.later if self.later_from is not None and now >= self.later_from else self.amount

    def coming(self, now: datetime) -> datetime | None:
        """Return the start of the next limit, or ``None``."""
        return self.later_from if self.later_from is not None and now < self.later_from else None

    def changed(self, amount: int | None, now: datetime, tomorrow: datetime) -> DailyLimit:
        holds = self.at(now)
        if holds is None or holds == amount or (amount is not None and amount < holds):
            return DailyLimit(amount)
        return DailyLimit(holds, amount, tomorrow)


NO_LIMIT: Final = DailyLimit()


@dataclass(frozen=True, slots=True)
class PlayLimits:
    daily: Mapping[Measure, DailyLimit] = field(default_factory=dict)
    break_until: datetime | None = None
    """End of the last break, if any."""

    def limit(self, measure: Measure) -> DailyLimit:
        return self.daily.get(measure, NO_LIMIT)

    def on_break(self, now: datetime) -> bool:
        return self.break_until is not None and now < self.break_until

    def any_at(self, now: datetime) -> bool:
        return self.on_break(now) or any(self.limit(measure).at(now) is not None for measure in MEASURES)

    def reached(self, played: Played, now: datetime) -> Measure | None:
        """Return the first limit used up."""
        for measure in MEASURES:
            limit = self.limit(measure).at(now)
            if limit is not None and played.of(measure) >= limit:
                return measure
        return None

    def with_limit(self, measure: Measure, amount: int | None, now: datetime, tomorrow: datetime) -> PlayLimits:
        """Change one limit as in :meth:`DailyLimit.changed`."""
        changed = self.limit(measure).changed(amount, now, tomorrow)
        return replace(self, daily={**self.daily, measure: changed})

    def with_break(self, until: datetime) -> PlayLimits:
        """Begin a break unless the present one lasts longer."""
        return replace(self, break_until=until if self.break_until is None else max(until, self.break_until))

    def to_json(self) -> str:
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
        stored: dict[str, Any] = json.loads(text)
        daily = {
            measure: DailyLimit(amount, later, _moment(later_from))
            for measure, (amount, later, later_from) in stored["daily"].items()
        }
        return cls(daily, _moment(stored["break_until"]))


NONE: Final = PlayLimits()


def seconds_played(hands: Iterable[tuple[datetime, datetime]], begins: datetime) -> int:
    """Return seconds at tables since the day began, from start and end of each hand.

    Hands at the same time count once, pauses up to :data:`PAUSE_BETWEEN_HANDS` too.
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
