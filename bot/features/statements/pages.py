"""Each hand and movement with the balance after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Final, NamedTuple

from bot.features.statements.queries import DaysPage, StatementDay
from bot.ledger import StatementLine, hand_number
from bot.messages import Button, Message, PlayerId, RowLine, Select
from bot.presenting.dates import clock_text, day_text
from bot.presenting.net import net_text
from bot.presenting.presenters import TITLES
from bot.wording import Translator

LINES_A_PAGE: Final = 10
DAYS_A_PAGE: Final = 8
MOST_BOOKS: Final = 3
"""Most buttons for other books."""


class Reading(NamedTuple):
    name: str

    player: PlayerId
    """The player; empty for the reader's own."""

    zone: tzinfo
    zone_name: str
    name_of: Callable[[PlayerId], str]
    translate: Translator

    book: int | None = None
    """The number of a circle, 0 of the group itself, or ``None`` of the book that it has now."""

    others: Sequence[int] = ()
    """The numbers of other books."""


def lines_page(lines: Sequence[StatementLine], newer: int | None, older: bool, reading: Reading) -> Message:
    """Show lines by day, newest first."""
    translate = reading.translate
    text: list[str] = []
    day = ""
    for line in lines:
        today = day_text(line.at, reading.zone, translate)
        if today != day:
            text += ["", today] if text else [today]
            day = today
        time, what, net = clock_text(line.at, reading.zone), _what(line, reading), net_text(line.amount, translate)
        shown = translate("statement-line", time=time, what=what, net=net, balance=line.balance)
        cells = (time, what, net, translate("house-number", amount=line.balance))
        text.append(RowLine(shown, cells, translate("statement-heads")))
    turning = []
    if newer is not None:
        turning.append(_button(translate("button-newer"), "ledger", reading, newer))
    if older:
        turning.append(_button(translate("button-older"), "ledger", reading, lines[-1].number))
    of_book = "" if reading.book is None else f" · {_book(reading.book, translate)}"
    ways = [_button(translate("button-by-day"), "ledger days", reading)] if lines and reading.book is None else []
    if reading.book is None and not reading.player:
        ways += [Button(_book(each, translate), f"ledger of {each}") for each in reading.others[:MOST_BOOKS]]
    return Message(
        translate("statement-title", name=reading.name) + of_book,
        tuple(text) or (translate("ledger-empty"),),
        translate("statement-how", zone=reading.zone_name),
        tuple(filter(None, (tuple(turning), (*ways, _to_chips(translate))))),
        select=_hands(lines, translate),
    )


def days_page(page: DaysPage, reading: Reading) -> Message:
    """Show newest days first, each leading to its lines."""
    translate, days = reading.translate, page.days
    text = [_day_line(day, reading) for day in days]
    options = tuple(
        Button(day_text(day.at, reading.zone, translate), _command("ledger", reading, day.last + 1)) for day in days
    )
    turning = []
    if page.newer is not None:
        turning.append(_button(translate("button-newer"), "ledger days", reading, page.newer))
    if page.older:
        turning.append(_button(translate("button-older"), "ledger days", reading, days[-1].first))
    ways = (_button(translate("button-by-line"), "ledger", reading), _to_chips(translate))
    return Message(
        translate("statement-days-title", name=reading.name),
        tuple(text) or (translate("ledger-empty"),),
        translate("statement-how", zone=reading.zone_name),
        tuple(filter(None, (tuple(turning), ways))),
        select=Select(translate("statement-pick-day"), options) if options else None,
    )


def _day_line(day: StatementDay, reading: Reading) -> RowLine:
    translate = reading.translate
    name = day_text(day.at, reading.zone, translate)
    won, other = net_text(day.won, translate), net_text(day.amount - day.won, translate)
    moved = "no" if day.amount == day.won else "yes"
    shown = translate("statement-day", day=name, won=won, other=other, moved=moved, balance=day.balance)
    cells = (name, won, other, translate("house-number", amount=day.balance))
    return RowLine(shown, cells, translate("statement-day-heads"))


def _what(line: StatementLine, reading: Reading) -> str:
    translate = reading.translate
    fields: dict[str, str | int] = {
        "hand": hand_number(line.hand) if line.hand else "",
        "game": TITLES.get(line.game, line.game),
        "actor": reading.name_of(line.actor) if line.actor else translate("kiu"),
        "note": line.note,
        "other": reading.name_of(line.other) if line.other else "",
        "gave": "yes" if line.amount < 0 else "no",
    }
    return translate(f"reason-{line.reason}", **fields)


def _book(number: int, translate: Translator) -> str:
    return translate("statement-circle", number=number)


def _command(name: str, reading: Reading, before: int | None = None) -> str:
    name = name if reading.book is None else f"{name} of {reading.book}"
    return " ".join(filter(None, (name, reading.player, "" if before is None else str(before))))


def _button(label: str, name: str, reading: Reading, before: int | None = None) -> Button:
    return Button(label, _command(name, reading, before))


def _to_chips(translate: Translator) -> Button:
    return Button(translate("button-chips"), "chips")


def _hands(lines: Sequence[StatementLine], translate: Translator) -> Select | None:
    hands = {line.hand: TITLES.get(line.game, line.game) for line in lines if line.hand is not None}
    options = tuple(
        Button(translate("reason-hand", game=game, hand=hand_number(hand)), f"replay {hand}")
        for hand, game in hands.items()
    )
    return Select(translate("statement-pick-hand"), options) if options else None
