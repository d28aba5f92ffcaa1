"""How often the Bot API is called.

Telegram does not publish its limits. It is known to take about one message a second in a chat, twenty a minute in a
group (edits count too), and thirty a second from one bot; a bot that stays below is hardly ever told to wait.
"""

from __future__ import annotations

from dataclasses import dataclass

from aiolimiter import AsyncLimiter


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
    """In any chat, at most five in any four seconds; a closing message and its dice need not wait for each other."""

    group: Limit = Limit(4, 14)
    """In a group, four at once, then one in three and a half seconds: a minute's calls are not used up at its start."""

    group_minute: float = 61.5
    """The minute of a group, and a little more, since calls do not arrive just as they are made."""

    group_minute_calls: int = 20
    """How many calls a group takes in that minute, all together."""

    reserved_calls: int = 2
    """How many of them are reserved for the closing message and the die of a deal."""

    overall: Limit = Limit(10, 0.5)
    """From this bot to all chats, at most thirty in any second."""
