"""The rate limits that Kiu keeps to on Telegram, and the time that it waits for Telegram.

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


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Delays and timeouts, in seconds; a test may make them shorter."""

    retry_delay: float = 1.0
    """The pause before a call is repeated after a network error; each further pause is twice as long."""

    retry_delay_max: float = 30.0
    """The longest pause between two attempts while Telegram cannot be reached."""

    conflict_delay: float = 1.0
    """How long to wait before asking for updates again after another program asked with the same token."""

    newcomer: float = 15.0
    """A program that meets another one so soon after its start is the newcomer of the two."""

    newcomer_patience: float = 30.0
    """How long the newcomer waits for the other program to stop: it may be the previous run, which is about to end."""

    conflict_patience: float = 120.0
    """How long the other program holds out against the newcomer, which should give way sooner."""

    spare_capacity: float = 3.0
    """How long to wait for calls that the tables do not need, before leaving out what is not needed."""

    page: float = 0.6
    """How long somebody who turns the pages of a menu waits in a group, before they are answered elsewhere."""

    chat_member_cache: float = 60.0
    """How long Telegram's answer about a chat member is used without asking again."""

    chat_member: float = 3.0
    """How long to wait for what Telegram says about a chat member, before doing without."""

    beacon: float = 3.0
    """How long a deal waits for its closing message and the dice below it."""

    callback_answer: float = 8.0
    """After how long a callback query is answered without text, because its answer is not ready."""

    press_again_after: float = 0.5
    """How long at least lies between a press and the one that confirms it: a double tap confirms nothing."""

    press_again_within: float = 15.0
    """How long at most lies between them."""

    unconfirmed: float = 0.25
    """The pause between two requests for updates while one is being handled; what others do waits no longer."""

    handling: float = 60.0
    """The time after which an update is confirmed though it is not handled: it hangs, and would again."""

    poll: int = 50
    """How long Telegram may keep a request for updates open."""

    close: float = 1.5
    """How long closing the connection may take."""
