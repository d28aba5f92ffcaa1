from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.table.players import Place, PlayerId


@dataclass(frozen=True, slots=True)
class PlatformCall:
    """One call to a platform's servers, without its content."""

    name: str
    """Its method and route: ``PATCH /channels/…/messages/…``, ``sendMessage``."""

    seconds: float

    status: int
    """The status of the answer; 0 without one."""

    left: int | None = None
    """Calls of this kind left before the limit, if the platform tells."""

    limit: int | None = None

    retry_after: float = 0.0
    """Seconds that the platform asked to wait."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    calls: Sequence[PlatformCall]
    """Calls since the diagnosis began; it grows until the end."""

    missing: tuple[str, ...] = ()
    """Missing permissions, as keys of the wording."""

    private_answer: str = ""
    """The name of the call for private answers."""

    die: Callable[[], Awaitable[None]] | None = None
    """Throws a die that is removed later, after its lane was acquired; ``None`` without dice."""

    for_one: Callable[[PlayerId], Awaitable[tuple[int, bool | None] | None]] | None = None
    """Sends messages that a player alone sees until one is refused, and returns their number and whether they count
    for the limits of the place, ``None`` if that is open; nothing if they cannot be sent.
    """


@runtime_checkable
class Diagnosable(Protocol):
    def diagnosis(self, place: Place) -> AbstractAsyncContextManager[Diagnosis]:
        """Watch the platform's calls while the context lasts."""
