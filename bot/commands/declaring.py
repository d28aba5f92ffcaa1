from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from bot.commands.spec import CommandSpec

_Handler = TypeVar("_Handler", bound=Callable[..., object])

_DECLARED = "declared_command"


def handles(spec: CommandSpec) -> Callable[[_Handler], _Handler]:
    def declare(handler: _Handler) -> _Handler:
        setattr(handler, _DECLARED, replace(spec, handler=handler.__name__))
        return handler

    return declare


def declared(handler: object) -> CommandSpec | None:
    spec = getattr(handler, _DECLARED, None)
    return spec if isinstance(spec, CommandSpec) else None
