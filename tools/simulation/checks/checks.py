"""All checks of a world together: each is told everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.messages import Command, Reply
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import Call, Life, Said
from tools.simulation.checks.violation import Violation

UNHEARD = ("started", "quiet", "ended", "asked", "answered", "shown", "called", "unsure", "logged")
"""What a check does nothing about unless it says so."""


class Checks:
    """Hands everything that is observed to every check; the first violation is kept and raised again ever after.

    Kiu catches what its chats raise, so a violation that is raised in the midst of one of its calls may get lost: the
    world looks at :attr:`violation`, or calls :meth:`raise_if_broken`, when nothing of Kiu is on the stack.

    Args:
        checks: the checks; :func:`simulation.checks.every_check` makes them all.
    """

    def __init__(self, checks: Iterable[Check]) -> None:
        self.checks = tuple(checks)
        self._told = {
            event: [check for check in self.checks if getattr(type(check), event) is not getattr(Check, event)]
            for event in UNHEARD
        }
        """Who does anything when it is told of what."""

        self.violation: Violation | None = None

    def raise_if_broken(self) -> None:
        """Raise the first violation, if there was one.

        Raises:
            Violation: a promise was broken.
        """
        if self.violation is not None:
            raise self.violation

    def begun(self, life: Life) -> None:
        """See :meth:`Check.begun`; so with the others."""
        self._tell("begun", life)

    async def started(self) -> None:
        await self._ask("started")

    async def quiet(self) -> None:
        await self._ask("quiet")

    async def ended(self) -> None:
        await self._ask("ended")

    def crashed(self) -> None:
        self._tell("crashed")

    def asked(self, command: Command) -> None:
        self._tell("asked", command)

    def answered(self, command: Command, reply: Reply) -> None:
        self._tell("answered", command, reply)

    def shown(self, said: Said) -> None:
        self._tell("shown", said)

    def called(self, call: Call) -> None:
        self._tell("called", call)

    def unsure(self) -> None:
        self._tell("unsure")

    def logged(self, entry: Mapping[str, Any]) -> None:
        self._tell("logged", entry)

    def _tell(self, event: str, *what: object) -> None:
        if self.violation is None:
            for check in self._told.get(event, self.checks):
                try:
                    getattr(check, event)(*what)
                except Violation as violation:
                    self.violation = violation
                    break

    async def _ask(self, event: str) -> None:
        self.raise_if_broken()
        for check in self._told[event]:
            try:
                await getattr(check, event)()
            except Violation as violation:
                self.violation = violation
            self.raise_if_broken()
