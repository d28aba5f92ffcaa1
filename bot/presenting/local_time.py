"""Days and times of day, as people read them in the time zone of their group."""

from __future__ import annotations

from datetime import datetime, tzinfo

from bot.wording import Translator


def day_text(moment: datetime, zone: tzinfo, translate: Translator) -> str:
    """The day of a moment, in words: ``22 November 2026``."""
    date = moment.astimezone(zone).date()
    return translate("special-date", day=date.day, month=date.month, year=str(date.year))


def clock_text(moment: datetime, zone: tzinfo) -> str:
    """The time of day of a moment: ``21:40``."""
    return f"{moment.astimezone(zone):%H:%M}"


def moment_text(moment: datetime, zone: tzinfo) -> str:
    """A moment in short, the same in every language: ``2026-11-22 21:40``."""
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
