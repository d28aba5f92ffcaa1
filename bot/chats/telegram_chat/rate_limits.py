"""How often the Bot API is called.

Telegram does not publish its limits. It is known to take about one message a second in a chat, twenty a minute in a
group (edits count too), and thirty a second from one bot; a bot that stays below is hardly ever told to wait.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aiolimiter import AsyncLimiter

from bot.chats.answer_queue import AnswerLimits


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

    group_minute: float = 61.5
    """The minute of a group, and a little more, since calls do not arrive just as they are made."""

    group_minute_calls: int = 20
    """How many calls are made in a group in that minute, all together; the last of them by dice alone."""

    reserved_calls: int = 3
    """How many of them are reserved for closing messages and their dice: those of one deal, and the die of the next."""

    result_calls: int = 2
    """How many of the reserved ones windows and results may take, so that the die of the next deal is left."""

    patience: float = 4.0
    """After how many seconds of waiting any other call takes them too: the pause after a hand makes room again."""

    urgent_calls: int = 1
    """How many more of them are kept for windows, results and answers, while the edits of a table wait."""

    answers: AnswerLimits = field(default_factory=lambda: AnswerLimits(at_once=4, each_at_once=2, seconds=72.0))
    """How many answers a group gets while a table is played there: whoever asks is answered at once, unless everybody
    does; and whatever is asked, the rest of the minute is enough for the table to be shown within five seconds."""

    hand_calls: int = 6
    """How many of them must be free before another hand is begun: for the result of the last one, for its own message,
    and for four moves of quick players."""

    company: float = 3.6
    """How long an edit waits for the next one if whoever is asked was told in private.

    It is in the chat within four seconds all the same, even if another edit is just under way."""

    edits_at_once: int = 3
    """How many edits of a table in a group may follow each other at once."""

    edit_interval: float = 3.75
    """The pause between its edits after that: whoever has pressed a button sees it in less than four seconds."""

    overall: Limit = Limit(10, 0.5)
    """From this bot to all chats, at most thirty in any second."""
