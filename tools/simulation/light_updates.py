"""What a light chat brings to Kiu: presses, lines and what happens to groups; at times twice, late or out of order."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from bot.messages import MessageId, Place, PlayerId
from tools.simulation.chats import Said
from tools.simulation.light_style import LightStyle
from tools.simulation.platform_faults import Fates, UpdateFate


@dataclass(slots=True)
class Update:
    """Something that happened on the platform."""

    number: int
    place: Place
    """Where somebody pressed or typed, or what happened."""

    who: PlayerId = ""
    line: str = ""
    """The command that was typed or that the button carried."""

    turn: str = ""
    asks: bool = False
    """Whether the button needs an amount or a choice first."""

    in_menu: bool = False
    message: MessageId = ""
    """The message whose button was pressed."""

    member: bool = True
    admin: bool = False
    """What its sender was at that moment in the group of the place."""

    event: tuple[Any, ...] = ()
    """What happened to a group: a method of the membership, and what it is given."""

    answer: asyncio.Future[Said] | None = None
    """Who waits for what comes back."""

    confirmed: bool = False
    lives: set[int] = field(default_factory=set)
    """The lives of Kiu that it was delivered to."""


class Receiver(Protocol):
    """A life of Kiu that takes updates."""

    life: int

    def deliver(self, update: Update) -> None:
        """Take an update; it may come again."""


class Updates:
    """The updates of a platform.

    Args:
        style: whether what was not confirmed comes again.
        fates: draws what becomes of each.
        outside: the loop of the world.
    """

    def __init__(self, style: LightStyle, fates: Fates, outside: asyncio.AbstractEventLoop) -> None:
        self._style = style
        self._fates = fates
        self._outside = outside
        self._numbers = count(1)
        self._waiting: dict[int, Update] = {}
        """What was not confirmed yet, by number."""

        self._receiver: Receiver | None = None
        self.redelivered = 0
        self.lost = 0

    @property
    def next_number(self) -> int:
        """The number of an update that happens now."""
        return next(self._numbers)

    def happens(self, update: Update) -> None:
        """Bring an update to Kiu, as soon as it comes through."""
        self._waiting[update.number] = update
        fate = self._fates.of_update(update.place.group)
        self._outside.call_later(fate.after, self._deliver, update)
        if fate.fate is UpdateFate.TWICE:
            self._outside.call_later(fate.again_after, self._deliver, update)

    def _deliver(self, update: Update) -> None:
        receiver = self._receiver
        if receiver is not None and not update.confirmed:
            self.redelivered += bool(update.lives - {receiver.life})
            update.lives.add(receiver.life)
            receiver.deliver(update)
        elif not self._style.redelivers and not update.confirmed:
            self.lost += not update.lives
            self._waiting.pop(update.number, None)

    def confirm(self, update: Update) -> None:
        """Kiu has handled an update, so it does not come again, unless it is on its way already."""
        if self._style.redelivers:
            update.confirmed = True
        self._waiting.pop(update.number, None)

    def receive(self, receiver: Receiver) -> None:
        """A life of Kiu takes updates from now on; what was not confirmed comes first, in order."""
        self._receiver = receiver
        for update in sorted(self._waiting.values(), key=lambda each: each.number):
            if self._style.redelivers:
                self._outside.call_later(0.05, self._deliver, update)

    def stop(self) -> None:
        """Nobody takes updates now."""
        self._receiver = None
        if not self._style.redelivers:
            self._waiting.clear()
