"""Every press of a person: what became of it, and when its effect could be seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.messages import PlayerId
from tools.pace.table_watch import TableWatch, Version

Effect: TypeAlias = Literal["question", "roster", "none"]
"""A new question or result; a change of what stands beside the same question; or nothing that others may see."""


@dataclass(eq=False, slots=True)
class Press:
    """A press, or an amount that was given."""

    player: PlayerId
    watch: TableWatch
    at: float
    words: str = ""
    """What the answer said."""

    handled: bool = False
    refused: bool = False
    effect: Effect = "none"
    version: Version | None = None
    """What the table has come to by it, if others may see it."""

    @property
    def table_after(self) -> float | None:
        """Seconds until everybody could see its effect; ``None`` if there is none or it was not shown."""
        if self.effect != "question" or self.version is None or self.version.shown < 0:
            return None
        return self.version.shown - self.at

    @property
    def shown_after(self) -> float | None:
        """Seconds until whoever has to go on could see its effect, at the table or in private."""
        after = self.table_after
        if self.version is None or self.version.told < 0:
            return after
        told = self.version.told - self.at
        return told if after is None else min(after, told)


@dataclass(eq=False)
class Presses:
    """All presses of an evening."""

    all: list[Press] = field(default_factory=list)
    _waiting: dict[PlayerId, list[Press]] = field(default_factory=dict)

    def made(self, player: PlayerId, watch: TableWatch, at: float) -> Press:
        """Somebody presses."""
        press = Press(player, watch, at)
        self.all.append(press)
        self._waiting.setdefault(player, []).append(press)
        return press

    def reached(self, player: PlayerId) -> Press | None:
        """The press that Kiu now deals with: the earliest one of this person that it has not seen."""
        waiting = self._waiting.get(player)
        return waiting.pop(0) if waiting else None

    def withdrawn(self, press: Press) -> None:
        """It was no command: it only opened a form."""
        waiting = self._waiting.get(press.player, [])
        if press in waiting:
            waiting.remove(press)
