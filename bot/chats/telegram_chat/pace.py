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

    group: Limit = Limit(4, 14)
    """Four at once, then one in three and a half seconds, so that a minute's calls are not gone at its beginning."""

    minute: float = 61.5
    """A minute of a group, and a little more, since calls do not arrive just as they are made."""

    group_most: int = 20
    """How many calls a group takes in a minute, all together."""

    kept: int = 4
    """How many of them are kept for closing messages and their dice: those of one deal, and one of the next."""

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
