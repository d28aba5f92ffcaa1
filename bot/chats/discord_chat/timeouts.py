"""How long to wait for Discord."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Delays and timeouts, in seconds; a test may make them shorter."""

    defer_after: float = 1.5
    """How long a reply may take before the interaction is deferred; Discord allows three seconds."""

    update_within: float = 0.5
    """How long a press that was carried out waits for its message to be edited; then it is only acknowledged, and a
    later edit goes through its token all the same."""

    token_seconds: float = 14 * 60.0
    """How long the token of an interaction is used: a minute less than Discord allows."""

    member: float = 1.0
    """How long to wait for what Discord says about a member; the opening of a modal cannot be deferred meanwhile."""

    member_cache: float = 60.0
    """How long Discord's answer about a member is used without asking again."""

    retry_delay: float = 1.0
    """The pause before a call is repeated after a network error; each further pause is twice as long."""

    reconnect_delay: float = 2.0
    """The pause before a new attempt to connect; each further pause is twice as long."""

    reconnect_delay_max: float = 30.0
    """The longest pause between two attempts to connect."""

    guild_ready_timeout: float = 2.0
    """At the start, how long after the last guild was received all guilds are taken as known."""

    close_timeout: float = 2.0
    """How long closing the connection may take."""
