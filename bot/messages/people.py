from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.table.players import PlayerId

MessageId: TypeAlias = str


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

    account: PlayerId = ""
    """The account that acts, if they play under another one."""

    anonymous: bool = False
    """True for an admin in the group's name, who may set rules but has no chips and no chair."""
