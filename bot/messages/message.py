"""Commands, messages and replies. Text is plain: every chat escapes it for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from bot.messages.buttons import Button, Select
from bot.messages.countdown import TIME_LEFT, Countdown
from bot.messages.people import MessageId, Person, Place, PlayerId


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a person typed, or sent by pressing a button."""

    who: Person
    where: Place
    text: str
    """The words of a slash-command without its slash: ``raise 60``, ``house set hui on``."""

    turn: str = ""
    """For a button: the table and turn it was made for, ``TABLE:TURN``; a stale one is refused."""

    key: str = ""
    """The platform's own number of this update; the same key is never carried out twice."""

    in_private: bool = False
    """True if it was sent in a private chat, which may be about a table elsewhere."""

    picked: tuple[Person, ...] = ()
    """The people it names, where the platform itself tells who they are; the text has their ids."""

    in_menu: bool = False
    """True if a button was pressed that stands in a page of a menu, so that a page is the best answer."""

    received: float | None = None
    """The time of arrival, in seconds of the loop's clock, if it had to wait."""

    let_others_pass: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Is called before it waits for a deal, so that nobody waits behind it."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text in it, none of which was written by the bot."""
        people = (text for each in (self.who, *self.picked) for text in (each.id, each.name, each.language))
        return (*people, *self.where, self.text, self.turn, self.key)


@dataclass(frozen=True, slots=True)
class PictureArea:
    """A part of a picture that stands for a button of its message, such as a card that may be discarded.

    The measures are shares of the width and of the height of the picture, from 0 to 1.
    """

    command: str = field(repr=False)
    """The command of that button; where the message has none with it, the part cannot be pressed."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, with a text for people who cannot see it."""

    png: bytes = field(repr=False)
    alt: str = field(repr=False)
    areas: tuple[PictureArea, ...] = field(default=(), repr=False)
    """The parts that can be pressed where a chat can do that; the buttons stand below in any case."""


CLOSING_FILE = "closing.txt"
"""The name of the attached file with all seats and words of a deal that a closing message has no room for."""


@dataclass(frozen=True, slots=True)
class File:
    """A file attached to a message, to be saved and checked elsewhere."""

    name: str
    content: bytes = field(repr=False)


class SecretLine(str):
    """A line that no preview of a notification may show, such as the cards of a hand."""

    __slots__ = ()


