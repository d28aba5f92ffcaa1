"""Rates for opening direct messages; discord.py keeps to every other limit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Limits of openings, in seconds."""

    dm_openings: float = 2
    """Openings at once; Discord takes a bot that opens dozens quickly for a spammer."""

    dm_opening_seconds: float = 2.0
    """The time until all of them may be opened again."""

    dm_opening_pause: float = 20.0
    """The pause after Discord's refusal; doubled each time."""
