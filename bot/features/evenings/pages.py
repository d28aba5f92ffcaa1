"""The card of an evening, and its text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.messages import Button, Message
from bot.presenting.drafts import Draft
from bot.presenting.evening import card_draft, card_title, evening_lines, full_lines, settling
from bot.tables.state import TableState
from bot.wording import Translator


@dataclass(frozen=True, slots=True)
class EveningPage:
    state: TableState
    began: datetime | None
    """Start of its last hand in the group's time zone."""

    number: int
    """The number of its table."""

    older: int
    """The number of the evening before, or 0."""

    newer: int

    def picture(self, translate: Translator) -> Draft:
        """Return the card with the debts below."""
        message = Message(
            card_title(self.state, self.began, translate),
            evening_lines(self.state, translate),
            buttons=self._buttons(Button(translate("button-evening-text"), f"evening text {self.number}"), translate),
        )
        return Draft(message, card_draft(self.state, self.began, translate))

    def text(self, translate: Translator) -> Message:
        """Return card and debts in words."""
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
