"""Calls to chats, queued by chat and repeated where that is safe; times are in seconds. Telegram publishes no limits;
it is known to take a message a second in a chat, twenty a minute in a group, edits included, and thirty a second
from a bot. Errors are distinguishable only by their texts.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

import structlog
from aiolimiter import AsyncLimiter
from cachetools import LRUCache
from telegram import Update
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.chats.call_queue import CallQueue, GroupLimits, GroupPace, Superseded
from bot.chats.retrying import retried
from bot.chats.telegram_chat.addresses import is_group
from bot.messages import MessageGone, Unwelcome, Urgency

log = structlog.get_logger()

_GROUP_GONE = ("chat was deleted", "chat was deactivated")


class BotRemoved(Unwelcome):
    pass


class GroupGone(Unwelcome):
    pass


class TopicGone(Unwelcome):
    """The topic was deleted or closed to bots."""


def _says(error: Exception, *phrases: str) -> bool:
    text = str(error).lower()
    return any(each in text for each in phrases)


_MEANINGS: tuple[tuple[type[TelegramError], type[Exception], tuple[str, ...]], ...] = (
    (BadRequest, MessageGone, ("message to edit not found", "message can't be edited", "message_id_invalid")),
    (TelegramError, GroupGone, _GROUP_GONE),
    (Forbidden, BotRemoved, ("kicked", "not a member", "blocked")),
    (Forbidden, Unwelcome, ("",)),
    (BadRequest, TopicGone, ("topic_deleted", "thread not found")),
    (
        BadRequest,
        Unwelcome,
        (
            *("chat not found", "user not found", "peer_id_invalid", "topic_closed"),
            *("not enough rights", "have no rights", "chat_write_forbidden", "chat_restricted", "chat_send"),
        ),
    ),
)
"""Kinds of errors, their meanings and parts of their texts; the first that fits counts."""


@contextmanager
def chat_errors() -> Iterator[None]:
    """Raise ``MessageGone`` and ``Unwelcome`` in place of the library's errors."""
    try:
        yield
    except TelegramError as error:
        for kind, meaning, phrases in _MEANINGS:
            if isinstance(error, kind) and _says(error, *phrases):
                raise meaning(error.message) from None
        raise


def is_not_modified(error: BadRequest) -> bool:
    return _says(error, "message is not modified")


def has_no_text(error: BadRequest) -> bool:
    """True if the message has a picture, and so a caption instead of a text."""
    return _says(error, "no text in the message")


def is_media_forbidden(error: BadRequest) -> bool:
    """True if the chat takes text, but no pictures or no documents."""
    return _says(error, "rights to send photos", "rights to send documents", "chat_send_photos", "chat_send_docs")


def is_nobody_there(error: Exception) -> bool:
    phrases = ("user not found", "member not found", "participant_id_invalid", "user_not_participant")
    return isinstance(error, BadRequest) and _says(error, *phrases)


def is_not_there(error: Exception) -> bool:
    return isinstance(error, Forbidden) or _says(error, "chat not found", *_GROUP_GONE)


def is_network_error(error: Exception) -> bool:
    """True if the network failed, so that the call's effect is unknown."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def was_never_sent(error: Exception) -> bool:
    """True if the network failed before the call was sent."""
    return type(error.__cause__).__name__ in ("ConnectError", "ConnectTimeout", "PoolTimeout")


def may_retry(error: Exception) -> bool:
    """True if an idempotent call may succeed later."""
    return is_network_error(error) or isinstance(error, RetryAfter)


def retry_after(error: Exception) -> float | None:
    if not isinstance(error, RetryAfter):
        return None
    seconds = error.retry_after
    return seconds.total_seconds() if isinstance(seconds, timedelta) else float(seconds)


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

    beside: Limit = Limit(6, 3.6)
    """Calls in a group that do not count there: the hands of a table, then a question in time.

    A measurement sends as fast.
    """

    hand_calls: int = 8
    """Free calls before a hand: for the last result, its own message and four quick moves."""

    company: float = 3.75
    """The seconds from a change to its edit if the player was asked in private; it is in the chat within four."""

    overall: Limit = Limit(9, 0.5)
    """To all chats; Telegram takes thirty a second, and 27 may arrive unevenly."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    retry_delay: float = 1.0
    """The pause before a repeated call; doubled each time."""

    retry_delay_max: float = 30.0
    """The longest pause while Telegram cannot be reached."""

    conflict_delay: float = 1.0
    """The pause after another program asked for updates with the same token."""

    conflict_patience: float = 30.0
    """The age at which a program gives way to another with its token, and up to twice that."""

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

    press_again_after: float = 0.5
    """The least time between a press and its confirmation, so that a double tap confirms nothing."""

    press_again_within: float = 15.0

    unconfirmed: float = 0.25
    """The pause between requests for updates while one is handled."""

    handling: float = 60.0
    """The time after which a hanging update is confirmed, since it would hang again."""

    minute: float = 60.0
    """The time in which Telegram counts a group's calls."""

    poll: int = 25
    """The life of a request for updates."""

    close: float = 1.5


