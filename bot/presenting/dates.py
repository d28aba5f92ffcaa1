from __future__ import annotations

from datetime import date, datetime, tzinfo

from bot.wording import Translator


def day_text(moment: datetime, zone: tzinfo, translate: Translator) -> str:
    """Return the day of a moment, such as ``22 Nov 2026``."""
    return date_text(moment.astimezone(zone), translate)


def date_text(day: date, translate: Translator) -> str:
    return translate("special-date", day=day.day, month=day.month, year=str(day.year))


def clock_text(moment: datetime, zone: tzinfo) -> str:
    """Return a time such as ``21:40``."""
    return f"{moment.astimezone(zone):%H:%M}"


def moment_text(moment: datetime, zone: tzinfo) -> str:
    """Return a moment such as ``2026-11-22 21:40``, the same in every language."""
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
