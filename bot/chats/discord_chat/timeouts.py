"""Rate limits and timeouts for Discord, in seconds; discord.py keeps to all limits but that of
opening direct messages.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RateLimits:
    dm_openings: float = 2
    """Openings at once; Discord takes a bot that opens dozens quickly for a spammer."""

    dm_opening_seconds: float = 2.0
    """The time until all of them may be opened again."""

    dm_opening_pause: float = 20.0
    """The pause after Discord's refusal; doubled each time."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    defer_after: float = 1.5
    """The time before a reply is deferred; Discord allows three seconds."""

    update_within: float = 0.5
    """The wait for an edit that answers a press; then the press is only acknowledged."""

    token_seconds: float = 14 * 60.0
    """The use of a token: a minute less than Discord allows."""

    member: float = 1.0
    """The wait for an answer about a member; the opening of a modal cannot be deferred meanwhile."""

    member_cache: float = 60.0
    """The life of a cached answer about a member."""

    retry_delay: float = 1.0
    """The pause before a repeated call; doubled each time."""

    reconnect_delay: float = 2.0
    """The pause before a new connection; doubled each time."""

    reconnect_delay_max: float = 30.0

    guild_ready_timeout: float = 2.0
    """The wait at the start after the last guild received."""

    close_timeout: float = 2.0
