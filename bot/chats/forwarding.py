from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from bot.messages import PlayerId


class Subject(NamedTuple):
    """The group that an update is about, or the ways to find it."""

    group: str
    """The group that it came from; a private chat is one too."""

    player: PlayerId = ""
    """A person in private who may mean a table where they sit; empty if that cannot be."""

    table: str = ""
    """The table that it names."""

    line: str = ""
    """The line of its command."""


class Notes(Protocol):
    """What all processes are to know for some hours."""

    async def noted(self, key: str) -> str | None:
        """Return the note of a key."""

    async def note(self, key: str, value: str) -> str:
        """Make a note unless the key has one, and return the one that it has."""

    async def keep(self, key: str, value: str) -> None:
        """Make a note in place of the one that the key has, if the database answers."""


class Forwarding(Protocol):
    """The way to the processes that serve other groups."""

    notes: Notes

    async def route(
        self,
        platform: str,
        key: str,
        subject: Subject,
        content: Callable[[], str],
        handle: Callable[[], Awaitable[None]],
    ) -> bool:
        """Handle an update here, or store its content for the process that serves its subject.

        Return ``False`` once it is stored, which happens once for each key.
        """

    def handles(self, platform: str, handle: Callable[[str, bool], Awaitable[None]]) -> None:
        """Let a platform handle, from now on, what other processes received.

        It gets the content, and whether its sender was told that the answer follows; it raises ``NotStored`` or
        ``LedgerClosed`` for content that has to come again.
        """

    def handles_no_more(self, platform: str) -> None:
        """Let what other processes received wait for the next process, since this one cannot answer."""

    async def may_identify(self) -> None:
        """Wait until a shard of Discord may identify itself, which all processes do one after the other."""

    async def waits(self, key: str) -> bool:
        """Return ``True`` if no process has begun with a stored update; the one that does knows that its sender was
        told.
        """
