"""The two protocols between a platform and the rest: what a chat can do, and who takes its commands."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

from bot.messages.message import Command, Message, Reply
from bot.messages.people import MessageId, Place, PlayerId
from engine.fairness import Beacon


class Unreachable(Exception):
    """A private message could not be delivered: the person has not opened, or has closed, that door."""


class Unwelcome(Exception):
    """Nothing can be shown at a place: the bot was removed, may not write there, or the place is gone."""


class MessageGone(Exception):
    """The message to be edited is not there any more."""


class Urgency(IntEnum):
    """What goes first where a platform makes everybody wait; smaller is sooner."""

    PING = 0
    """A player is told that it is his turn."""

    ANSWER = 1
    """Somebody asked and waits."""

    RESULT = 2
    """A hand is over, or something was announced."""

    TABLE = 3
    """A table as it stands; only the latest state matters."""

    CLEANUP = 4
    """Nobody would miss it."""


class Chat(Protocol):
    """A platform, as the announcer sees it."""

    platform: str

    beacon_seconds: float
    """How long it usually takes to draw its beacon, so that a deal is closed so much earlier; 0 if it has none."""

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the platform takes one more call at a place.

        The announcer decides only then what to send, so that what waited is shown as it stands by now.
        """

    async def post(self, place: Place, message: Message) -> MessageId:
        """Show a new message in public and return its number; whom it mentions is pinged.

        Raises:
            Unwelcome: nothing can be shown there.
        """

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Put ``message`` in the place of an earlier one; nobody is pinged.

        Raises:
            MessageGone: it was deleted meanwhile.
            Unwelcome: nothing can be shown there.
        """

    async def ping(self, place: Place, message: Message) -> MessageId | None:
        """Ping the player on turn with a short message; ``None`` where looking at the table is enough.

        Raises:
            Unwelcome: nothing can be shown there.
        """

    async def remove(self, place: Place, number: MessageId) -> None:
        """Take a message away; one that cannot be taken away stays."""

    async def post_closing(self, place: Place, message: Message, *, again: bool) -> Beacon:
        """Show a message that will never be edited, then return what chance the platform itself adds to it.

        It is the last thing said before a deal, so it goes before everything else that waits.

        Args:
            place: where.
            message: the closing message, the same to the letter whenever it is shown again.
            again: whether a run of the program that was killed may have shown it already. Where it can be found,
                its beacon counts and it is not shown a second time; where not, it is shown again and no beacon is
                drawn, so that nobody gains a second draw by a restart.

        Returns:
            The beacon; of kind none where the platform has none, or could not draw it.

        Raises:
            Unwelcome: nothing can be shown there.
        """

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, in the place of an earlier one if that can be edited, and return its number.

        Raises:
            Unreachable: the player does not take private messages.
        """


class CommandHandler(Protocol):
    """Where every chat brings its commands."""

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input."""
