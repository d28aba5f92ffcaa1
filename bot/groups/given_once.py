"""The keys under which it is stored that a player was given something that is given once, or once a day."""

from __future__ import annotations

from datetime import date

from bot.messages import PlayerId


def newcomer_key(group: str, player: PlayerId) -> str:
    """The key of a starting grant."""
    return f"newcomer:{group}:{player}"


def daily_key(group: str, player: PlayerId, day: date) -> str:
    """The key of the chips of a day, in UTC."""
    return f"daily:{group}:{player}:{day.isoformat()}"
