"""The two protocols between a platform and the bot: what a chat can do, and what handles its commands."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple, Protocol

from bot.messages.message import Command, Message, Reply
from bot.messages.people import MessageId, Place, PlayerId
from engine.fairness import Beacon


class Unreachable(Exception):
    """A private message could not be delivered: the player does not accept private messages from the bot."""


class Unwelcome(Exception):
    """Nothing can be shown in a place: the bot was removed, may not write there, or the place is gone."""


class MessageGone(Exception):
    """The message to be edited is not there any more."""


class Urgency(IntEnum):
    """The order of sending under a rate limit; smaller is sooner."""

    WINDOW = 0
    """A question that stands for a short time only, or what a deal waits for."""

    RESULT = 1
    """A hand is over, or something was announced; or somebody alone is shown what they hold."""

    ANSWER = 2
    """The answer to a person who waits for it."""

    TABLE = 3
    """The current state of a table; only the latest matters."""

    SOON = 4
    """The state of a table whose asked player was told in private: it may wait a little."""

    CHOICE = 5
    """The buttons of a choice under repeated presses: an edit of their message brings them along."""

    PING = 6
    """A player is told that it is still their turn."""

    SPARE = 7
    """Calls that nobody waits for; sent if free, or while all wait for a slow player."""


class TableAddress(NamedTuple):
    """An address that leads to a table, to be handed on to others."""

    url: str
    leads: Literal["server", "group", "room", "computer"]
    """Whom it leads there: the members of a server or of a group, everybody who can reach the local room, or only
    those at the computer that Kiu runs on."""

    scanned: bool = False
    """True if it is best handed on as a code that phones can scan."""


class Chat(Protocol):
    """A platform, as the rest of the bot uses it."""

    platform: str
    """Its name, with which the ids of its groups and players begin: ``discord``."""

    beacon_seconds: float
    """Usual seconds of its beacon, by which a deal is closed earlier; 0 without one."""

    proves_quotes: bool
    """True if its beacon can prove what an earlier message said, so that a deal may be closed by quoting a result."""

    ping_rest: float
    """Seconds since a player's last action before a ping; after a recent action they are looking."""

    private_edits_are_free: bool
    """True if a private message may follow every turn; if not, it changes only when what a player holds does."""

    has_private_pane: bool
    """True if every player has a pane beside the table that shows their private side as it stands, hand or not."""

    sends_every_hand: bool
    """True if every player gets a private message with their hand; if not, the public one has what they would need."""

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        """True if an earlier message can be edited now without using up what the platform allows."""

    def calls_in_private(self, player: PlayerId) -> bool:
        """True if a player is asked in private, by a silent edit, so that the public message need not hurry."""

    async def acquire(self, place: Place, urgency: Urgency) -> None:
        """Wait until the platform allows one more call in a place.

        Only then is it decided what to send, so that what waited is shown in its latest state.
        """

    async def forget(self, player: PlayerId) -> None:
        """Drop what is kept in memory of a player who was forgotten; what was posted is not touched."""

    def only_reader(self, place: Place) -> PlayerId | None:
        """The one person who reads a place, if it is a private chat with the bot; ``None`` for any other place."""

    def channel_name(self, place: Place) -> str:
        """The name of a channel as people there know it: ``#cards``; empty if the platform does not tell."""

    def seconds_until_hand(self, place: Place) -> float:
        """In how many seconds a place takes all that another hand shows first, without delay; 0 if it does now."""

    async def post(self, place: Place, message: Message) -> MessageId:
        """Post a new message in public, which pings nobody, and return its number.

        Raise ``Unwelcome`` if nothing can be shown there.
        """

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Replace an earlier message by ``message``; nobody is pinged.

        Raise ``MessageGone`` if the earlier message was deleted. Raise ``Unwelcome`` if nothing can be shown there.
        """

    async def ping(self, place: Place, message: Message, table_message: MessageId | None) -> None:
        """Ping the player on turn with a short message; does nothing where looking at the table is enough.

        Raise ``Unwelcome`` if nothing can be shown there.
        """

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Post the closing message of a deal, which is never edited, then return the beacon that the platform adds.

        It is the last message before the deal, so it is sent before everything else that waits.

        Raise ``Unwelcome`` if nothing can be shown there.
        """

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        """True if a player is in a group, as far as the platform says; if it does not say in time, they are not."""

    def address_of(self, place: Place, table: str, number: MessageId | None, player: PlayerId) -> TableAddress | None:
        """The address that leads others to a table; ``None`` where nobody else can come."""

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, or edit an earlier one into it if that is possible, and return its number.

        Raise ``Unreachable`` if the player does not accept private messages.
        """

    async def remove_private(self, player: PlayerId, number: MessageId) -> None:
        """Take a private message away.

        Raise ``MessageGone`` if it is not there any more, or cannot be removed.
        """


class CommandHandler(Protocol):
    """The receiver of a chat's commands."""

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input."""
