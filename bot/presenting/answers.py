"""Answers for one person: the richest, house rules, how to play, settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.groups import GroupSettings, TableRules
from bot.messages import Button, Message, PlayerId
from bot.messages.names import safe_name
from bot.presenting import house_words
from bot.presenting.presenters import TITLES
from bot.wording import Translator, in_language, languages
from engine.games import GAMES

NameOf = Callable[[PlayerId], str]


def about_group(message: Message, group: str, translate: Translator) -> Message:
    """Add the name of the group to an answer in a private chat."""
    if message == Message() or not group:
        return message
    about = translate("about-group", group=safe_name(group))
    return replace(message, footer=" · ".join(filter(None, (message.footer, about))))


def sentence(text: str) -> Message:
    return Message(lines=(text,))


def own_settings(language: str, translate: Translator) -> Message:
    buttons = tuple(Button(in_language(each)("language-name"), f"language {each}") for each in languages())
    spoken = translate("settings-own", language=in_language(language)("language-name"))
    limits = Button(translate("button-own-limits"), "limit")
    return Message(translate("settings-title"), (spoken,), buttons=(buttons, (limits,)))


def group_settings(settings: GroupSettings, translate: Translator) -> Message:
    """Return the language and house rules of a group, with the ways to change them."""
    lines = [translate("settings-group", language=in_language(settings.language)("language-name"))]
    for game, title in TITLES.items():
        now = settings.game(game)
        changes = house_words.in_line(now.rules, settings.game_differences(game), translate)
        if changes:
            lines.append(translate("settings-game-changed", game=title, preset=now.preset, changes=changes))
        else:
            lines.append(translate("settings-game", game=title, preset=now.preset))
    lines.append(translate("settings-zone", zone=settings.zone))
    if changes := house_words.in_line(settings.tables, settings.tables.differences(TableRules()), translate):
        lines.append(translate("settings-tables", changes=changes))
    return Message(translate("settings-title"), (*lines, "", *translate("settings-how").splitlines()))


def rule_names(game: str) -> list[str]:
    """Return every rule that an admin can set."""
    return [*GAMES[game].rules.kinds(), *TableRules.kinds()]
