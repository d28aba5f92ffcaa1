"""How fast Telegram may be called, and how long to wait for what.

Telegram does not publish its limits. It is known to take about one message a second in a chat, twenty a minute in a
group, edits counted, and thirty a second in all; a bot that stays below is hardly ever told to wait.
"""

from __future__ import annotations

from dataclasses import dataclass

from aiolimiter import AsyncLimiter


@dataclass(frozen=True, slots=True)
class Limit:
    """So many calls at once after a rest, and all of them again after so many seconds."""

    calls: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Pace:
    """Limits and patience, in seconds of Telegram's."""

    second: float = 1.0
    """How long a second of Telegram's takes; a test need not wait for minutes."""

    chat: Limit = Limit(3, 4.05)
    """At most five in any four seconds; a closing message and its dice need not wait for each other."""

    group: Limit = Limit(2, 7.5)
    """At most eighteen in any minute: two at once, and sixteen more as they come back."""

    closing: Limit = Limit(3, 12.3)
    """Kept for a closing message and its dice. As they are paid back, at most twenty a minute are made in all."""

    pay_back_after: float = 3.0
    """How long a group need not pay back what a deal took ahead: the message of the new hand goes out before."""

    pay_back_every: float = 4.2
    """How long it has between two such calls, for another one to be made."""

    unhurried: float = 25.0
    """How long after another a deal has to be closed to get all its dice."""

    overall: Limit = Limit(10, 0.5)
    """At most thirty in any second, likewise."""

    repeat_after: float = 1.0
    """The first pause before a call is repeated that the network lost; each is twice the one before."""

    reconnect_most: float = 30.0
    """The longest pause while the network is away."""

    rival_pause: float = 1.0
    """How long to wait before asking again after somebody else has asked with the same token."""

    newcomer: float = 15.0
    """Who meets a rival so soon after beginning is the one who came later."""

    newcomer_patience: float = 30.0
    """How long a newcomer waits for the other to go: it may be the last run, which is about to end."""

    patience: float = 120.0
    """How long to hold out against a newcomer, who should give way sooner."""

    spare_room: float = 3.0
    """How long to wait for room that the tables leave, before doing without what nobody would miss."""

    rights_hold: float = 60.0
    """How long the rights of a member are believed without asking again."""

    beacon_within: float = 3.0
    """Real seconds that a deal waits for its closing message and the dice below it."""

    answer_within: float = 8.0
    """Real seconds until a press is answered without words, because its answer is not ready."""

    poll: int = 50
    """Real seconds that Telegram may keep a question for news open."""

    goodbye: float = 1.5
    """Real seconds that closing the connection may take."""

    def limiter(self, limit: Limit) -> AsyncLimiter:
        """A limiter that keeps a limit."""
        return AsyncLimiter(limit.calls, limit.seconds * self.second)
