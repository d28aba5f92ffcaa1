"""Players, and the places of tables."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

PlayerId: TypeAlias = str
"""A person on one platform: ``local:3fa2``, ``discord:1234``, or ``computer:home:2``."""

COMPUTER: Final = "computer:"
"""The beginning of a computer player's id."""

SYSTEM: PlayerId = ""
"""The actor of journal lines that no player has caused."""


def platform_of(player: PlayerId) -> str:
    return player.partition(":")[0]


def is_computer(player: PlayerId) -> bool:
    return player.startswith(COMPUTER)


class Place(NamedTuple):
    group: str
    """The server or group with wallets and house rules: ``local:home``, ``discord:42``."""

    channel: str

    @property
    def platform(self) -> str:
        return platform_of(self.group)
