"""Rate limits on Telegram, and timeouts; times are in seconds.

Telegram publishes no limits; it is known to take a message a second in a chat, twenty a minute in a group, edits
included, and thirty a second from a bot.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aiolimiter import AsyncLimiter
from telegram import Update

from bot.chats.call_queue import GroupLimits

ALLOWED_UPDATES = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER)
"""Kinds of updates requested, without edits and channel posts."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Calls at once after a rest, and the seconds until all of them are free again."""

    calls: float
    seconds: float

    def limiter(self) -> AsyncLimiter:
        return AsyncLimiter(self.calls, self.seconds)


@dataclass(frozen=True, slots=True)
class RateLimits:
    chat: Limit = Limit(3, 4.05)
    """At most five in any four seconds; a closing message and its die need no pause."""

    group: GroupLimits = field(default_factory=GroupLimits)
    """Limits in a group of any kind."""

    hand_calls: int = 8
    """Free calls before a hand: for the last result, its own message and four quick moves."""

    company: float = 3.6
    """The wait of an edit for the next one if the player was asked in private.

    It is still in the chat within four seconds, even during another edit.
    """

    overall: Limit = Limit(10, 0.5)
    """At most thirty in any second, to all chats."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    retry_delay: float = 1.0
    """The pause before a repeated call; doubled each time."""

    retry_delay_max: float = 30.0
    """The longest pause while Telegram cannot be reached."""

    conflict_delay: float = 1.0
    """The pause after another program asked for updates with the same token."""

    newcomer: float = 15.0
    """A program that meets another so soon after its start is the newcomer."""

    newcomer_patience: float = 30.0
    """The newcomer's patience, since the other may be a previous run about to end."""

    conflict_patience: float = 120.0
    """The other program's patience with a newcomer."""

    spare_capacity: float = 3.0
    """The wait for spare calls, before needless ones are dropped."""

    page: float = 0.6
    """The wait of a page in a group, before it is shown elsewhere."""

    chat_member_cache: float = 60.0
    """The life of a cached answer about a chat member."""

    chat_member: float = 3.0
    """The wait for an answer about a chat member."""

    beacon: float = 3.0
    """A deal's wait for its closing message and dice."""

    callback_answer: float = 8.0
    """The time after which a callback query is answered without text."""

    press_again_after: float = 0.5
    """The least time between a press and its confirmation, so that a double tap confirms nothing."""

    press_again_within: float = 15.0

    unconfirmed: float = 0.25
    """The pause between requests for updates while one is handled."""

    handling: float = 60.0
    """The time after which a hanging update is confirmed, since it would hang again."""

    poll: int = 50
    """The life of a request for updates."""

    close: float = 1.5
