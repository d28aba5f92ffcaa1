from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages import Place


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """Groups with any use of Kiu, and places of open tables."""

    groups: Sequence[str] = ()
    """Ids such as ``discord:42``."""

    tables: Sequence[Place] = ()

    def on(self, platform: str) -> KnownPlaces:
        return KnownPlaces(
            [each for each in self.groups if each.partition(":")[0] == platform],
            [each for each in self.tables if each.platform == platform],
        )
