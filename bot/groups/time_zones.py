"""Time zones by IANA name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

UTC_ZONE: Final = "UTC"


def zone_of(name: str) -> tzinfo:
    """Return a zone, UTC for an unknown name."""
    return ZoneInfo(name) if name in available_names() else UTC


@cache
def available_names() -> frozenset[str]:
    """Return every name, old ones included."""
    return frozenset(available_timezones())


@cache
def by_region() -> Mapping[str, tuple[str, ...]]:
    """Return offered zones by region, such as ``Asia``."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    names = {line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")}
    regions: dict[str, list[str]] = {}
    for name in sorted(names & available_names()):
        regions.setdefault(name.partition("/")[0], []).append(name)
    return {region: tuple(found) for region, found in regions.items()}


def offered() -> list[str]:
    return [UTC_ZONE, *(name for names in by_region().values() for name in names)]


def meant(word: str) -> list[str]:
    """Return the zone of this name, or those with the word in theirs, such as ``jakarta``."""
    wanted = word.strip().replace(" ", "_").casefold()
    exact = [name for name in available_names() if name.casefold() == wanted]
    if exact or not wanted:
        return exact
    return [name for name in offered() if wanted in name.casefold()]


def day_of(moment: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the start of a day and of the next one, in UTC."""
    date = moment.astimezone(zone).date()
    begins, ends = (datetime.combine(each, time(), zone) for each in (date, date + timedelta(days=1)))
    return begins.astimezone(UTC), ends.astimezone(UTC)
