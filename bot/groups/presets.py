"""Presets that a group has saved."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine.house_rules import GameRules

LONG_NAME_BYTES = 24
"""Longest name that fits the data of a button."""


@dataclass(frozen=True, slots=True)
class GroupPreset:
    """House rules saved under a name."""

    base: str
    """The built-in preset they derive from."""

    rules: GameRules


def carried(preset: str) -> str:
    """Return the name on a button; a hash replaces a long one."""
    name = preset.encode()
    return preset if len(name) <= LONG_NAME_BYTES else f"~{hashlib.sha256(name).hexdigest()[:16]}"
