from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from bot.features.menu.offers import Offer, Offers, Page, Section
from bot.messages import Button, ButtonStyle, Message, Select, in_rows
from bot.presenting.bets import amount_question
from bot.presenting.presenters import TITLES
from bot.presenting.table_buttons import BUTTONS_A_ROW, ROWS
from bot.wording import Translator, has
from engine.play import AmountRange
from engine.table.state import TableState

SECTIONS: tuple[Section, ...] = ("seat", "chips", "play", "learn", "host")
"""Sections, one row of buttons each if there is room."""

MOST_BUTTONS = 15
"""Most buttons of a page besides its list; of many removed people, the last are readmitted by name."""

STYLES: Mapping[str, ButtonStyle] = {"close": "danger", "close-after": "danger", "void": "danger", "stop": "danger"}


def page(which: Page, offers: Offers, said: Sequence[str], translate: Translator) -> Message:
    state, offered = offers.state, offers.of(which)
    table = f"{state.id}:"
    title = translate("table-title", game=TITLES[state.game_name])
    top = (*said, "") if said else ()
    back = Button(translate("button-back"), "menu", table)
    match which:
        case "remove":
            people = tuple(_button(each, table, translate) for each in offered if each.name == "remove")
            others = [_button(each, table, translate) for each in offered if each.name != "remove"][:MOST_BUTTONS]
            select = Select(translate("menu-whom"), people) if people else None
            lines = (*top, translate("menu-remove"))
            return Message(title, lines, buttons=(*in_few_rows([others]), (back,)), select=select)
        case "host":
            people = tuple(_button(each, table, translate) for each in offered)
            select = Select(translate("menu-to-whom"), people) if people else None
            return Message(title, (*top, translate("menu-host-who")), buttons=((back,),), select=select)
        case "pause" | "end" | "stop":
            row = tuple(_button(each, table, translate) for each in offered)
            explained = {"pause": translate("menu-pause"), "end": translate("menu-end"), "stop": translate("menu-stop")}
            return Message(title, (*top, explained[which]), buttons=tuple(filter(None, (row, (back,)))))
        case _:
            rows = in_few_rows([_row(section, offered, table, translate) for section in SECTIONS])
            return Message(title, (*top, *_standing(offers, translate)), buttons=rows)


def in_few_rows(rows: Iterable[Sequence[Button]]) -> tuple[tuple[Button, ...], ...]:
    """Join short rows if there are too many for a chat."""
    split = [part for row in rows for part in in_rows(row, BUTTONS_A_ROW)]
    while len(split) > ROWS:
        lengths = [len(one) + len(other) for one, other in pairwise(split)]
        at = lengths.index(min(lengths))
        if lengths[at] > BUTTONS_A_ROW:
            every = [button for row in split for button in row]
            return tuple(in_rows(every, BUTTONS_A_ROW))
        split[at : at + 2] = [(*split[at], *split[at + 1])]
    return tuple(split)


def _row(section: Section, offered: Iterable[Offer], table: str, translate: Translator) -> tuple[Button, ...]:
    return tuple(_button(each, table, translate) for each in offered if each.section == section)


def _button(offer: Offer, table: str, translate: Translator) -> Button:
    turn, command, question = f"{table}{offer.turn}", offer.command, None
    if offer.most:
        question = amount_question(AmountRange(offer.command, offer.least, offer.most), (), translate)
    if offer.name in ("void", "stop"):
        # Everybody can read why; the name of the person stands beside it.
        command = f"{command} {translate('menu-void-reason')}"
    if offer.name == "readmit":
        return Button(translate("offer-readmit", name=offer.who), command, turn)
    if offer.who:
        return Button(offer.who, command, turn)
    if offer.name == "bans":
        turn = ""
    if command.startswith("advance "):
        return Button(translate(f"button-advance-{offer.name}"), command, turn)
    key = f"offer-{offer.name}"
    label = translate(key if has(key) else f"button-{offer.name}", amount=offer.amount or "…")
    style = STYLES.get(offer.name, "primary" if offer.usual else "plain")
    return Button(label, command, turn, style, question)


def _standing(offers: Offers, translate: Translator) -> tuple[str, ...]:
    """Return the reader's seat and chips, or the number of free seats."""
    state, chair = offers.state, offers.chair
    if chair is None:
        seats = translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs))
        wallet = () if offers.who.anonymous or state.practice else (_wallet(offers, translate),)
        return (seats, *wallet, *_kept_away(offers, translate), *_paused(state, translate))
    lines = [translate("menu-seated", number=state.number_of(chair.player) + 1, stack=chair.stack)]
    if chair.gets_up:
        lines.append(translate("answer-you-leave-after-hand"))
    elif chair.out:
        lines.append(translate("private-sits-out"))
    if not state.practice:
        lines.append(_wallet(offers, translate))
    if chair.player == state.host:
        lines.append(translate("menu-host"))
    return (*lines, *_paused(state, translate))


def _kept_away(offers: Offers, translate: Translator) -> tuple[str, ...]:
    if offers.no_seat is None:
        return ()
    match offers.no_seat.reason:
        case "banned":
            return (translate("refused-banned", **offers.no_seat.fields),)
        case "kept-out":
            return (translate("kept-out-until", until=offers.no_seat.fields["until"]),)
        case _:
            return ()


def _paused(state: TableState, translate: Translator) -> tuple[str, ...]:
    return () if state.paused is None else (translate("table-is-paused", name=state.paused.by),)


def _wallet(offers: Offers, translate: Translator) -> str:
    return translate("menu-wallet", amount=offers.available)
