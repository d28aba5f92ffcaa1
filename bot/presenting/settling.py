"""Debts among players in chips, never in a currency."""

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
"""Start: the last settling, midnight, or Monday."""


def settling_lines(nets: Mapping[PlayerId, int], names: Mapping[PlayerId, str], translate: Translator) -> list[str]:
    """Return the payments that make everybody even; say so if odd chips are owed by nobody."""
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
    """Nets among people since a moment."""

    over: Over
    nets: Mapping[PlayerId, int]
    """Chips won or lost in hands without computer players."""

    names: Mapping[PlayerId, str]
    left_out: bool
    """True if hands with computer players were played meanwhile."""

    settled: datetime | None
    """The last settling in the group's time zone, ``None`` if there was none."""

    mark: str = ""
    """The command that asks to mark this as settled; empty if not permitted or nothing is owed."""

    back: str = ""
    """The command that undoes the last mark; empty if not permitted."""

    def page(self, translate: Translator) -> Message:
        """Return the debts, with ways to other times."""
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
        """Ask for confirmation of the mark."""
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
