"""What only a platform can tell of a place: what the bot lacks there, how its calls go, and what else it can do."""

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
    """How long the platform took to answer."""

    status: int
    """The status of its answer; 0 if there was none."""

    left: int | None = None
    """How many calls of this kind the platform takes before its limit is reached, if it tells."""

    limit: int | None = None
    """How many it takes when none was made."""

    retry_after: float = 0.0
    """How many seconds it asked to wait; 0 if it did not."""


class DrawnBeacon(NamedTuple):
    """A beacon that belongs to no deal."""

    beacon: Beacon | None
    """``None`` if the platform drew none in time."""

    posted: tuple[MessageId, ...]
    """What was posted in the place to draw it."""


@dataclass(frozen=True, slots=True)
class TrialCalls:
    """What a trial of a place does beyond what a table does there; whatever fails raises."""

    draw_beacon: Callable[[Message], Awaitable[DrawnBeacon]]
    """Draws a beacon as the closing of a deal does, with a closing message that was never posted before."""

    remove: Callable[[MessageId], Awaitable[None]]
    """Removes a message of the place."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a platform tells of a place."""

    calls: Sequence[PlatformCall]
    """The calls since the diagnosis was begun, to whatever place; it grows until the diagnosis is over."""

    missing: tuple[str, ...] = ()
    """What the bot may not do there but needs, as keys of the wording."""

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
