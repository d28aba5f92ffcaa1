"""What a counter is, and what is brought to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot.commands import Order
from bot.ledger import Write
from bot.messages import Person, Place, Reply
from bot.wording import Translator


@dataclass(frozen=True, slots=True)
class Request:
    """A command that was read, from somebody who may use it."""

    order: Order
    who: Person
    where: Place
    done: tuple[Write, ...]
    """Rows that become durable together with what the command changes, so that it is done once."""

    translate: Translator
    """The voice of the one who asks."""

    @property
    def group(self) -> str:
        """The server or group where it was said."""
        return self.where.group


Handle: TypeAlias = Callable[[Request], Awaitable[Reply]]
"""Carries out one command and returns the answer for its sender; it may raise whatever the dispatcher has words for."""


class Handler:
    """One kind of business: each public method carries out the command of its name, ``bank_grant`` ``/bank grant``."""

    def handles(self) -> Mapping[str, Handle]:
        """What is carried out here, by the name of the command."""
        names = [name for name in vars(type(self)) if not name.startswith("_")]
        return {name.replace("_", " "): getattr(self, name) for name in names}
