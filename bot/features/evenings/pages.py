"""The card of an evening, its text, and debts among players in chips, never in a currency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.features.evenings.results import card_draft, card_title, evening_lines, full_lines, settling, settling_lines
from bot.messages import Button, Message, PlayerId
from bot.presenting.dates import date_text
from bot.presenting.drafts import Draft
from bot.wording import Translator
from engine.table.state import TableState

Over: TypeAlias = Literal["mark", "day", "week"]
"""Start: the last settling, midnight, or Monday."""


@dataclass(frozen=True, slots=True)
class EveningPage:
    state: TableState
    began: datetime | None
    """Start of its last hand in the group's time zone."""

    number: int

    older: int
    """The number of the evening before, or 0."""

    newer: int

    def picture(self, translate: Translator) -> Draft:
        message = Message(
            card_title(self.state, self.began, translate),
            evening_lines(self.state, translate),
            buttons=self._buttons(Button(translate("button-evening-text"), f"evening text {self.number}"), translate),
        )
        return Draft(message, card_draft(self.state, self.began, translate))

    def text(self, translate: Translator) -> Message:
        hands = translate("evening-hands", hands=self.state.hands_over)
        return Message(
            card_title(self.state, self.began, translate),
            (hands, *full_lines(self.state, translate), "", *settling(self.state, translate)),
            buttons=self._buttons(Button(translate("button-evening-picture"), f"evening {self.number}"), translate),
        )

    def _buttons(self, other: Button, translate: Translator) -> tuple[tuple[Button, ...], ...]:
        beside = []
        if self.older:
            beside.append(Button(translate("button-evening-older"), f"evening {self.older}"))
        if self.newer:
            beside.append(Button(translate("button-evening-newer"), f"evening {self.newer}"))
        settle = () if self.state.practice else (Button(translate("button-settle"), "settle"),)
        return tuple(filter(None, (tuple(beside), (other, *settle))))


@dataclass(frozen=True, slots=True)
class Settling:
    over: Over
    nets: Mapping[PlayerId, int]
    """Without hands with computer players."""

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
        ways: dict[Over, Button] = {
            "mark": Button(translate("button-settle-mark"), "settle"),
            "day": Button(translate("button-settle-day"), "settle day"),
            "week": Button(translate("button-settle-week"), "settle week"),
        }
        row = tuple(button for over, button in ways.items() if over != self.over)
        marking: tuple[Button, ...] = (Button(translate("button-settle-done"), self.mark),) if self.mark else ()
        if self.back:
            marking += (Button(translate("button-settle-back"), self.back),)
        return Message(translate("button-settle"), self._lines(translate), buttons=tuple(filter(None, (marking, row))))

    def question(self, command: str, translate: Translator) -> Message:
        buttons = (
            Button(translate("button-settle-sure"), command, style="danger"),
            Button(translate("button-back"), "settle"),
        )
        lines = (*self._lines(translate), "", translate("settle-ask"))
        return Message(translate("button-settle"), lines, buttons=(buttons,))

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
        day = date_text(self.settled, translate)
        return translate("settle-since-mark", day=day, time=f"{self.settled:%H:%M}")
