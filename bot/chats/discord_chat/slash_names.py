"""Discord's names of commands: in groups, ``/table open``, where other chats have ``/open``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.commands import COMMANDS, CommandSpec, Kind, Parameter
from bot.wording import Translator

PART = "part"
"""The option for one of the words that may follow the name of a command."""

ADMIN_GROUPS = ("admin", "mod")
"""Groups of admin commands; Discord hides only whole groups and limits each to 25."""

ENTRY_POINT = 4
"""The type of the command that Discord makes for Activities; it must stay."""


def command_line(spec: CommandSpec, options: Mapping[str, str | int | None]) -> str:
    """Return a slash command as the line of text for the dispatcher."""
    part = [str(options[PART])] if spec.parts and options.get(PART) else []
    words = [_word(each, str(options[each.name])) for each in spec.parameters if options.get(each.name) is not None]
    return " ".join([spec.name, *part, *words])


def _word(parameter: Parameter, value: str) -> str:
    text = value.strip()
    if parameter.kind is Kind.COMMAND:
        return _names().get(text.removeprefix("/").lower(), text)
    return text


@cache
def _names() -> Mapping[str, str]:
    return {spec.discord: spec.name for spec in COMMANDS}


@cache
def _paths() -> Mapping[str, str]:
    return {spec.name: spec.discord for spec in COMMANDS}


@cache
def _quotation_or_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _paths()), key=len, reverse=True)
    return re.compile(r"“[^”]*”|(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_discord_names(text: str) -> str:
    """Give every command in a text its Discord name, except in quotations."""
    return _quotation_or_command().sub(lambda found: "/" + _paths()[found[1]] if found[1] else found[0], text)


def user_menu_name(spec: CommandSpec, translate: Translator) -> str:
    return translate(f"discord-menu-{spec.name.replace(' ', '-')}")
