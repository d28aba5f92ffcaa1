"""What Kiu is sending to a platform at this moment, so that whoever sees it arrive can tell which message it is.

A real platform shows text and buttons, and nobody sees there whether a message calls somebody or closes a deal. The
adapter is listened to for that, and nothing that it does is changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.chats.platforms import PlatformChat
from bot.messages import Message, MessageId, Place, PlayerId
from tools.simulation.chats import How
from tools.simulation.readings import without_marks

REMEMBERED = 60.0
"""Seconds for which a message may arrive yet whose call has failed, or was given up."""


@dataclass(eq=False, slots=True)
class _Sending:
    """One call of the adapter that has not returned, or has failed."""

    how: How
    where: str
    """The channel of a place, or the player whom it is for alone."""

    number: MessageId
    """The message that is edited; empty for a new one."""

    message: Message
    failed_at: float | None = None
    """When the call failed, in virtual seconds."""

    @property
    def lines(self) -> list[str]:
        """Its lines as they can be read, without marks."""
        lines = "\n".join((self.message.title, *self.message.lines)).splitlines()
        return [without_marks(line) for line in lines if line.strip()]


class InFlight:
    """The messages that the present life of Kiu is sending.

    Args:
        now: virtual seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
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
            except BaseException:
                # What was sent may arrive all the same.
                sending.failed_at = self._now()
                raise
            if sending in self._sending:
                self._sending.remove(sending)
            return result

        return noted

    def new_life(self) -> None:
        """Kiu was killed: what it was sending arrives at once, or never."""
        self._sending.clear()

    def arriving(self, place: Place, receiver: PlayerId, text: str, edited: MessageId = "") -> How | None:
        """In which way a message that has just arrived was sent; ``None`` if Kiu was not asked to show it.

        Args:
            place: where.
            receiver: who alone sees it; empty if everybody does.
            text: all that can be read.
            edited: the message that stood before; empty for a new one.
        """
        latest = self._now() - REMEMBERED
        self._sending = [each for each in self._sending if each.failed_at is None or each.failed_at > latest]
        where, words = receiver or f"{place.group}/{place.channel}", without_marks(text)
        best: tuple[int, _Sending] | None = None
        for sending in reversed(self._sending):
            if sending.where != where or (not receiver and sending.number != edited):
                continue
            lines = sending.lines
            found = [line in words for line in lines]
            if any(found[:1]) and (best is None or sum(found) > best[0]):
                best = sum(found), sending
        return None if best is None else best[1].how
