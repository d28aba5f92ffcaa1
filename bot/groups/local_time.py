"""Moments as people read them, in the time zone of their group."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from bot.groups.settings import GroupSettings


def zone_of(settings: GroupSettings) -> tzinfo:
    """The time zone of a group."""
    return UTC


def moment(at: datetime, now: datetime, settings: GroupSettings) -> str:
    """A moment in the time zone of a group: the time of day, and the date if that is another one.

    Args:
        at: the moment.
        now: the present one.
        settings: those of the group.
    """
    zone = zone_of(settings)
    here = at.astimezone(zone)
    same_day = here.date() == now.astimezone(zone).date()
    return f"{here:%H:%M}" if same_day else f"{here:%Y-%m-%d %H:%M}"
