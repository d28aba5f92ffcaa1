"""The groups and places that the database knows, which platforms are asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages import Place


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """The groups in which Kiu was ever used, and where tables are open."""

    groups: Sequence[str] = ()
    """Ids of groups, such as ``discord:42``."""

    tables: Sequence[Place] = ()
    """The places of open tables."""

    def on(self, platform: str) -> KnownPlaces:
        """Those on one platform.

        Args:
            platform: as in ids: ``discord``.
        """
        return KnownPlaces(
            [each for each in self.groups if each.partition(":")[0] == platform],
            [each for each in self.tables if each.platform == platform],
        )
