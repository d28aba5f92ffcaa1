"""How fast Discord may be called, and how long to wait for what; all in seconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Limits and patience; a test may run them all faster."""

    channel_calls: float = 3
    """How many calls a channel takes at once after a rest."""

    channel_seconds: float = 7.5
    """How long it takes to have all of them again: so no five seconds ever see more than the five messages that
    Discord allows a channel."""

    doors: float = 2
    """How many private channels may be opened at once: who opens dozens quickly is taken for a spammer."""

    doors_seconds: float = 2.0

    doors_closed: float = 20.0
    """How long to open none after Discord said that it was too fast, the first time; then twice as long."""

    answer_within: float = 1.5
    """How long an answer may take before Discord, which waits three seconds, is told that it will come."""

    reconnect_after: float = 2.0
    """The first pause while the network is away; each is twice the one before."""

    reconnect_most: float = 30.0

    repeat_after: float = 1.0
    """The first pause before a call is repeated that the network lost."""

    guilds_follow_within: float = 2.0
    """After how long a silence all servers have been told of at the start."""

    goodbye: float = 2.0
    """How long closing the connection may take."""