class AddressLine(str):
    """A line that is an address, to be followed or handed on as it is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """Text that few read each time, such as a whole fingerprint: last in the small print, folded where a platform can,
    never left out.
    """

    sign: str
    """A sign and a few letters, all that shows of it where it is hidden whole. Screen readers pass it over."""

    lines: tuple[str, ...] = field(repr=False)

    @property
    def shown(self) -> tuple[str, ...]:
        """Its lines where they are not hidden, behind the sign alone."""
        return (f"{self.sign[:1]} {self.lines[0]}", *self.lines[1:]) if self.lines else ()


@dataclass(frozen=True, slots=True)
class MessageLink:
    """A link to a message that was posted before; where a platform has no such links, it is left out."""

    label: str
    place: Place
    number: MessageId
    """The message; empty for the place itself."""

    table: str = ""
    """The table that it shows, by its id; empty if it shows none."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Lines that stand, one below the other, in a message that is shown."""

    number: MessageId
    lines: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """One message; its content is left out of ``repr``, so that nothing private appears in a log."""

    title: str = field(default="", repr=False)
    lines: tuple[str, ...] = field(default=(), repr=False)
    """Plain text; a :class:`SecretLine` is shown as such where the platform can."""

    footer: str = field(default="", repr=False)
    buttons: tuple[tuple[Button, ...], ...] = field(default=(), repr=False)
    picture: Picture | None = field(default=None, repr=False)
    mention: PlayerId | None = None
    """The only person this message pings: the player on turn, who has not answered for a while."""

    asked: tuple[PlayerId, ...] = ()
    """The people that the question of this message is put to, where a chat can show it to them as theirs."""

    brief: str = field(default="", repr=False)
    """A short text where only a sentence fits, such as an alert of 200 characters or what is read aloud of a message
    of a table: its question or its result; if empty, its lines are used."""

    file: File | None = field(default=None, repr=False)
    fold: Fold | None = field(default=None, repr=False)
    """The folded text behind the footer."""

    said_already: Quote | None = None
    """A message with all of this already, so that a chat that can prove it need not repeat it."""
    link: MessageLink | None = None
    pane: str = ""
    """For what shows a player's private side of a table as it stands: the id of the table. Where there is a pane for
    that beside the table, it takes the place of what stood there; without any content it clears it."""
    countdown: Countdown | None = field(default=None, repr=False)
    """The time that runs, for which :data:`~bot.messages.TIME_LEFT` stands in its lines."""
    select: Select | None = field(default=None, repr=False)
    """A list to pick from, above the buttons."""

    @property
    def rows(self) -> tuple[tuple[Button, ...], ...]:
        """Everything that can be pressed, row by row, for chats without selects; what is to be picked is one row."""
        return self.buttons if self.select is None else (self.select.options, *self.buttons)

    @property
    def pressable(self) -> Iterator[Button]:
        """Everything that can be pressed."""
        return (button for row in self.rows for button in row)

    @property
    def as_page(self) -> Message:
        """The message as a page of a menu: its buttons say that they stand in one."""
        select = self.select
        if select is not None:
            select = replace(select, options=_in_menu(select.options))
        return replace(self, buttons=tuple(map(_in_menu, self.buttons)), select=select)

    @property
    def hides_cards(self) -> bool:
        """True if no preview of a notification may show its picture, nor its secret lines."""
        return any(isinstance(line, SecretLine) for line in self.lines)

    @property
    def small_print(self) -> tuple[str, ...]:
        """The last lines of its text: the footer, and what may be folded."""
        return (*filter(None, (self.footer,)), *(() if self.fold is None else self.fold.shown))

    def with_time(self, shown: str = "") -> Message:
        """The message with the time left as this text, or as the one that fits any chat."""
        if self.countdown is None:
            return self
        text = shown or self.countdown.text
        lines = tuple(type(line)(line.replace(TIME_LEFT, text)) for line in self.lines)
        return replace(self, lines=lines, countdown=None)


def _in_menu(buttons: tuple[Button, ...]) -> tuple[Button, ...]:
    return tuple(replace(button, in_menu=True) for button in buttons)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command, shown to its sender alone."""

    message: Message
    refused: bool = False
    transient: bool = False
    """True if the command failed for a reason that passes, so that the same command may be sent again."""

    secret: bool = False
    """True if nobody else may ever see it: a chat that cannot show it privately does not show it at all."""

    toast: str = field(default="", repr=False)
    """A few words that say what an accepted command did, where a press is answered in passing: ``You staked 10.``"""

    told: bool = False
    """True if everybody is told the same where the command was meant for, so that nobody who typed it there needs an
    answer besides.
    """

    menu: bool = False
    """True if it is a page of a menu: the answer to a press of one of its buttons takes its place, if that is a page
    too, where its reader is shown it alone.
    """

    for_anybody: bool = False
    """True if others may see it too, though it is a page: where it cannot be shown to its reader alone, everybody is
    shown it.
    """

    confirms: bool = False
    """True if nothing is done yet, and the message asks whether to do it; its first button is the one that does it."""

    at_length: str = ""
    """The command that tells the same to one person alone, where a group is told in short; empty if it is the one that
    was sent."""

    ignored: bool = False
    """True if nothing was done and nothing is to be said, not even that: its sender floods the bot, and knows it."""

    took_seat: bool = False
    """True if the sender sat down with this, and has hands to be shown from now on."""
