"""What is about to be done to other people's chips: shown first, and carried out when it is confirmed."""

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
    """Whose wallet it is about; empty where it is about a hand."""

    amount: int = 0
    """Chips."""

    hand: int = 0
    """The number of the hand to be called off or reversed."""

    @property
    def number(self) -> int:
        """What its button carries, so that none confirms another correction than the one that stands above it."""
        return crc32(repr((self.kind, self.reason, self.player, self.amount, self.hand)).encode())


class Corrections:
    """The latest correction of every admin in every group that is not confirmed; a restart forgets them."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, PlayerId], Correction] = {}
        self.settled: dict[tuple[str, int], dict[PlayerId, int]] = {}
        """Who says that all is settled, and up to when, by the group and the last settling."""

    def keep(self, group: str, admin: PlayerId, correction: Correction) -> None:
        """Remember what an admin was shown, instead of what they were shown before."""
        self._waiting[group, admin] = correction

    def of(self, group: str, admin: PlayerId, number: int | None) -> Correction | None:
        """What an admin confirms: what they were shown last, if it has this number."""
        correction = self._waiting.get((group, admin))
        return correction if correction is not None and number in (None, correction.number) else None

    def drop(self, group: str, admin: PlayerId) -> bool:
        """Forget it; tell whether there was anything."""
        return self._waiting.pop((group, admin), None) is not None

    def forget(self) -> None:
        """Forget all of them, since they name people; what is not confirmed is begun anew."""
        self._waiting.clear()
        self.settled.clear()
