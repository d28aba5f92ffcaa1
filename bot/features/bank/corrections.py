"""Corrections of other people's chips, shown first and then confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias
from zlib import crc32

from bot.messages import PlayerId

Kind: TypeAlias = Literal["grant", "take", "void"]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that an admin has seen and not confirmed yet."""

    kind: Kind
    reason: str
    player: PlayerId = ""
    """Empty for a hand."""

    amount: int = 0

    hand: int = 0

    @property
    def number(self) -> int:
        """Return the number on its button, so that an old button confirms nothing else."""
        return crc32(repr((self.kind, self.reason, self.player, self.amount, self.hand)).encode())


class Corrections:
    """The latest unconfirmed correction by admin and group; a restart forgets them."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, PlayerId], Correction] = {}

    def keep(self, group: str, admin: PlayerId, correction: Correction) -> None:
        """Replace the admin's earlier correction."""
        self._waiting[group, admin] = correction

    def of(self, group: str, admin: PlayerId, number: int | None) -> Correction | None:
        correction = self._waiting.get((group, admin))
        return correction if correction is not None and number in (None, correction.number) else None

    def drop(self, group: str, admin: PlayerId) -> bool:
        return self._waiting.pop((group, admin), None) is not None

    def forget(self, _: PlayerId) -> None:
        """Forget all, since their reasons may name anybody."""
        self._waiting.clear()
