"""The names of the commands on Telegram: one word each, ``/house_set``, where other chats have ``/house set``."""

from __future__ import annotations

import re
from collections.abc import Collection

from bot.commands import COMMANDS


def telegram_name(name: str) -> str:
    """The name of a command on Telegram."""
    return re.sub(r"[ -]", "_", name)


_KIU_NAMES = {telegram_name(spec.name): spec.name for spec in COMMANDS}

TELEGRAM_NAMES: Collection[str] = frozenset(_KIU_NAMES)
"""The names of all commands on Telegram."""

_WITHOUT_PLAYERS = {
    telegram_name(spec.name) for spec in COMMANDS if not any(each.kind.is_player for each in spec.parameters)
}


def may_mention_players(name: str) -> bool:
    """Whether a parameter of a command may be a player; if none may, its parameters are taken literally."""
    return name.lower() not in _WITHOUT_PLAYERS


def command_line(name: str, rest: str) -> str:
    """The line, as it is typed in other chats, for a command of Telegram and what follows it."""
    return f"{_KIU_NAMES.get(name.lower(), name)} {rest}".strip()


_KIU_COMMAND = re.compile(
    r"(?<![\w/])/(" + "|".join(sorted(map(re.escape, _KIU_NAMES.values()), key=len, reverse=True)) + r")(?![\w-])",
    re.ASCII,
)


def with_telegram_names(text: str) -> str:
    """A text with the commands in it under their names on Telegram."""
    return _KIU_COMMAND.sub(lambda found: "/" + telegram_name(found[1]), text)
