"""The components of messages and modals."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


class ComponentType(IntEnum):
    """The types of component, numbered as in Discord's documentation."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    TEXT = 10
    GALLERY = 12
    FILE = 13
    CONTAINER = 17
    LABEL = 18


def walk(components: list[Json]) -> Iterator[Json]:
    """All components of a tree, each before its children."""
    for part in components:
        yield part
        yield from walk(part.get("components", []))
        for name in ("accessory", "component"):
            if name in part:
                yield from walk([part[name]])
