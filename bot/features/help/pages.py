from __future__ import annotations

from bot.commands import BY_NAME, COMMANDS, SECTIONS, CommandSpec
from bot.environment.host import Host
from bot.groups import GroupSettings, TableRules
from bot.messages import AddressLine, Button, Message, in_rows
from bot.presenting import house_words, newcomers
from bot.presenting.presenters import TITLES
from bot.wording import Translator, in_language, languages

SECTIONS_A_ROW = 3


def help_message(host: Host, translate: Translator) -> Message:
    """Return the first steps for newcomers and all sections."""
    lines = [translate("help-how"), ""]
    for section in SECTIONS:
        title, content = translate(f"help-section-{section}"), translate(f"help-content-{section}")
        lines.append(translate("help-section", section=title, content=content))
    lines += ["", translate("help-privacy"), *([AddressLine(host.privacy_url)] if host.privacy_url else [])]
    buttons = (newcomers.first_buttons(translate), *_to_sections("", translate))
    return Message(
        translate("help-title"), tuple(lines), translate("play-chips"), buttons, brief=translate("told-in-private")
    )


def section_page(section: str, translate: Translator) -> Message:
    lines = tuple(help_line(spec, translate) for spec in COMMANDS if spec.section == section)
    back = (Button(translate("button-back"), "help"),)
    return Message(
        translate(f"help-section-{section}"),
        lines,
        buttons=(*_to_sections(section, translate), back),
        brief=translate("told-in-private"),
    )


def help_line(spec: CommandSpec, translate: Translator) -> str:
    return translate("help-line", usage=spec.usage(translate), what=translate(spec.key))


def help_about(spec: CommandSpec, translate: Translator) -> Message:
    return Message(lines=(help_line(spec, translate), translate(f"help-who-{spec.who.value}")))


def _to_sections(shown: str, translate: Translator) -> list[tuple[Button, ...]]:
    others = [section for section in SECTIONS if section != shown]
    buttons = [Button(translate(f"help-section-{section}"), f"commands {section}") for section in others]
    return in_rows(buttons, SECTIONS_A_ROW)


def own_settings(language: str, translate: Translator) -> Message:
    rows = []
    if "language" in BY_NAME:
        rows.append(tuple(Button(in_language(each)("language-name"), f"language {each}") for each in languages()))
    if "limit" in BY_NAME:
        rows.append((Button(translate("button-limit"), "limit"),))
    spoken = translate("settings-own", language=in_language(language)("language-name"))
    return Message(translate("settings-title"), (spoken,), buttons=tuple(rows))


def group_settings(settings: GroupSettings, translate: Translator) -> Message:
    """Return language and house rules, with the ways to change them."""
    lines = [translate("settings-group", language=in_language(settings.language)("language-name"))]
    for game, title in TITLES.items():
        now = settings.game(game)
        changes = house_words.in_line(now.rules, settings.game_differences(game), translate)
        if changes:
            lines.append(translate("settings-game-changed", game=title, preset=now.preset, changes=changes))
        else:
            lines.append(translate("house-line", rule=title, value=now.preset))
    lines.append(translate("settings-zone", zone=settings.zone))
    if changes := house_words.in_line(settings.tables, settings.tables.differences(TableRules()), translate):
        lines.append(translate("settings-tables", changes=changes))
    return Message(translate("settings-title"), (*lines, "", *translate("settings-how").splitlines()))
