"""What people send and what chats show: commands, messages and replies.

Text is plain: no markup of any platform, and every chat escapes it for itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.messages.buttons import Button
from bot.messages.people import Person, Place, PlayerId


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

    took_seat: bool = False
    """Whether the sender sat down with this, and has hands to be shown from now on."""
