"""Commands, messages and replies in plain text; every chat escapes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from bot.messages.buttons import Button, Select
from bot.messages.countdown import TIME_LEFT, Countdown
from bot.messages.people import MessageId, Person
from engine.table.players import Place, PlayerId


@dataclass(frozen=True, slots=True)
class Command:
    who: Person
    where: Place
    text: str
    """The words of a slash command without its slash: ``raise 60``, ``house set hui on``."""

    turn: str = ""
    """``TABLE:TURN`` of a button; a stale one is refused."""

    key: str = ""
    """The platform's number of this update; no key is carried out twice."""

    in_private: bool = False

    picked: tuple[Person, ...] = ()
    """Named people whom the platform identifies; the text has their ids."""

    in_menu: bool = False
    """True for a button in a page of a menu."""

    on_page: bool = False
    """True on a web page, which is in the language of its reader."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text in it, none of them the bot's own."""
        people = (text for each in (self.who, *self.picked) for text in (each.id, each.name, each.language))
        return (*people, *self.where, self.text, self.turn, self.key)


@dataclass(frozen=True, slots=True)
class PictureArea:
    """A part of a picture that stands for a button, in shares of its width and height."""

    command: str = field(repr=False)

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Picture:
    png: bytes = field(repr=False)
    alt: str = field(repr=False)
    areas: tuple[PictureArea, ...] = field(default=(), repr=False)
    """Areas to press where a chat can."""


CLOSING_FILE = "closing.txt"
"""The attachment for seats and words too long for a closing message."""


@dataclass(frozen=True, slots=True)
class File:
    name: str
    content: bytes = field(repr=False)


class SecretLine(str):
    """A line hidden from previews of notifications, such as cards."""

    __slots__ = ()


class AddressLine(str):
    __slots__ = ()


class RowLine(str):
    """A line of a list, with its cells for pages that lay lists out as tables."""

    cells: tuple[str, ...]
    heads: tuple[str, ...]
    """The names of the columns."""

    def __new__(cls, text: str, cells: tuple[str, ...] = (), heads: str = "") -> Self:
        """Make a line; the heads are separated by ``|``."""
        line = super().__new__(cls, text)
        line.cells, line.heads = cells, tuple(each.strip() for each in heads.split("|")) if heads else ()
        return line


@dataclass(frozen=True, slots=True)
class Fold:
    """Rarely read text, last in the small print and folded where possible."""

    sign: str
    """A sign and a few letters in place of hidden text."""

    lines: tuple[str, ...] = field(repr=False)

    @property
    def shown(self) -> tuple[str, ...]:
        return (f"{self.sign[:1]} {self.lines[0]}", *self.lines[1:]) if self.lines else ()


@dataclass(frozen=True, slots=True)
class MessageLink:
    """A link to an earlier message, left out on platforms without links."""

    label: str
    place: Place
    number: MessageId
    """The message; empty for the place itself."""

    table: str = ""
    """The id of the table in it; empty if none."""


@dataclass(frozen=True, slots=True)
class Quote:
    number: MessageId
    lines: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``repr`` leaves its content out, so that no log has private text."""

    title: str = field(default="", repr=False)
    lines: tuple[str, ...] = field(default=(), repr=False)
    """Plain text; a :class:`SecretLine` is shown as such where the platform can."""

    footer: str = field(default="", repr=False)
    buttons: tuple[tuple[Button, ...], ...] = field(default=(), repr=False)
    picture: Picture | None = field(default=None, repr=False)
    mention: PlayerId | None = None
    """The only person it pings: a slow player on turn."""

    asked: tuple[PlayerId, ...] = ()

    brief: str = field(default="", repr=False)
    """A short text for alerts of 200 characters and screen readers; if empty, the lines serve."""

    file: File | None = field(default=None, repr=False)
    fold: Fold | None = field(default=None, repr=False)
    """Folded text behind the footer."""

    said_already: Quote | None = None
    """A message with all of this already; a proof makes repetition needless."""
    link: MessageLink | None = None
    pane: str = ""
    """The table's id for a private side: it replaces the pane beside the table, or clears it without content."""
    countdown: Countdown | None = field(default=None, repr=False)
    """The running time in the lines."""
    select: Select | None = field(default=None, repr=False)
    once: str = field(default="", repr=False, compare=False)
    """A key; where the platform can, another post under it edits the first instead."""

    @property
    def rows(self) -> tuple[tuple[Button, ...], ...]:
        """Rows of everything to press, for chats without selects."""
        return self.buttons if self.select is None else (self.select.options, *self.buttons)

    @property
    def pressable(self) -> Iterator[Button]:
        return (button for row in self.rows for button in row)

    @property
    def as_page(self) -> Message:
        """Return the message with its buttons marked as a menu's."""
        select = self.select
        if select is not None:
            select = replace(select, options=_in_menu(select.options))
        return replace(self, buttons=tuple(map(_in_menu, self.buttons)), select=select)

    @property
    def hides_cards(self) -> bool:
        """True if previews of notifications must omit picture and secret lines."""
        return any(isinstance(line, SecretLine) for line in self.lines)

    @property
    def small_print(self) -> tuple[str, ...]:
        return (*filter(None, (self.footer,)), *(() if self.fold is None else self.fold.shown))

    def with_time(self, shown: str = "") -> Message:
        """Put the time left into the lines, by default in the form for any chat."""
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
    """True for a temporary failure, after which the same command may be sent again."""

    secret: bool = False
    """True if it is shown privately or not at all."""

    toast: str = field(default="", repr=False)
    """A few words on an accepted command, shown in passing: ``You staked 10.``"""

    told: bool = False
    """True if everybody at the place is told the same."""

    menu: bool = False
    """True for a page of a menu, which the next page replaces."""

    for_anybody: bool = False
    """True if everybody may see a page that cannot be shown privately."""

    confirms: bool = False
    """True for a question before the deed, whose first button confirms."""

    at_length: str = ""
    """The command for the full answer in private; empty for the same command."""

    ignored: bool = False
    """True if a flooding sender gets no answer at all."""

    took_seat: bool = False
    """True if the sender sat down and has hands to be shown."""
