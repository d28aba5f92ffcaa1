"""Presets that a group has saved."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from bot.messages.lookalikes import looks
from bot.messages.names import NAME_CHARACTERS, safe_name
from engine.house_rules import BadRule, GameRules

MOST_PRESETS = 20
"""Most presets of a group by game."""

LONG_NAME_BYTES = 24
"""Longest name that fits the data of a button."""


@dataclass(frozen=True, slots=True)
class GroupPreset:
    """House rules saved under a name."""

    base: str
    """The built-in preset they derive from."""

    rules: GameRules


def check_new_preset(name: str, taken: Iterable[str], saved: int) -> None:
    """Raise ``BadRule`` if a name is invalid, looks like a taken one, or the group has too many presets."""
    if len(name) > NAME_CHARACTERS or safe_name(name) != name or not name[:1].isalpha():
        raise BadRule("bad-preset-name", preset=name[:40], most=NAME_CHARACTERS)
    if not all(each in "-_" or unicodedata.category(each)[0] in "LMN" for each in name):
        raise BadRule("bad-preset-name", preset=name[:40], most=NAME_CHARACTERS)
    if (other := next((each for each in taken if looks(each) & looks(name)), None)) is not None:
        raise BadRule("preset-name-taken", preset=name, other=other)
    if saved >= MOST_PRESETS:
        raise BadRule("too-many-presets", most=MOST_PRESETS)


def carried(preset: str) -> str:
    """Return the name on a button; a hash replaces a long one."""
    name = preset.encode()
    return preset if len(name) <= LONG_NAME_BYTES else f"~{hashlib.sha256(name).hexdigest()[:16]}"
