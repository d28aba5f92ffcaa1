"""Who acts and where: people, and the places where tables stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

PlayerId: TypeAlias = str
"""A person on one platform: ``local:3fa2``, ``discord:1234``, or ``computer:home:2``."""

MessageId: TypeAlias = str


class Place(NamedTuple):
    """Where a table stands: a channel, thread or topic of a server or group (its *group*)."""

    group: str
    """The server or group that owns wallets and house rules: ``local:home``, ``discord:42``."""

    channel: str
    """The channel, thread or topic in it."""

    @property
    def platform(self) -> str:
        return self.group.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Person:
    """Who sends a command, as the platform vouches for it."""

    id: PlayerId
    name: str
    admin: bool = False
    """Whether the platform says that this person runs the server or group."""

    language: str = ""
    """The language of the person's own client, if the platform tells."""

    anonymous: bool = False
    """Whether an admin speaks in the name of the group: he may settle its rules, but holds no chips and no chair."""
