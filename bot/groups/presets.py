"""The presets that a group has saved of its own house rules, and the names that they can have."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from bot.messages.lookalikes import looks
from bot.messages.names import NAME_CHARACTERS, safe_name
from engine.house_rules import BadRule, GameRules

MOST_PRESETS = 20
"""How many presets a group can save for each game."""

LONG_NAME_BYTES = 24
"""Names with more bytes than this are too long for the data of a button."""


@dataclass(frozen=True, slots=True)
class GroupPreset:
    """House rules of a game that a group has saved under a name."""

    base: str
    """The preset of Kiu that they go back to."""

    rules: GameRules


def check_new_preset(name: str, taken: Iterable[str], saved: int) -> None:
    """Refuse a name under which no preset can be saved.

    Raise ``BadRule`` if it is too long, has other signs than letters, digits and hyphens, does not begin with a letter,
    or looks like one that is taken; or the group has saved as many as it may.
    """
    if len(name) > NAME_CHARACTERS or safe_name(name) != name or not name[:1].isalpha():
        raise BadRule("bad-preset-name", preset=name[:40], most=NAME_CHARACTERS)
    if not all(each in "-_" or unicodedata.category(each)[0] in "LMN" for each in name):
        raise BadRule("bad-preset-name", preset=name[:40], most=NAME_CHARACTERS)
    if (other := next((each for each in taken if looks(each) & looks(name)), None)) is not None:
        raise BadRule("preset-name-taken", preset=name, other=other)
    if saved >= MOST_PRESETS:
        raise BadRule("too-many-presets", most=MOST_PRESETS)


def carried(preset: str) -> str:
    """The name of a preset as a button carries it: if it is long, a hash of it stands in its place."""
    name = preset.encode()
    return preset if len(name) <= LONG_NAME_BYTES else f"~{hashlib.sha256(name).hexdigest()[:16]}"
