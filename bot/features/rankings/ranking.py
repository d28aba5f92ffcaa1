"""Who leads a group, by what, and over which time; computer players, and what was won from them, count for nobody."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta, tzinfo
from enum import StrEnum, auto
from typing import NamedTuple

from bot.features.rankings.queries import Standing
from bot.messages import PlayerId, is_computer


class By(StrEnum):
    """What a ranking goes by."""

    BALANCE = auto()
    """All chips that players have, but for what they won from computer players or lost to them."""

    WEEK = auto()
    """What they won or lost since Monday, in the group's time zone."""

    MONTH = auto()
    """What they won or lost since the first day of the month."""

    SEASON = auto()
    """What they won or lost in a season."""


class Ranked(NamedTuple):
    """A line of a ranking."""

    place: int
    """From 1; players with the same chips share one."""

    player: PlayerId
    chips: int


def ranked(standings: Iterable[Standing]) -> list[Ranked]:
    """People in the order of their chips, most first; those who are level share a place, and stand by their ids."""
    people = sorted((each for each in standings if not is_computer(each.player)), key=lambda each: each.player)
    lines: list[Ranked] = []
    for number, each in enumerate(sorted(people, key=lambda each: -each.chips), start=1):
        place = lines[-1].place if lines and lines[-1].chips == each.chips else number
        lines.append(Ranked(place, each.player, each.chips))
    return lines


def began(by: By, now: datetime, zone: tzinfo) -> datetime:
    """When the present week or month began."""
    today = now.astimezone(zone).date()
    first = today - timedelta(days=today.weekday()) if by is By.WEEK else today.replace(day=1)
    return datetime.combine(first, time(), zone)
