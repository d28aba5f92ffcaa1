"""Previews of corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.ledger import hand_number
from bot.messages import Button, Message
from bot.presenting.dates import date_text
from bot.presenting.net import net_text
from bot.presenting.presenters import TITLES
from bot.wording import Translator


class Moved(NamedTuple):
    name: str
    chips: int
    """Gain of the wallet, negative for a loss."""

    before: int


def wallet_lines(moved: Sequence[Moved], translate: Translator) -> list[str]:
    return [
        translate(
            "correction-line",
            name=each.name,
            net=net_text(each.chips, translate),
            before=each.before,
            after=each.before + each.chips,
        )
        for each in moved
    ]


def stake_lines(stakes: Mapping[str, int], translate: Translator) -> list[str]:
    return [translate("correction-stake", name=name, amount=amount) for name, amount in stakes.items() if amount]


def about_hand(hand: int, game: str, began: datetime, translate: Translator) -> str:
    title = translate("hand-title", game=TITLES[game], number=hand_number(hand))
    date = date_text(began, translate)
    return f"{title} · {date}, {began:%H:%M}"


def preview(
    title: str, lines: Sequence[str], reason: str, number: int, table: str, translate: Translator, *, pressed: bool
) -> Message:
    """Return the effect with buttons to do or drop it."""
    why = translate("reason-was", reason=reason)
    if not pressed:
        return Message(title, (*lines, "", why, translate("correction-how-typed")))
    turn = f"{table}:" if table else ""
    buttons = (
        Button(translate("button-correction-confirm"), f"bank confirm {number}", turn, "danger"),
        Button(translate("button-correction-discard"), "bank discard", turn),
    )
    return Message(title, (*lines, "", why, translate("correction-how")), buttons=(buttons,))
