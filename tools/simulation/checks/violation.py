"""A promise that was broken."""

from __future__ import annotations


class Violation(Exception):
    """A promise was broken in the simulation.

    Args:
        name: that of the check that has found it.
        text: what is wrong, in one sentence.
    """

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name
        self.text = text

    def __reduce__(self) -> tuple[type[Violation], tuple[str, str]]:
        return Violation, (self.name, self.text)
