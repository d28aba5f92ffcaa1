"""How fast direct messages are opened; whatever else Discord limits, discord.py keeps to by itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits that Kiu keeps to; a test may set them lower or let them pass faster. Times are in seconds."""

    dm_openings: float = 2
    """How many direct messages may be opened at once; a bot that opens dozens quickly is taken for a spammer."""

    dm_opening_seconds: float = 2.0
    """How long until all of them may be opened again."""

    dm_opening_pause: float = 20.0
    """How long no direct message is opened after Discord answered that it was too fast; each time twice as long."""
