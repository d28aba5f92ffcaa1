"""Errors of the Bot API, distinguishable only by their texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.messages import MessageGone, Unwelcome

_MESSAGE_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid")
_NOT_ALLOWED = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send",
    "topic_closed",
    "peer_id_invalid",
    "user not found",
)
_BOT_REMOVED = ("kicked", "not a member", "blocked")
_NOBODY_THERE = ("user not found", "member not found", "participant_id_invalid", "user_not_participant")
_GROUP_GONE = ("chat was deleted", "chat was deactivated")
_TOPIC_GONE = ("topic_deleted", "thread not found")


class BotRemoved(Unwelcome):
    pass


class GroupGone(Unwelcome):
    pass


class TopicGone(Unwelcome):
    """The topic was deleted or closed to bots."""


def _says(error: TelegramError, *phrases: str) -> bool:
    text = error.message.lower()
    return any(each in text for each in phrases)


@contextmanager
def chat_errors() -> Iterator[None]:
    """Raise ``MessageGone`` and ``Unwelcome`` in place of the library's errors."""
    try:
        yield
    except Forbidden as error:
        if _says(error, *_GROUP_GONE):
            raise GroupGone(error.message) from None
        kind = BotRemoved if _says(error, *_BOT_REMOVED) else Unwelcome
        raise kind(error.message) from None
    except BadRequest as error:
        if _says(error, *_MESSAGE_GONE):
            raise MessageGone(error.message) from None
        if _says(error, *_GROUP_GONE):
            raise GroupGone(error.message) from None
        if _says(error, *_TOPIC_GONE):
            raise TopicGone(error.message) from None
        if _says(error, *_NOT_ALLOWED):
            raise Unwelcome(error.message) from None
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
    return isinstance(error, BadRequest) and _says(error, *_NOBODY_THERE)


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
