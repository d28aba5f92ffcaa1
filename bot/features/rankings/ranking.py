"""The order of a ranking; computer players, and wins from them, never count."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta, tzinfo
from enum import StrEnum, auto
from typing import NamedTuple

from bot.features.rankings.queries import Standing
from bot.messages import PlayerId, is_computer


class By(StrEnum):
    BALANCE = auto()
    """All chips without nets from computer players."""

    WEEK = auto()
    """Net since Monday, in the group's time zone."""

    MONTH = auto()
    """Net since the first of the month."""

    SEASON = auto()
    """Net of a season."""


class Ranked(NamedTuple):
    place: int
    """From 1; equal chips share a place."""

    player: PlayerId
    chips: int


def ranked(standings: Iterable[Standing]) -> list[Ranked]:
    """Rank people by chips, most first; equals share a place, ordered by id."""
    people = sorted((each for each in standings if not is_computer(each.player)), key=lambda each: each.player)
    lines: list[Ranked] = []
    for number, each in enumerate(sorted(people, key=lambda each: -each.chips), start=1):
        place = lines[-1].place if lines and lines[-1].chips == each.chips else number
        lines.append(Ranked(place, each.player, each.chips))
    return lines


def began(by: By, now: datetime, zone: tzinfo) -> datetime:
    today = now.astimezone(zone).date()
    first = today - timedelta(days=today.weekday()) if by is By.WEEK else today.replace(day=1)
    return datetime.combine(first, time(), zone)
