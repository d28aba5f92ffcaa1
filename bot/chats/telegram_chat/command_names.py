"""Telegram's names of commands, one word each: ``/house_set`` where other chats have ``/house set``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

from bot.commands import BY_LINE


def telegram_name(name: str) -> str:
    return re.sub(r"[ -]", "_", name)


@cache
def _kiu_names() -> Mapping[str, str]:
    return {telegram_name(name): name for name in BY_LINE}


def telegram_names() -> Collection[str]:
    return _kiu_names().keys()


def may_mention_players(name: str) -> bool:
    """False for a command whose parameters are taken literally."""
    spec = BY_LINE.get(_kiu_names().get(name.lower(), ""))
    return spec is None or any(each.kind.is_player for each in spec.parameters)


def command_line(name: str, rest: str) -> str:
    """Return a Telegram command as the line for other chats."""
    return f"{_kiu_names().get(name.lower(), name)} {rest}".strip()


@cache
def _kiu_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _kiu_names().values()), key=len, reverse=True)
    return re.compile(r"(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_telegram_names(text: str) -> str:
    """Give every command in a text its Telegram name."""
    return _kiu_command().sub(lambda found: "/" + telegram_name(found[1]), text)
