"""Idempotency keys of chips that a player gets once, or once a day."""

from __future__ import annotations

from datetime import date

from bot.messages import PlayerId


def newcomer_key(group: str, player: PlayerId) -> str:
    return f"newcomer:{group}:{player}"


def daily_key(group: str, player: PlayerId, day: date) -> str:
    """Return the key of the daily chips of a UTC day."""
    return f"daily:{group}:{player}:{day.isoformat()}"
