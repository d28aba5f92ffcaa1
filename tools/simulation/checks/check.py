"""What a check is: it is told everything that can be observed of Kiu, and raises a violation if a promise is broken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from bot.messages import Command, Reply
from tools.simulation.checks.observed import Call, Life, Said
from tools.simulation.checks.violation import Violation


class Check:
    """One promise of Kiu, checked all the time. A check overrides what it needs; the rest does nothing.

    The world calls these in the order in which things happen. Everything but :meth:`started`, :meth:`quiet` and
    :meth:`ended` is called in the midst of things and must not wait.
    """

    name: ClassVar[str]
    """What is promised, in a few words: a violation is known by it."""

    def __init__(self) -> None:
        self.life: Life | None = None
        """The present run of the process; ``None`` before the first, and between a crash and the next start."""

    def fail(self, text: str) -> Violation:
        """The violation that says this."""
        return Violation(self.name, text)

    @property
    def now(self) -> float:
        """Seconds on the clock of the present run."""
        assert self.life is not None
        return self.life.clock.now()

    # --- the life of the process

    def begun(self, life: Life) -> None:
        """The parts are put together on what is stored, and nothing is resumed yet."""
        self.life = life

    async def started(self) -> None:
        """Every table is resumed, and all that follows from it is done."""

    async def quiet(self) -> None:
        """Nothing is under way: every mailbox is empty and everything is shown that the chats take."""

    async def ended(self) -> None:
        """The world is about to end the process cleanly, for the last time or not."""

    def crashed(self) -> None:
        """The process was killed, or the power was cut."""
        self.life = None

    # --- what passes between Kiu and the world

    def asked(self, command: Command) -> None:
        """A command is handed to Kiu, for the first time or again."""

    def answered(self, command: Command, reply: Reply) -> None:
        """Kiu has answered a command."""

    def shown(self, said: Said) -> None:
        """Kiu has said something, and it has arrived."""

    def called(self, call: Call) -> None:
        """Kiu has called a platform."""

    def unsure(self) -> None:
        """A platform has done something without telling Kiu, or somebody has deleted a message."""

    def logged(self, entry: Mapping[str, Any]) -> None:
        """Kiu has written a line to its log."""
