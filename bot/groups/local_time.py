"""Moments as people read them, in the time zone of their group."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.groups.settings import GroupSettings


def moment(at: datetime, now: datetime, settings: GroupSettings) -> str:
    """A moment in the time zone of a group: the time of day, and the date if that is another one."""
    zone = settings.time_zone
    here = at.astimezone(zone)
    same_day = here.date() == now.astimezone(zone).date()
    return f"{here:%H:%M}" if same_day else f"{here:%Y-%m-%d %H:%M}"


def quiet_until(now: datetime, settings: GroupSettings) -> datetime | None:
    """When the quiet hours of a group end that run now, in UTC; ``None`` if none do.

    Where they last all day, those of the next day begin at that moment (:attr:`TableRules.quiet_all_day`).
    """
    rules = settings.tables
    if not rules.quiet_hours:
        return None
    here = now.astimezone(settings.time_zone)
    begins, ends = rules.quiet_from, rules.quiet_to
    quiet = begins <= here.hour < ends if begins < ends else here.hour >= begins or here.hour < ends
    if not quiet:
        return None
    end = here.replace(hour=ends, minute=0, second=0, microsecond=0)
    return (end if end > here else end + timedelta(days=1)).astimezone(UTC)
