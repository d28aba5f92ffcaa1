"""The names of the commands on Telegram: one word each, ``/house_set``, where other chats have ``/house set``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

from bot.commands import BY_LINE


def telegram_name(name: str) -> str:
    """The name of a command on Telegram."""
    return re.sub(r"[ -]", "_", name)


@cache
def _kiu_names() -> Mapping[str, str]:
    return {telegram_name(name): name for name in BY_LINE}


def telegram_names() -> Collection[str]:
    """The names of all commands on Telegram."""
    return _kiu_names().keys()


def may_mention_players(name: str) -> bool:
    """Whether a parameter of a command may be a player; if none may, its parameters are taken literally."""
    spec = BY_LINE.get(_kiu_names().get(name.lower(), ""))
    return spec is None or any(each.kind.is_player for each in spec.parameters)


def command_line(name: str, rest: str) -> str:
    """The line, as it is typed in other chats, for a command of Telegram and what follows it."""
    return f"{_kiu_names().get(name.lower(), name)} {rest}".strip()


@cache
def _kiu_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _kiu_names().values()), key=len, reverse=True)
    return re.compile(r"(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_telegram_names(text: str) -> str:
    """A text with the commands in it under their names on Telegram."""
    return _kiu_command().sub(lambda found: "/" + telegram_name(found[1]), text)
