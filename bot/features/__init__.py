"""What people can do beyond playing: a folder for each feature, with its commands, pages, queries and texts.

To delete a feature, delete its folder and its name below. Packages that are installed add theirs by an entry point of
the group ``kiu.features``, which names a package like these. Features know the core, and never each other.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Final

from bot import commands, wording
from bot.commands import declared
from bot.dispatch.handlers.handler import Handlers

FEATURES: Final = (
    "notifying",
    "bans",
    "time_zones",
    "statements",
    "rankings",
    "statistics",
    "settling",
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


def _install(package: str) -> tuple[type[Handlers], ...]:
    """Declare the commands of a feature, add its texts, and return its handlers."""
    wording.add(package)
    kinds = tuple(_handlers_in(import_module(f"{package}.commands")))
    for kind in kinds:
        for name in kind.names():
            if (spec := declared(getattr(kind, name))) is not None:
                commands.add(spec)
    return kinds


def _handlers_in(module: ModuleType) -> list[type[Handlers]]:
    found = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Handlers)]
    return [each for each in found if each.__module__ == module.__name__]


_PACKAGES: Final = (
    *(f"{__name__}.{name}" for name in FEATURES),
    *(each.value for each in entry_points(group="kiu.features")),
)

HANDLERS: Final = tuple(kind for package in _PACKAGES for kind in _install(package))
"""What carries out the commands of all features."""
