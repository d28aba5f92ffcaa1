"""Writes, and postings of chips between accounts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from bot.ledger.account import MINT, MOST_CHIPS, Account
from bot.ledger.batch import Batch
from bot.ledger.errors import Overdrawn

RESULTS: Final = ("hand", "called-off")
"""Reasons of postings that are results of hands."""

WON: Final = "won"
UNRANKED: Final = "unranked"
"""The sum of hands with computer players, which no ranking counts."""


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
        self.posting.store(batch)


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
        """Add the rows; entries that change a player's chips enter statements."""
        if not self.entries:
            return
        number, gains = batch.next_posting(), Counter[int | None]()
        for account, amount in self.entries:
            known = batch.accounts[account]
            if amount < 0 and account.kind != MINT and (there := known.balance + known.moved) < -amount:
                raise Overdrawn(account, there, -amount)
            known.moved += amount
            gains[known.holder] += amount
        batch.add("posting", (number, batch.posted_at, self.reason, self.hand, self.actor, self.note, self.ranked))
        for account, amount in self.entries:
            known = batch.accounts[account]
            told = self.ranked is not None or gains[known.holder]
            batch.add("entry", (number, known.id, amount, known.holder if told else None))
        for holder, gain in gains.items():
            if holder is not None and gain:
                batch.add("player_sum", (holder, self.sum_name, gain))
