"""Time zones by their IANA names: which there are, how one is found by a word, and when days begin in them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

UTC_ZONE: Final = "UTC"
"""The zone of a group that has chosen none."""


def zone_of(name: str) -> tzinfo:
    """The zone of a name; UTC for one that is not known any more."""
    return ZoneInfo(name) if name in available_names() else UTC


@cache
def available_names() -> frozenset[str]:
    """Every name that is understood, those of old included."""
    return frozenset(available_timezones())


@cache
def by_region() -> Mapping[str, tuple[str, ...]]:
    """The zones that are offered, by the region with which their names begin: ``Asia``."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    names = {line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")}
    regions: dict[str, list[str]] = {}
    for name in sorted(names & available_names()):
        regions.setdefault(name.partition("/")[0], []).append(name)
    return {region: tuple(found) for region, found in regions.items()}


def offered() -> list[str]:
    """Every zone that is offered, with UTC first."""
    return [UTC_ZONE, *(name for names in by_region().values() for name in names)]


def meant(word: str) -> list[str]:
    """The zones that a word means: the one of that name, or those that have it in theirs, such as ``jakarta``."""
    wanted = word.strip().replace(" ", "_").casefold()
    exact = [name for name in available_names() if name.casefold() == wanted]
    if exact or not wanted:
        return exact
    return [name for name in offered() if wanted in name.casefold()]


def day_of(moment: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """When the day of a moment begins in a zone, and when the next one does, in UTC."""
    date = moment.astimezone(zone).date()
    begins, ends = (datetime.combine(each, time(), zone) for each in (date, date + timedelta(days=1)))
    return begins.astimezone(UTC), ends.astimezone(UTC)
