"""What Telegram has against a call, by the words of its refusal; it gives no other reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.messages import MessageGone, Unwelcome

_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid")
_CLOSED = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send",
    "topic_closed",
    "topic_deleted",
    "thread not found",
    "was deactivated",
    "peer_id_invalid",
    "user not found",
)
_SENT_AWAY = ("kicked", "not a member", "was deactivated", "blocked")


class SentAway(Unwelcome):
    """The bot is not in the chat any more."""


def is_about(error: TelegramError, *words: str) -> bool:
    """Whether a refusal says one of these things."""
    said = error.message.lower()
    return any(each in said for each in words)


@contextmanager
def in_our_words() -> Iterator[None]:
    """Raise what the announcer knows in place of what the library does.

    Raises:
        MessageGone: there is nothing to edit.
        Unwelcome: nothing can be shown there.
    """
    try:
        yield
    except Forbidden as error:
        kind = SentAway if is_about(error, *_SENT_AWAY) else Unwelcome
        raise kind(error.message) from None
    except BadRequest as error:
        if is_about(error, *_GONE):
            raise MessageGone(error.message) from None
        if is_about(error, *_CLOSED):
            raise Unwelcome(error.message) from None
        raise


def is_no_change(error: BadRequest) -> bool:
    """Whether the message reads already as it should."""
    return is_about(error, "message is not modified")


def is_a_picture(error: BadRequest) -> bool:
    """Whether the message to be edited has a picture, and so a caption instead of a text."""
    return is_about(error, "no text in the message")


def wants_words_only(error: BadRequest) -> bool:
    """Whether the chat takes words, but no pictures or no documents."""
    return is_about(error, "rights to send photos", "rights to send documents", "chat_send_photos", "chat_send_docs")


def is_lost(error: Exception) -> bool:
    """Whether the network failed, so that the call may or may not have had its effect."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def never_arrived(error: Exception) -> bool:
    """Whether the network failed before the call was on its way, so that it surely had no effect."""
    return type(error.__cause__).__name__ in ("ConnectError", "ConnectTimeout", "PoolTimeout")


def may_retry(error: Exception) -> bool:
    """Whether a call that may be made twice without harm may succeed later: the network failed, or it was too soon."""
    return is_lost(error) or isinstance(error, RetryAfter)


def retry_after(error: Exception) -> float | None:
    """Seconds that Telegram asks to wait, if it does."""
    return seconds_to_wait(error) if isinstance(error, RetryAfter) else None


def seconds_to_wait(error: RetryAfter) -> float:
    """Seconds that Telegram asks to wait."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
