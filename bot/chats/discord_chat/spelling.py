"""How Discord spells the commands: in groups, ``/table open``, where people elsewhere type ``/open``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from bot.commands import COMMANDS, CommandSpec, Kind, Parameter

ADMIN = "admin"
"""The group of what only admins may do, since Discord hides commands by whole groups."""


class Path(NamedTuple):
    """Where a command stands: its group, or none, and its name in it."""

    group: str
    name: str

    def __str__(self) -> str:
        return f"{self.group} {self.name}".lstrip()


def path_of(spec: CommandSpec) -> Path:
    """Where a command stands on Discord."""
    group, _, name = spec.discord.rpartition(" ")
    return Path(group, name)


def line_of(spec: CommandSpec, given: Mapping[str, str | int | None]) -> str:
    """The line that somebody elsewhere would have typed for this command with these parameters."""
    words = [_word(each, str(given[each.name])) for each in spec.parameters if given.get(each.name) is not None]
    return " ".join([spec.name, *words])


def _word(parameter: Parameter, given: str) -> str:
    text = given.strip()
    if parameter.kind is Kind.COMMAND:
        return _NAMES.get(text.removeprefix("/").lower(), text)
    if parameter.kind in (Kind.WORDS, Kind.CHOICE):
        # What somebody says in his own words stays as it is, even if a player is named in it.
        return text
    mentioned = re.fullmatch(r"<@!?([0-9]+)>", text, re.ASCII)
    return f"discord:{mentioned[1]}" if mentioned else text


_PATHS = {spec.name: str(path_of(spec)) for spec in COMMANDS}
_NAMES = {path: name for name, path in _PATHS.items()}
_QUOTED_OR_TYPED = re.compile(
    r"“[^”]*”|(?<![\w/])/(" + "|".join(sorted(map(re.escape, _PATHS), key=len, reverse=True)) + r")(?![\w-])", re.ASCII
)


def spelled_here(text: str) -> str:
    """A text in which every command is spelled as Discord spells it, but for what somebody is quoted with."""
    return _QUOTED_OR_TYPED.sub(lambda found: "/" + _PATHS[found[1]] if found[1] else found[0], text)
