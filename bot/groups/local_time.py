from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.groups.settings import GroupSettings


def moment(at: datetime, now: datetime, settings: GroupSettings) -> str:
    """Return the local time, with the date on another day."""
    zone = settings.time_zone
    here = at.astimezone(zone)
    same_day = here.date() == now.astimezone(zone).date()
    return f"{here:%H:%M}" if same_day else f"{here:%Y-%m-%d %H:%M}"


def quiet_until(now: datetime, settings: GroupSettings) -> datetime | None:
    """Return the end of the present quiet hours in UTC, or ``None``."""
    rules = settings.tables
    if not rules.quiet_hours:
        return None
    here = now.astimezone(settings.time_zone)
    begins, ends = rules.quiet_from, rules.quiet_to
    quiet = begins <= here.hour < ends if begins <= ends else here.hour >= begins or here.hour < ends
    if not quiet:
        return None
    end = here.replace(hour=ends, minute=0, second=0, microsecond=0)
    return (end if end > here else end + timedelta(days=1)).astimezone(UTC)
