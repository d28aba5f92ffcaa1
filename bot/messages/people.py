"""People, and the places of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

PlayerId: TypeAlias = str
"""A person on one platform: ``local:3fa2``, ``discord:1234``, or ``computer:home:2``."""

MessageId: TypeAlias = str


COMPUTER: Final = "computer:"
"""The beginning of a computer player's id."""


def is_computer(player: PlayerId) -> bool:
    return player.startswith(COMPUTER)


class Place(NamedTuple):
    group: str
    """The server or group with wallets and house rules: ``local:home``, ``discord:42``."""

    channel: str

    @property
    def platform(self) -> str:
        """The prefix of the group: ``discord``."""
        return self.group.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Person:
    """The sender of a command, as the platform says."""

    id: PlayerId
    name: str
    admin: bool = False
    """True if they administer the group, as the platform says."""

    language: str = ""
    """The language of their client; empty if unknown."""

    member: bool = True
    """False if they named a group without being in it, in private."""

    anonymous: bool = False
    """True for an admin in the group's name, who may set rules but has no chips and no chair."""
