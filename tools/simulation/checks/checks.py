"""All checks of a world together: each is told everything."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partialmethod

from tools.simulation.checks.check import Check
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

    # See the methods of a check with these names.
    begun, crashed = partialmethod(_tell, "begun"), partialmethod(_tell, "crashed")
    asked, answered = partialmethod(_tell, "asked"), partialmethod(_tell, "answered")
    shown, called = partialmethod(_tell, "shown"), partialmethod(_tell, "called")
    unsure, logged = partialmethod(_tell, "unsure"), partialmethod(_tell, "logged")
    started, quiet = partialmethod(_ask, "started"), partialmethod(_ask, "quiet")
    ended = partialmethod(_ask, "ended")
