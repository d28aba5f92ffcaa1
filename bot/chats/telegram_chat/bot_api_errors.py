"""Errors of the Bot API, distinguishable only by their texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.messages import MessageGone, Unwelcome

_GROUP_GONE = ("chat was deleted", "chat was deactivated")


class BotRemoved(Unwelcome):
    pass


class GroupGone(Unwelcome):
    pass


class TopicGone(Unwelcome):
    """The topic was deleted or closed to bots."""


def _says(error: TelegramError, *phrases: str) -> bool:
    text = error.message.lower()
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


def is_nobody_there(error: TelegramError) -> bool:
    phrases = ("user not found", "member not found", "participant_id_invalid", "user_not_participant")
    return isinstance(error, BadRequest) and _says(error, *phrases)


def is_not_there(error: TelegramError) -> bool:
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
