"""How Telegram spells the commands: one word each, ``/house_set``, where people elsewhere type ``/house set``."""

from __future__ import annotations

import re
from collections.abc import Collection

from bot.commands import COMMANDS


def spelled(name: str) -> str:
    """The one word that a command is called by on Telegram."""
    return re.sub(r"[ -]", "_", name)


_NAMES = {spelled(spec.name): spec.name for spec in COMMANDS}

NAMES: Collection[str] = frozenset(_NAMES)
"""Every command as Telegram spells it."""


_NAMES_NOBODY = {spelled(spec.name) for spec in COMMANDS if not any(each.kind.is_player for each in spec.parameters)}


def may_name_people(word: str) -> bool:
    """Whether somebody may be meant in what follows a command; otherwise it is taken to the letter."""
    return word.lower() not in _NAMES_NOBODY


def line_of(word: str, rest: str) -> str:
    """The line that somebody elsewhere would have typed for a command of Telegram's and what follows it."""
    return f"{_NAMES.get(word.lower(), word)} {rest}".strip()


_TYPED = re.compile(
    r"(?<![\w/])/(" + "|".join(sorted(map(re.escape, _NAMES.values()), key=len, reverse=True)) + r")(?![\w-])", re.ASCII
)


def spelled_here(text: str) -> str:
    """A text in which every command is spelled as Telegram spells it."""
    return _TYPED.sub(lambda typed: "/" + spelled(typed[1]), text)
