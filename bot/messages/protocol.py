"""The two protocols between a platform and the bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Literal, NamedTuple, Protocol

from bot.messages.message import Command, Message, Reply
from bot.messages.people import MessageId
from engine.fairness import Beacon
from engine.table.players import Place, PlayerId


class Unreachable(Exception):
    """The player does not accept private messages from the bot."""


class Unwelcome(Exception):
    """Nothing can be shown: the place is gone, or the bot was removed or muted there."""


class MessageGone(Exception):
    """The message to edit has disappeared."""


class GivenAway(Exception):
    """Another process shows the table now."""


_SHOWS: ContextVar[Callable[[], bool]] = ContextVar("shows", default=lambda: True)


@contextmanager
def sent_while(shows: Callable[[], bool]) -> Iterator[None]:
    """Raise ``GivenAway`` in place of each call, a repeated one too, after ``shows`` has become false."""
    before = _SHOWS.set(shows)
    try:
        check_sending()
        yield
    finally:
        _SHOWS.reset(before)


def check_sending(error: Callable[[str], GivenAway] = GivenAway) -> None:
    """Raise ``GivenAway`` for an outdated message; platforms ask right before a call goes out."""
    if not _SHOWS.get()():
        raise error("another process shows the table")


class Urgency(IntEnum):
    """The order of sending under a rate limit; smaller is sooner."""

    DEAL = 0
    """The closing message or the die of a deal."""

    WINDOW = 1

    RESULT = 2
    """A result, an announcement, or a private view of one's own hand."""

    TABLE = 3
    """The current state of a table; only the latest matters."""

    ANSWER = 4
    """The answer to a waiting person."""

    SOON = 5
    """A table whose asked player was told in private; it may wait a little."""

    PING = 6

    SPARE = 7
    """Calls that nobody waits for; sent if free, or while all wait for a slow player."""


class TableAddress(NamedTuple):
    url: str
    leads: Literal["server", "group", "room", "computer"]
    """The people it serves: a server's or a group's members, visitors of the local room, or users of Kiu's computer."""

    scanned: bool = False
    """True if it is best shared as a code for phones."""


class Chat(Protocol):
    """A platform as the rest of the bot uses it; one without limits and peculiarities inherits what is defined here."""

    platform: str
    """The prefix of its ids: ``discord``."""

    beacon_seconds: float = 0.0
    """Usual seconds of its beacon, by which a deal is closed earlier; 0 without one."""

    proves_quotes: bool = False
    """True if its beacon proves earlier messages, so that a result may be quoted to close a deal."""

    ping_rest: float = 0.0
    """Seconds between a player's last action and a ping."""

    private_edits_are_free: bool = False
    """False if a private message changes only with the player's holding."""

    has_private_pane: bool = False
    """True if every player has a pane for their private side beside the table."""

    sends_every_hand: bool = True
    """False if the public message suffices instead of a private hand for every player."""

    company: float = 0.0
    """Seconds for which an edit that is not urgent waits for the next change."""

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        """True if an edit of this message now costs nothing of the platform's limits."""
        return False

    def calls_in_private(self, player: PlayerId, table: str, *, away: bool = False) -> bool:
        """True if a silent private edit asks a player, so that the public message need not hurry.

        A player who is ``away`` has done nothing for a while, and sees what is there when they come back.
        """
        return False

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the platform allows one more call in a place.

        The caller chooses the message afterwards, so that it shows the latest state.
        """
        return

    async def forget(self, player: PlayerId) -> None:
        """Drop a player from memory; posted messages stay."""
        return

    def only_reader(self, place: Place) -> PlayerId | None:
        """Return the one person in a private chat with the bot, else ``None``."""
        return None

    def channel_name(self, place: Place) -> str:
        return ""

    def seconds_until_hand(self, place: Place) -> float:
        """Return the seconds until a place has room for the first messages of a hand."""
        return 0.0

    async def post(self, place: Place, message: Message) -> MessageId:
        """Post a message without pings and return its number; raise ``Unwelcome`` if that is impossible."""

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Replace a message without pings; raise ``MessageGone`` or ``Unwelcome`` if that is impossible."""

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> bool:
        """Ping the player on turn below the table's message, and return ``True`` if it proves that this is still there.

        Raise ``Unwelcome`` if it is impossible.
        """
        return False

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Post the closing message of a deal before everything else and return the platform's beacon.

        It is never edited, and nothing follows it before the deal. Raise ``Unwelcome`` if impossible.
        """

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """True if the platform confirms the membership in time."""

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        """Return a table's shareable address, or ``None`` where nobody else can come."""
        return None

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, or edit an earlier one, and return its number; raise ``Unreachable`` if it is
        refused.
        """

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        """Remove a private message; raise ``MessageGone`` if that is impossible."""
        return


class CommandHandler(Protocol):
    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return its sender's answer; never raise for bad input."""
