"""Accounts, and postings of chips between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from bot.ledger.batch import Batch

MOST_CHIPS = 10**12

MINT = "mint"
"""The source of a group's chips; the only kind of account below zero."""

WALLET = "wallet"
"""A player's chips away from tables; the owner is the player."""

STACK = "stack"
"""A player's chips at a table; the owner is ``TABLE/PLAYER`` or ``TABLE/practice/PLAYER``."""

CARRIED = "carried"
"""A table's odd chips for its next hand; the owner is the table."""

KINDS = (MINT, WALLET, STACK, CARRIED)

HANDS_A_COUNT: Final = 10**9

RESULTS: Final = ("hand", "called-off")
"""Reasons of postings that are results of hands."""

WON: Final = "won"
UNRANKED: Final = "unranked"
"""The sum of hands with computer players, which no ranking counts."""

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


class Write:
    """A change of stored data, which adds its rows to a batch: its fields, if a statement has its name."""

    __slots__: tuple[str, ...] = ()

    def store(self, batch: Batch) -> None:
        batch.add(type(self).__name__, tuple([getattr(self, each) for each in self.__slots__]))


@dataclass(frozen=True, slots=True)
class Transfer(Write):
    """Chips from one account to another of the group.

    Raise ``ValueError`` for equal accounts, two groups, or an amount outside 1 to ``MOST_CHIPS``.
    """

    source: Account
    target: Account
    amount: int
    reason: str
    hand: int | None = None
    actor: str = ""

    note: str = ""
    """An admin's reason; statements never sum a transfer with one."""

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 1 <= self.amount <= MOST_CHIPS:
            raise ValueError(f"a transfer moves a whole number of chips from 1 to {MOST_CHIPS}, not {self.amount!r}")
        if self.source == self.target:
            raise ValueError("a transfer needs two different accounts")
        if self.source.group != self.target.group:
            raise ValueError("chips never leave their group")

    @property
    def group(self) -> str:
        return self.source.group

    @property
    def posting(self) -> Posting:
        entries = (self.source, -self.amount), (self.target, self.amount)
        return Posting(self.reason, entries, self.hand, self.actor, self.note)

    def store(self, batch: Batch) -> None:
        batch.post(self.posting)


@dataclass(frozen=True, slots=True)
class Posting(Write):
    """Chips that move between several accounts of a group at once.

    Raise ``ValueError`` for a sum other than zero, a repeated account, several groups, or too many chips.
    """

    reason: str
    entries: tuple[tuple[Account, int], ...]
    """Gains by account; zero only says that its player took part."""

    hand: int | None = None
    actor: str = ""

    note: str = ""
    ranked: bool | None = None
    """True if rankings count it; ``None`` unless it is a result."""

    @property
    def sum_name(self) -> str:
        """The sum of each player that includes it."""
        return self.reason if self.ranked is None else WON if self.ranked else UNRANKED

    def __post_init__(self) -> None:
        amounts: list[int] = [amount for _, amount in self.entries]
        whole = all(type(each) is int and abs(each) <= MOST_CHIPS for each in amounts)
        if not whole or sum(amounts) != 0:
            raise ValueError(f"the entries of a posting are whole numbers that sum to zero, not {amounts}")
        if len({account for account, _ in self.entries}) < len(amounts):
            raise ValueError("a posting names each account once")
        if len({account.group for account, _ in self.entries}) > 1:
            raise ValueError("chips never leave their group")

    def store(self, batch: Batch) -> None:
        batch.post(self)
