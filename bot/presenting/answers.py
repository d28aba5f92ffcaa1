"""Answers for one person: chips, ledger, house rules, how to play, settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.groups import GroupSettings, TableRules
from bot.ledger import Entry
from bot.messages import Button, Message, PlayerId
from bot.messages.names import safe_name
from bot.presenting import house_words
from bot.presenting.net import net_text
from bot.presenting.presenters import TITLES
from bot.wording import Translator, in_language, languages
from engine.games import GAMES

LEDGER_LINES = 10
"""How many lines a page of the ledger has."""

NameOf = Callable[[PlayerId], str]


def about_group(message: Message, group: str, translate: Translator) -> Message:
    """An answer in a private chat, with the name of the group that it is about."""
    if message == Message() or not group:
        return message
    about = translate("about-group", group=safe_name(group))
    return replace(message, footer=" · ".join(filter(None, (message.footer, about))))


def sentence(text: str) -> Message:
    """A message of one sentence."""
    return Message(lines=(text,))


def chips(in_wallet: int, on_tables: int, translate: Translator) -> Message:
    """The chips of a player, in the wallet and on tables, where they lie before the player or in the pot."""
    return Message(
        translate("chips-title"),
        (translate("chips-line", wallet=in_wallet, tables=on_tables),),
        translate("play-chips"),
    )


def ledger_page(name: str, entries: Sequence[Entry], name_of: NameOf, translate: Translator) -> Message:
    """A page of a player's ledger, newest first, with the command for older lines."""
    lines = [
        translate(
            "ledger-line",
            id=str(entry.id),
            when=_when(entry.at),
            amount=net_text(entry.amount, translate),
            what=_what(entry, name_of, translate),
        )
        for entry in entries
    ]
    footer = ""
    if len(entries) == LEDGER_LINES:
        footer = translate("ledger-more", name=name, before=str(entries[-1].id))
    return Message(translate("ledger-title", name=name), tuple(lines) or (translate("ledger-empty"),), footer)


def _when(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")


def _what(entry: Entry, name_of: NameOf, translate: Translator) -> str:
    fields: dict[str, str | int] = {"hand": str(entry.hand or ""), "actor": name_of(entry.actor), "note": entry.note}
    return translate(f"reason-{entry.reason}", **fields)


def own_settings(language: str, translate: Translator) -> Message:
    """The language that a person is spoken to in, with a button for each."""
    buttons = tuple(Button(in_language(each)("language-name"), f"language {each}") for each in languages())
    spoken = translate("settings-own", language=in_language(language)("language-name"))
    return Message(translate("settings-title"), (spoken,), buttons=(buttons,))


def group_settings(settings: GroupSettings, translate: Translator) -> Message:
    """The language of a group and the house rules of each game, and how each is changed."""
    lines = [translate("settings-group", language=in_language(settings.language)("language-name"))]
    for game, title in TITLES.items():
        now = settings.game(game)
        changes = house_words.in_line(now.rules, settings.game_differences(game), translate)
        if changes:
            lines.append(translate("settings-game-changed", game=title, preset=now.preset, changes=changes))
        else:
            lines.append(translate("settings-game", game=title, preset=now.preset))
    if changes := house_words.in_line(settings.tables, settings.tables.differences(TableRules()), translate):
        lines.append(translate("settings-tables", changes=changes))
    return Message(translate("settings-title"), (*lines, "", *translate("settings-how").splitlines()))


def rule_names(game: str) -> list[str]:
    """Every rule that an admin can set."""
    return [*GAMES[game].rules.kinds(), *TableRules.kinds()]
