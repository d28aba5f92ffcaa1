"""Codes by which an admin of another group, or the same person elsewhere, takes up an offer; a restart voids them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from bot.environment.entropy import Entropy

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that nobody mistakes for one another."""

LENGTH: Final = 8
LASTS: Final = 900.0
"""Seconds in which an offer can be taken up."""

T = TypeVar("T")


@dataclass(slots=True)
class Codes(Generic[T]):
    entropy: Entropy
    now: Callable[[], float]
    _open: dict[str, tuple[T, float]] = field(default_factory=dict)

    def offer(self, what: T) -> str:
        self._open = {code: each for code, each in self._open.items() if each[1] > self.now() and each[0] != what}
        number = int(self.entropy.key().hex(), 16)
        code = "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH))
        self._open[code] = what, self.now() + LASTS
        return code

    def find(self, code: str) -> T | None:
        what, until = self._open.get(code.upper(), (None, 0.0))
        return what if until > self.now() else None

    def renew(self, code: str, what: T) -> None:
        self._open[code.upper()] = what, self.now() + LASTS

    def drop(self, code: str) -> None:
        self._open.pop(code.upper(), None)
