"""A platform's own knowledge of a place: missing permissions, the state of its calls, and its abilities."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from bot.messages.message import Message
from bot.messages.people import MessageId, Place
from engine.fairness import Beacon


@dataclass(frozen=True, slots=True)
class PlatformCall:
    """One call to the servers of a platform, without anything that it said."""

    name: str
    """Its method and route, or its method: ``PATCH /channels/…/messages/…``, ``sendMessage``."""

    seconds: float
    """Seconds until the platform's answer."""

    status: int
    """The status of its answer; 0 if there was none."""

    left: int | None = None
    """Calls of this kind left before the limit, if the platform tells."""

    limit: int | None = None
    """The limit without any calls."""

    retry_after: float = 0.0
    """Seconds that it asked to wait."""


class DrawnBeacon(NamedTuple):
    """A beacon that belongs to no deal."""

    beacon: Beacon | None
    """``None`` if the platform drew none in time."""

    posted: tuple[MessageId, ...]
    """Messages posted in the place to draw it."""


@dataclass(frozen=True, slots=True)
class TrialCalls:
    """Calls of a trial of a place beyond those of a table; a failure raises."""

    draw_beacon: Callable[[Message], Awaitable[DrawnBeacon]]
    """Draws a beacon as the closing of a deal does, with a closing message that was never posted before."""

    remove: Callable[[MessageId], Awaitable[None]]
    """Removes a message of the place."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A platform's report on a place."""

    calls: Sequence[PlatformCall]
    """All calls since the diagnosis began; it grows until the end."""

    missing: tuple[str, ...] = ()
    """Missing permissions, as keys of the wording."""

    private_answer: str = ""
    """The name of the call that answers one person privately."""

    die: Callable[[], Awaitable[None]] | None = None
    """Throws a die in a place whose lane was acquired, and has it removed later; ``None`` without dice."""

    trial: TrialCalls | None = None
    """For a trial; ``None`` where there is none."""


@runtime_checkable
class Diagnosable(Protocol):
    """A chat that can tell more of itself than the Chat protocol asks for."""

    def diagnosis(self, place: Place) -> AbstractAsyncContextManager[Diagnosis]:
        """Watch what happens between the bot and the platform, as long as the context lasts."""