_Result = TypeVar("_Result")

ATTEMPTS = 6
"""Attempts of a call, for half a minute without network."""

PAUSE_ASKED = "Telegram asks for a pause"
PAUSE_KEPT = "nothing is sent there until it is over"

QUEUES_KEPT = 5_000
"""More chats than can be called before a queue has nothing to remember."""


class _Shared:
    """A limit of which this process has an equal share."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._limiter = limit.limiter()
        self.processes = 1

    def share(self, processes: int) -> None:
        if processes != self.processes:
            self.processes = processes
            calls = max(self._limit.calls / processes, 1.0)
            self._limiter = AsyncLimiter(calls, self._limit.seconds * processes * calls / self._limit.calls)

    async def acquire(self) -> None:
        await self._limiter.acquire()


class ApiCalls:
    def __init__(self, limits: RateLimits, timeouts: Timeouts, migrated: Callable[[int, int], Awaitable[None]]) -> None:
        self._limits = limits
        self._timeouts = timeouts
        self._migrated = migrated
        self._overall = _Shared(limits.overall)
        self._queues: LRUCache[tuple[int, bool], CallQueue] = LRUCache(QUEUES_KEPT)
        self.share_limits = self._overall.share
        self.on_limit: Callable[[int], object] = lambda chat: None
        """Told of each chat in which Telegram asks for a pause."""

    @property
    def waiting(self) -> int:
        return sum(queue.waiting for queue in self._queues.values())

    async def acquire(self, chat: int, urgency: Urgency, asker: int | None = None, *, beside: bool = False) -> None:
        """Wait until a chat takes one more message or edit.

        A named asker waits for it as an answer; a call ``beside`` does not count in a group. Raise ``Superseded`` if
        newer answers wait.
        """
        await self.queue(chat, beside=beside).acquire(urgency, asker)

    async def acquired_soon(
        self,
        chat: int,
        user: int,
        urgency: Urgency = Urgency.ANSWER,
        seconds: float | None = None,
        *,
        beside: bool = False,
    ) -> bool:
        """Acquire an answer before a page is missed; return ``False`` if the chat has no room beside its table."""
        try:
            async with asyncio.timeout(self._timeouts.page if seconds is None else seconds):
                await self.acquire(chat, urgency, user, beside=beside)
        except (TimeoutError, Superseded):
            return False
        return True

    def seconds_until_hand(self, chat: int) -> float:
        """Return the seconds until a chat has room for a new hand; 0 if it has now."""
        return self.queue(chat).seconds_until_room(self._limits.hand_calls)

    def queue(self, chat: int, *, beside: bool = False) -> CallQueue:
        queue: CallQueue | None = self._queues.get((chat, beside))
        if queue is None:
            taken_over = self._overall.processes > 1
            pace = GroupPace(self._limits.group, half_used=taken_over) if is_group(chat) and not beside else None
            queue = self._queues[chat, beside] = CallQueue(
                (self._limits.beside if beside else self._limits.chat).limiter(), self._overall, pace=pace
            )
        return queue

    def pause(self, chat: int, seconds: float) -> None:
        """Make no call in a chat for a while, as Telegram asks."""
        log.warning(PAUSE_ASKED, action=PAUSE_KEPT, chat=chat, seconds=seconds)
        self.on_limit(chat)
        for beside in (False, True):
            self.queue(chat, beside=beside).pause(seconds)

    async def send(self, chat: int, call: Callable[[int], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Send something new to an acquired chat, never twice if it may have arrived."""
        try:
            return await self._retried(chat, lambda: call(chat), urgency, was_never_sent)
        except ChatMigrated as error:
            await self._migrated(chat, error.new_chat_id)
            await self.acquire(error.new_chat_id, urgency)
            return await self.send(error.new_chat_id, call, urgency)

    async def change(self, chat: int, call: Callable[[], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Make an idempotent call to an acquired chat; raise ``MessageGone`` if the group became another chat."""
        try:
            return await self._retried(chat, call, urgency, is_network_error)
        except ChatMigrated as error:
            await self._migrated(chat, error.new_chat_id)
            raise MessageGone(error.message) from None

    async def _retried(
        self,
        chat: int,
        call: Callable[[], Awaitable[_Result]],
        urgency: Urgency,
        may_retry: Callable[[Exception], bool],
    ) -> _Result:
        attempts = itertools.count()

        async def attempt() -> _Result:
            if next(attempts):
                await self.acquire(chat, urgency)
            try:
                return await call()
            except RetryAfter as error:
                self.pause(chat, retry_after(error) or 0.0)
                raise

        return await retried(
            attempt,
            attempts=ATTEMPTS,
            first_pause=self._timeouts.retry_delay,
            may_retry=lambda error: isinstance(error, RetryAfter) or may_retry(error),
            # The queue itself waits as long as Telegram asks.
            retry_after=lambda error: 0.0 if isinstance(error, RetryAfter) else None,
        )
