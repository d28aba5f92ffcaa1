"""Who owes whom, in words: in chips, and never in a currency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.messages import Button, Message, PlayerId
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.wording import Translator
from engine.settling import balanced, payments

Over: TypeAlias = Literal["mark", "day", "week"]
"""Since when: the last settling, midnight, or Monday."""


def settling_lines(nets: Mapping[PlayerId, int], names: Mapping[PlayerId, str], translate: Translator) -> list[str]:
    """Who owes whom how much, so that everybody is even: a line each, or several on a line if there are many.

    Odd chips that none of them won are owed by nobody, and that is said.
    """
    even, odd = balanced(nets), abs(sum(nets.values()))
    paid = payments(even)
    short = len(paid) > FEW_PLAYERS
    lines = [
        translate(
            "settle-short" if short else "settle-line",
            debtor=names[each.debtor],
            creditor=names[each.creditor],
            amount=each.amount,
        )
        for each in paid
    ]
    return [
        *((fill_lines(lines) if short else lines) or [translate("settle-nobody")]),
        *([translate("settle-odd", count=odd)] if odd else []),
    ]


@dataclass(frozen=True, slots=True)
class Settling:
    """What has been won among people over some time, and since when."""

    over: Over
    nets: Mapping[PlayerId, int]
    """The chips that each player has won or lost in hands without computer players."""

    names: Mapping[PlayerId, str]
    left_out: bool
    """True if hands with computer players were played meanwhile."""

    settled: datetime | None
    """When all was settled last, in the group's time zone; ``None`` if it never was."""

    mark: str = ""
    """The command that asks whether to mark it as settled; empty if the reader may not, or nothing is to be settled."""

    back: str = ""
    """The command that takes the last mark back; empty if the reader may not."""

    def page(self, translate: Translator) -> Message:
        """Who owes whom, and ways to other times."""
        ways: dict[Over, Button] = {
            "mark": Button(translate("button-settle-mark"), "settle"),
            "day": Button(translate("button-settle-day"), "settle day"),
            "week": Button(translate("button-settle-week"), "settle week"),
        }
        row = tuple(button for over, button in ways.items() if over != self.over)
        marking: tuple[Button, ...] = (Button(translate("button-settle-done"), self.mark),) if self.mark else ()
        if self.back:
            marking += (Button(translate("button-settle-back"), self.back),)
        return Message(
            translate("settle-page-title"),
            self._lines(translate),
            buttons=tuple(filter(None, (marking, row))),
        )

    def question(self, command: str, translate: Translator) -> Message:
        """True if all of this is to be marked as settled."""
        buttons = (
            Button(translate("button-settle-sure"), command, style="danger"),
            Button(translate("button-back"), "settle"),
        )
        lines = (*self._lines(translate), "", translate("settle-ask"))
        return Message(translate("settle-page-title"), lines, buttons=(buttons,))

    def _lines(self, translate: Translator) -> tuple[str, ...]:
        return (
            self._since(translate),
            *settling_lines(self.nets, self.names, translate),
            *([translate("settle-computers")] if self.left_out else []),
        )

    def _since(self, translate: Translator) -> str:
        if self.over != "mark":
            return translate("settle-today" if self.over == "day" else "settle-this-week")
        if self.settled is None:
            return translate("settle-since-ever")
        day = translate("special-date", day=self.settled.day, month=self.settled.month, year=str(self.settled.year))
        return translate("settle-since-mark", day=day, time=f"{self.settled:%H:%M}")
