"""Help by topic, with the commands of each."""

from __future__ import annotations

from bot.commands import COMMANDS, SECTIONS, CommandSpec
from bot.environment.host import Host
from bot.messages import AddressLine, Button, Message, in_rows
from bot.presenting import newcomers
from bot.wording import Translator

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
        translate("help-title"), tuple(lines), translate("play-chips"), buttons, brief=translate("help-brief")
    )


def section_page(section: str, translate: Translator) -> Message:
    """Return the commands of one section."""
    lines = tuple(help_line(spec, translate) for spec in COMMANDS if spec.section == section)
    back = (Button(translate("button-back"), "help"),)
    return Message(
        translate(f"help-section-{section}"),
        lines,
        buttons=(*_to_sections(section, translate), back),
        brief=translate("help-brief"),
    )


def help_line(spec: CommandSpec, translate: Translator) -> str:
    return translate("help-line", usage=spec.usage(translate), what=translate(spec.key))


def help_about(spec: CommandSpec, translate: Translator) -> Message:
    """Return a command's effect and the people who may use it."""
    return Message(lines=(help_line(spec, translate), translate(f"help-who-{spec.who.value}")))


def _to_sections(shown: str, translate: Translator) -> list[tuple[Button, ...]]:
    others = [section for section in SECTIONS if section != shown]
    buttons = [Button(translate(f"help-section-{section}"), f"commands {section}") for section in others]
    return in_rows(buttons, SECTIONS_A_ROW)
