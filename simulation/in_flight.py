"""What Kiu is sending to a platform at this moment, so that whoever sees it arrive can tell which message it is.

A real platform shows text and buttons. The checks want the message that Kiu gave its adapter; the adapter is listened
to for that, and nothing that it does is changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from bot.chats.platforms import PlatformChat
from bot.messages import Message, MessageId, Place, PlayerId
from simulation.chats import How
from simulation.readings import without_marks


class _Sending(NamedTuple):
    """One call of the adapter that has not returned."""

    how: How
    where: str
    """The channel of a place, or the player whom it is for alone."""

    number: MessageId
    """The message that is edited; empty for a new one."""

    message: Message


class InFlight:
    """The messages that the present life of Kiu is sending."""

    def __init__(self) -> None:
        self._sending: list[_Sending] = []

    def listen(self, chat: PlatformChat) -> None:
        """Note from now on what an adapter sends; what an earlier life was sending may still arrive."""

        def post(place: Place, message: Message) -> _Sending:
            return _Sending("post", f"{place.group}/{place.channel}", "", message)

        def edit(place: Place, number: MessageId, message: Message) -> _Sending:
            return _Sending("edit", f"{place.group}/{place.channel}", number, message)

        def ping(place: Place, message: Message, table_message: MessageId | None) -> _Sending:
            return _Sending("ping", f"{place.group}/{place.channel}", "", message)

        def post_closing(place: Place, message: Message, **_: Any) -> _Sending:
            return _Sending("closing", f"{place.group}/{place.channel}", "", message)

        def send_private(player: PlayerId, message: Message, instead_of: MessageId | None = None) -> _Sending:
            return _Sending("private", player, "", message)

        for read in (post, edit, ping, post_closing, send_private):
            name = read.__name__
            setattr(chat, name, self._noted(getattr(chat, name), read))

    def _noted(self, call: Callable[..., Awaitable[Any]], read: Callable[..., _Sending]) -> Callable[..., Any]:
        async def noted(*args: Any, **named: Any) -> Any:
            sending = read(*args, **named)
            self._sending.append(sending)
            try:
                result = await call(*args, **named)
            except asyncio.CancelledError:
                # What was sent arrives all the same.
                raise
            except BaseException:
                self._drop(sending)
                raise
            self._drop(sending)
            return result

        return noted

    def _drop(self, sending: _Sending) -> None:
        if sending in self._sending:
            self._sending.remove(sending)

    def new_life(self) -> None:
        """Kiu was killed: what it was sending arrives at once, or never."""
        self._sending.clear()

    def arriving(self, place: Place, receiver: PlayerId, text: str) -> tuple[How, Message] | None:
        """How, and which, message has just arrived; ``None`` if it is none of those that Kiu was asked to show.

        Args:
            place: where.
            receiver: who alone sees it; empty if everybody does.
            text: all that can be read.
        """
        where = receiver or f"{place.group}/{place.channel}"
        words = without_marks(text)
        for sending in self._sending:
            lines = [each for each in (sending.message.title, *sending.message.lines) if each.strip()]
            if sending.where == where and lines and without_marks(lines[0].splitlines()[0]) in words:
                return sending.how, sending.message
        return None
