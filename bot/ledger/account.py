"""Accounts of chips, by kind, group and owner."""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_CHIPS = 10**12

MINT = "mint"
"""The source of a group's chips; the only kind of account below zero."""

WALLET = "wallet"
"""A player's chips away from tables; the owner is the player."""

STACK = "stack"
"""A player's chips at a table; the owner is ``TABLE/PLAYER`` or ``TABLE/practice/PLAYER``."""

CARRIED = "carried"
"""A table's odd chips for its next hand; the owner is the table."""

HANDS_A_COUNT: Final = 10**9

_PRACTICE = "practice/"
"""Precedes the player in the owner of a practice stack."""


class Account(NamedTuple):
    """A holder of chips; its first transfer creates it."""

    kind: str
    group: str
    owner: str

    @property
    def player(self) -> str:
        """The owner of the chips; empty for groups, tables and practice."""
        if self.kind == WALLET:
            return self.owner
        player = self.owner.partition("/")[2] if self.kind == STACK else ""
        return "" if player.startswith(_PRACTICE) else player


def mint(group: str) -> Account:
    return Account(MINT, group, "")


def wallet(group: str, player: str) -> Account:
    return Account(WALLET, group, player)


def stack(group: str, table: str, player: str) -> Account:
    return Account(STACK, group, f"{table}/{player}")


def hand_number(hand: int) -> str:
    """Return the number of a hand that people read and type."""
    return str(hand % HANDS_A_COUNT)


def practice_stack(group: str, table: str, player: str) -> Account:
    return Account(STACK, group, f"{table}/{_PRACTICE}{player}")


def stack_player(owner: str) -> str:
    """Return the player of a stack's owner, practice or not."""
    return owner.partition("/")[2].removeprefix(_PRACTICE)


def carried(group: str, table: str) -> Account:
    return Account(CARRIED, group, table)
