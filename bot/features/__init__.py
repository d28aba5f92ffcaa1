"""Features beyond playing, a folder each with commands, pages, queries and texts.

Delete a feature by deleting folder and name below. Installed packages add theirs by entry points of the group
``kiu.features``. Features know the core, never each other.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Final

from bot import commands, wording
from bot.commands import declared
from bot.dispatch.handlers.handler import Handlers

FEATURES: Final = (
    "channels",
    "wallets",
    "languages",
    "notifying",
    "bans",
    "time_zones",
    "self_test",
    "statements",
    "rankings",
    "statistics",
    "mint",
    "exports",
    "bank",
    "personal_limits",
    "integrity",
    "proofs",
    "evenings",
    "histories",
    "privacy",
)


GROUP: Final = "kiu.features"


def _install(feature: EntryPoint) -> tuple[type[Handlers], ...]:
    wording.add(feature.value)
    kinds = tuple(_handlers_in(EntryPoint(feature.name, f"{feature.value}.commands", GROUP).load()))
    for kind in kinds:
        for name in kind.names():
            if (spec := declared(getattr(kind, name))) is not None:
                commands.add(spec)
    return kinds


def _handlers_in(module: ModuleType) -> list[type[Handlers]]:
    found = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Handlers)]
    return [each for each in found if each.__module__ == module.__name__]


_INSTALLED: Final = (
    *(EntryPoint(name, f"{__name__}.{name}", GROUP) for name in FEATURES),
    *entry_points(group=GROUP),
)

HANDLERS: Final = tuple(kind for feature in _INSTALLED for kind in _install(feature))
"""Handlers of all features."""
