"""What Discord's refusals mean for whoever wanted to show something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.chats.discord_chat.rendering import NO_CHANNEL
from bot.messages import MessageGone, Place, Unreachable, Unwelcome

_GONE = frozenset(
    {
        10008,  # there is no such message
        30046,  # too many edits of a message that is over an hour old
        50005,  # it was written by somebody else: by the bot of an earlier token
        50083,  # its thread is archived; a new message opens it again
    }
)
_UNWELCOME = frozenset(
    {
        10003,  # there is no such channel
        10004,  # there is no such server
        50001,  # no access
        50013,  # no permission
        50024,  # no channel for messages
        160005,  # the thread is locked
    }
)
_CLOSED = frozenset(
    {
        50007,  # takes no private messages
        50278,  # is in no server with the bot any more
        10013,  # there is no such user
    }
)
OPENED_TOO_FAST = 40003


@contextmanager
def at_a_place() -> Iterator[None]:
    """Around what is shown in public.

    Raises:
        MessageGone: the message cannot be edited any more.
        Unwelcome: nothing can be shown there.
    """
    try:
        yield
    except discord.HTTPException as error:
        if error.code in _GONE:
            raise MessageGone(str(error.code)) from None
        if error.code in _UNWELCOME or isinstance(error, discord.Forbidden):
            raise Unwelcome(str(error.code)) from None
        raise


@contextmanager
def in_public(place: Place) -> Iterator[None]:
    """Around what is shown anew at a place.

    Raises:
        Unwelcome: nothing can be shown there.
    """
    if place.channel == NO_CHANNEL:
        raise Unwelcome("a private chat is no public place")
    try:
        with at_a_place():
            yield
    except MessageGone as gone:
        raise Unwelcome(str(gone)) from None


@contextmanager
def in_private() -> Iterator[None]:
    """Around what is sent to one person.

    Raises:
        MessageGone: the message cannot be edited any more.
        Unreachable: the person takes no private messages.
    """
    try:
        yield
    except discord.HTTPException as error:
        if error.code in _GONE or error.code in _UNWELCOME:
            raise MessageGone(str(error.code)) from None
        if error.code in _CLOSED or (isinstance(error, discord.Forbidden) and error.code != OPENED_TOO_FAST):
            raise Unreachable(str(error.code)) from None
        raise
