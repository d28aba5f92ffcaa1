from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import iscoroutinefunction
from types import ModuleType
from typing import Any, Final

from bot import commands, wording
from bot.commands import declared
from bot.dispatch.services import Handlers
from bot.features import FEATURES
from bot.tables import handlers as tables

GROUP: Final = "kiu.features"


def _install(feature: EntryPoint) -> tuple[type[Handlers], ...]:
    wording.add(feature.value)
    if not find_spec(f"{feature.value}.commands"):
        return ()
    module = EntryPoint(feature.name, f"{feature.value}.commands", GROUP).load()
    for each in vars(module).values():
        if iscoroutinefunction(each) and (spec := declared(each)) is not None:
            commands.add(spec)
            tables.add(each)
    kinds = tuple(_handlers_in(module))
    for kind in kinds:
        for name in kind.names():
            if (spec := declared(getattr(kind, name))) is not None:
                commands.add(spec)
    return kinds


def _handlers_in(module: ModuleType) -> list[type[Handlers]]:
    found = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Handlers)]
    return [each for each in found if each.__module__ == module.__name__]


def host_services() -> Iterator[Callable[..., AbstractAsyncContextManager[Mapping[str, Any]]]]:
    """Return what features do for the host: each ``serving`` yields answers on the control socket."""
    for feature in _INSTALLED:
        if find_spec(name := f"{feature.value}.serving"):
            yield EntryPoint(feature.name, f"{name}:serving", GROUP).load()


_INSTALLED: Final = (
    *(EntryPoint(name, f"bot.features.{name}", GROUP) for name in FEATURES),
    *entry_points(group=GROUP),
)

HANDLERS: Final = tuple(kind for feature in _INSTALLED for kind in _install(feature))
