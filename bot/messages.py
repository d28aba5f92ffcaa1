"""What a chat can show and what people send to it: plain data, the same on every platform.

Text is plain: no markup of any platform, and every chat escapes it for itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal, NamedTuple, Protocol, TypeAlias

from engine.fairness import Beacon

PlayerId: TypeAlias = str
"""A person on one platform: ``local:3fa2``, ``discord:1234``, or ``computer:home:2``."""

MessageId: TypeAlias = str

BUTTON_DATA_BYTES = 64
"""What the strictest platform allows."""

ASKS = " ?"
"""How a button's data ends if an amount or a choice follows the command."""


class Place(NamedTuple):
    """Where a table stands: a channel, thread or topic of a server or group (its *house*)."""

    house: str
    """The server or group that owns wallets and house rules: ``local:home``, ``discord:42``."""

    channel: str
    """The channel, thread or topic in it."""

    @property
    def platform(self) -> str:
        return self.house.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Person:
    """Who sends a command, as the platform vouches for it."""

    id: PlayerId
    name: str
    admin: bool = False
    """Whether the platform says that this person runs the server or group."""

    language: str = ""
    """The language of the person's own client, if the platform tells."""

    anonymous: bool = False
    """Whether an admin speaks in the name of the group: he may settle its rules, but holds no chips and no chair."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person typed or pressed."""

    who: Person
    where: Place
    text: str
    """The words of a slash-command without its slash: ``raise 60``, ``house set hui on``."""

    turn: str = ""
    """For a button: the table and turn it was made for, ``TABLE:TURN``; a stale one is refused."""

    key: str = ""
    """The platform's own number of this update; the same key is never carried out twice."""


@dataclass(frozen=True, slots=True)
class AmountQuestion:
    """An amount to ask the presser for; the answer is sent as the button's command followed by the number."""

    prompt: str
    least: int
    most: int


class Choice(NamedTuple):
    """Something to choose."""

    label: str
    value: str
    """What follows the button's command."""


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A choice to ask the presser for; the answer is sent as the button's command followed by it."""

    prompt: str
    hint: str
    """How to put the choice in words, where there is nothing to pick it from."""

    choices: tuple[Choice, ...] = field(default=(), repr=False)
    """What there is to choose from: for the eyes of the presser alone, and never in a message."""


Question: TypeAlias = AmountQuestion | ChoiceQuestion


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message."""

    label: str
    command: str
    """What pressing it sends, as if typed."""

    turn: str = ""
    """``TABLE:TURN`` it belongs to."""

    style: Literal["plain", "primary", "success", "danger"] = "plain"
    ask: Question | None = None

    def __post_init__(self) -> None:
        if len(self.data.encode()) > BUTTON_DATA_BYTES:
            raise ValueError(f"button data over {BUTTON_DATA_BYTES} bytes: {self.command!r}")

    @property
    def data(self) -> str:
        """What travels with the button and comes back: ``TABLE:TURN:COMMAND``, and ``?`` if it asks for more."""
        return f"{self.turn or ':'}:{self.command}{ASKS if self.ask else ''}"


class Pressed(NamedTuple):
    """What came back from a button; the platform's word for it is all there is, so it proves nothing."""

    command: str
    turn: str
    """``TABLE:TURN``, or nothing for a button of no table."""

    asks: bool
    """Whether an amount or a choice has to be asked for first."""

    @property
    def table(self) -> str:
        """The table whose button it was, or nothing."""
        return self.turn.partition(":")[0]

    @classmethod
    def read(cls, data: str) -> Pressed:
        """The inverse of :attr:`Button.data`, for whatever a client may send."""
        table, _, rest = data.partition(":")
        question, _, command = rest.partition(":")
        turn = f"{table}:{question}" if table or question else ""
        return cls(command.removesuffix(ASKS), turn, command.endswith(ASKS))


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture with its words for those who cannot see it."""

    png: bytes = field(repr=False)
    alt: str = field(repr=False)


CLOSING_FILE = "closing.txt"
"""The name of the document with all seats and words of a deal, where a closing message has no room for them."""


@dataclass(frozen=True, slots=True)
class File:
    """A document that goes with a message, to be saved and checked elsewhere."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """One message; what is private in it never shows in a log."""

    title: str = field(default="", repr=False)
    lines: tuple[str, ...] = field(default=(), repr=False)
    footer: str = field(default="", repr=False)
    buttons: tuple[tuple[Button, ...], ...] = field(default=(), repr=False)
    picture: Picture | None = field(default=None, repr=False)
    mention: PlayerId | None = None
    """The only person this message may ping: the player on turn."""

    brief: str = field(default="", repr=False)
    """What is said of it where only a sentence fits, such as an alert of 200 characters; empty: its lines."""

    file: File | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command, for its sender alone."""

    message: Message
    refused: bool = False
    passing: bool = False
    """Whether the trouble passes, so that the very same command may be sent again."""

    secret: bool = False
    """Whether nobody else may ever see it: a chat without a private way for it shows it nowhere."""


class Unreachable(Exception):
    """A private message could not be delivered: the person has not opened, or has closed, that door."""


class Unwelcome(Exception):
    """Nothing can be shown at a place: the bot was removed, may not write there, or the place is gone."""


class MessageGone(Exception):
    """The message to be edited is not there any more."""


class Urgency(IntEnum):
    """What goes first where a platform makes everybody wait; smaller is sooner."""

    SUMMONS = 0
    """A player is told that it is his turn."""

    ANSWER = 1
    """Somebody asked and waits."""

    RESULT = 2
    """A hand is over, or something was announced."""

    BOARD = 3
    """A table as it stands; only the latest state matters."""

    TIDYING = 4
    """Nobody would miss it."""


class Chat(Protocol):
    """A platform, as the announcer sees it."""

    platform: str

    beacon_seconds: float
    """How long it usually takes to draw its beacon, so that a deal is closed so much earlier; 0 if it has none."""

    async def admit(self, place: Place, urgency: Urgency) -> None:
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

    async def summon(self, place: Place, message: Message) -> MessageId | None:
        """Ping the player on turn with a short message; ``None`` where looking at the table is enough.

        Raises:
            Unwelcome: nothing can be shown there.
        """

    async def remove(self, place: Place, number: MessageId) -> None:
        """Take a message away; one that cannot be taken away stays."""

    async def witness(self, place: Place, message: Message, *, again: bool) -> Beacon:
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

    async def whisper(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        """Send a private message, in the place of an earlier one if that can be edited, and return its number.

        Raises:
            Unreachable: the player does not take private messages.
        """


class Desk(Protocol):
    """Where every chat brings its commands."""

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input."""
