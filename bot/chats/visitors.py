"""People on web pages as a chat has identified them, and the ways by which they come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from bot.chats.frames import Frame
from bot.chats.web_server import ForeignPages
from bot.messages import Person, Place, Reply

BROWSER_COOKIE: Final = "kiu-browser"


class CarryOut(Protocol):
    """Carries out a command of one person."""

    async def __call__(
        self, place: Place, text: str, *, turn: str = "", key: str = "", language: str = "", in_menu: bool = False
    ) -> Reply: ...


@dataclass(frozen=True, slots=True)
class Visitor:
    person: Person
    place: Place
    """The place of commands without a table; its group is the only one of which a page is shown."""

    carry_out: CarryOut
    table: str = ""
    """The table that is shown unless they ask for another of the group; empty for none."""

    sees: Callable[[Place], bool] = lambda place: True
    """Whether the chat shows them a place of the group at all."""

    gone: asyncio.Event | None = None
    """Set once they may see nothing any more; ``None`` for those who are never sent away."""


class NotYet(Exception):
    """A chat cannot identify anybody at the moment, so the page has to ask again."""


Identify: TypeAlias = Callable[[Frame], Awaitable[Visitor]]
"""Returns the sender of a hello, or raises :class:`bot.chats.frames.RefusedByRoom` or :class:`NotYet`."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """A web server by which people come to the pages of features."""

    identities: Mapping[str, Identify]
    """By the field of a hello that names its sender."""

    origins: frozenset[str] = frozenset()
    """Origins of documents that may open a socket; without any, the address that was asked."""

    proxied: str = ""
    """A pattern of further origins: those of a platform's proxy, which asks for the page at ``/``; empty for none."""

    framed_by: tuple[str, ...] = ("'self'",)
    """Documents that may show a page in a frame, as sources of a security policy."""

    browser_cookie: str = ""
    """The cookie that tells browsers apart, in a hello as ``browser``; empty for none."""

    foreign_pages: ForeignPages | None = None
    """The way to pages that other processes serve; ``None`` if there are none."""
