"""People, and the places of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

PlayerId: TypeAlias = str
"""A person on one platform: ``local:3fa2``, ``discord:1234``, or ``computer:home:2``."""

MessageId: TypeAlias = str
"""The platform's own id of a message."""


COMPUTER: Final = "computer:"
"""The beginning of a computer player's id."""


def is_computer(player: PlayerId) -> bool:
    """True if a player is played by Kiu."""
    return player.startswith(COMPUTER)


class Place(NamedTuple):
    """The channel, thread or topic of a table."""

    group: str
    """The Discord server or Telegram group that has wallets and house rules: ``local:home``, ``discord:42``."""

    channel: str
    """The channel, thread or topic in it."""

    @property
    def platform(self) -> str:
        """The platform of the group: ``discord``."""
        return self.group.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Person:
    """The sender of a command, as the platform says."""

    id: PlayerId
    name: str
    admin: bool = False
    """True if the platform says that this person administers the group."""

    language: str = ""
    """The language of the person's own client; empty if the platform does not tell."""

    member: bool = True
    """True if the platform says that they are in the group that they mean; in private, anybody can name any group."""

    anonymous: bool = False
    """True if an admin writes in the name of the group: they may set its rules, but have no chips and no chair."""
