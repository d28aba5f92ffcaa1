"""How often the Bot API is called.

Telegram does not publish its limits. It is known to take about one message a second in a chat, twenty a minute in a
group (edits count too), and thirty a second from one bot; a bot that stays below is hardly ever told to wait.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aiolimiter import AsyncLimiter

from bot.chats.call_queue import GroupLimits


@dataclass(frozen=True, slots=True)
class Limit:
    """How many calls may be made at once after a rest, and after how many seconds all of them may be made again."""

    calls: float
    seconds: float

    def limiter(self) -> AsyncLimiter:
        """A limiter that keeps this limit."""
        return AsyncLimiter(self.calls, self.seconds)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits that Kiu keeps to; a test may let them pass faster. Times are in seconds."""

    chat: Limit = Limit(3, 4.05)
    """In any chat, at most five in any four seconds; a closing message and its die need not wait for each other."""

    group: GroupLimits = field(default_factory=GroupLimits)
    """In a group, of whatever kind."""

    hand_calls: int = 8
    """How many of them must be free before another hand is begun: for the result of the last one, for its own message,
    and for four moves of quick players."""

    company: float = 3.6
    """How long an edit waits for the next one if whoever is asked was told in private.

    It is in the chat within four seconds all the same, even if another edit is just under way."""

    overall: Limit = Limit(10, 0.5)
    """From this bot to all chats, at most thirty in any second."""
