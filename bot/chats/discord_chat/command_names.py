"""Discord's names of commands: in groups, ``/table open``, where other chats have ``/open``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from bot.commands import COMMANDS, CommandSpec, Kind, Parameter

PART = "part"
"""The option for one of the words that may follow the name of a command."""

ADMIN_GROUPS = ("admin", "mod")
"""Groups of admin commands; Discord hides only whole groups and limits each to 25."""


class CommandPath(NamedTuple):
    """The group of a command, empty for none, and its name in it."""

    group: str
    name: str

    def __str__(self) -> str:
        return f"{self.group} {self.name}".lstrip()


def command_path(spec: CommandSpec) -> CommandPath:
    group, _, name = spec.discord.rpartition(" ")
    return CommandPath(group, name)


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
def _paths() -> Mapping[str, str]:
    return {spec.name: str(command_path(spec)) for spec in COMMANDS}


@cache
def _names() -> Mapping[str, str]:
    return {path: name for name, path in _paths().items()}


@cache
def _quotation_or_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _paths()), key=len, reverse=True)
    return re.compile(r"“[^”]*”|(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_discord_names(text: str) -> str:
    """Give every command in a text its Discord name, except in quotations."""
    return _quotation_or_command().sub(lambda found: "/" + _paths()[found[1]] if found[1] else found[0], text)
