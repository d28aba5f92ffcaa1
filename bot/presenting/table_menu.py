"""The menu of a table: what its reader can do there now, in their language, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.messages import Button, Message, Select
from bot.presenting import questions
from bot.presenting.presenters import TITLES
from bot.tables.offers import Offer, Offers, Page, Section
from bot.wording import Translator

SECTIONS: tuple[Section, ...] = ("seat", "chips", "play", "learn", "host")
"""One row of buttons each, as many as fit on every chat."""

STYLES = {"close": "danger", "close-after": "danger", "void": "danger"}


def page(which: Page, offers: Offers, said: Sequence[str], translate: Translator) -> Message:
    """A page of the menu.

    Args:
        which: the page.
        offers: what its reader can do.
        said: what has just been done, in sentences that stand first.
        translate: into the language of the reader.
    """
    state, offered = offers.state, offers.of(which)
    table = f"{state.id}:"
    title = translate("table-title", game=TITLES[state.game_name])
    top = (*said, "") if said else ()
    back = Button(translate("button-back"), "menu", table)
    match which:
        case "remove":
            select = Select(translate("menu-whom"), tuple(_button(each, table, translate) for each in offered))
            lines = (*top, translate("menu-remove"))
            return Message(title, lines, buttons=((back,),), select=select if offered else None)
        case "end":
            row = tuple(_button(each, table, translate) for each in offered)
            return Message(title, (*top, translate("menu-end")), buttons=tuple(filter(None, (row, (back,)))))
        case _:
            rows = (_row(section, offered, table, translate) for section in SECTIONS)
            return Message(title, (*top, *_standing(offers, translate)), buttons=tuple(filter(None, rows)))


def _row(section: Section, offered: Iterable[Offer], table: str, translate: Translator) -> tuple[Button, ...]:
    return tuple(_button(each, table, translate) for each in offered if each.section == section)


def _button(offer: Offer, table: str, translate: Translator) -> Button:
    turn, command, question = f"{table}{offer.turn}", offer.command, None
    if offer.most:
        ask = questions.buy_in_question if offer.command == "join" else questions.rebuy_question
        question = ask(offer.least, offer.most, translate)
    if offer.name == "void":
        # Everybody can read why; who did it stands beside it.
        command = f"{command} {translate('menu-void-reason')}"
    if offer.who:
        return Button(offer.who, command, turn)
    label = translate(f"offer-{offer.name}", amount=offer.amount)
    style = STYLES.get(offer.name, "primary" if offer.usual else "plain")
    return Button(label, command, turn, style, question)  # type: ignore[arg-type]


def _standing(offers: Offers, translate: Translator) -> tuple[str, ...]:
    """Where the reader stands: their seat and chips, or how many seats are free."""
    state, chair = offers.state, offers.chair
    if chair is None:
        seats = translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs))
        wallet = () if offers.who.anonymous or state.practice else (_wallet(offers, translate),)
        return (seats, *wallet)
    lines = [translate("menu-seated", number=state.number_of(chair.player) + 1, stack=chair.stack)]
    if chair.gets_up:
        lines.append(translate("menu-leaving"))
    elif chair.out:
        lines.append(translate("menu-out"))
    if not state.practice:
        lines.append(_wallet(offers, translate))
    if chair.player == state.host:
        lines.append(translate("menu-host"))
    return tuple(lines)


def _wallet(offers: Offers, translate: Translator) -> str:
    return translate("menu-wallet", amount=offers.now.available)
