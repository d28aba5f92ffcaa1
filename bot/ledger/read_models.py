"""The results of queries, besides the rows of ``writes``."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from bot.ledger.writes import CardShown, JournalLine


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand as it is stored."""

    hand: int
    table: str
    group: str
    number: int
    game: str
    rules: str
    """The house rules that were in force, as canonical JSON."""

    rules_hash: str
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    dealer: int
    carried: int
    streak: int
    sealed: str = field(repr=False)
    """The picking and ordering of the pack, as JSON; empty for a hand that was dealt before packs were sealed, and once
    its record tells it."""

    keys: bytes = field(repr=False)
    """The keys of all sealed packs while the hand runs; after it the picked pack's, as long as it is kept."""

    record: str = field(repr=False)
    """The record with which its deal is verified; empty until the hand is closed."""

    record_hash: str
    opened: datetime
    closed: datetime | None
    settlement: tuple[int, ...] | None
    """Net chips of each seat; ``None`` until the hand is closed."""

    voided: str
    """The reason why the stakes were given back; empty if they were not."""

    announced: bool
    """True once its result was announced."""


class StoredHand(NamedTuple):
    """All that is stored of a hand."""

    row: HandRow
    journal: list[JournalLine]
    """In order."""

    shown: list[CardShown]
    """The cards that players have shown after it, in the order in which they were dealt."""

    practised: bool
    """True if practice chips were staked in it."""

    names: tuple[str, ...]
    """The present names of its players by seat; ``?`` for one who is not known any more."""


@dataclass(frozen=True, slots=True)
class SealRow:
    """The sealed packs of a table's next hand."""

    table: str
    number: int
    """The hand of the table that they are sealed for."""

    attempt: int
    keys: bytes = field(repr=False)
    """The keys of all packs, joined."""


class Restoration(NamedTuple):
    """That the database was restored from a backup, and what came after that is lost."""

    until: datetime
    """The moment of the newest thing that the backup has."""

    hands: int
    """The largest number that a hand may have had before."""

    tables: int
    """The largest number that a table may have had before."""


class Wealth(NamedTuple):
    """All chips of a player in a group, as of one moment; those of practice are nobody's."""

    in_wallet: int
    on_tables: int
    """Their stacks at tables, with what they stake in a running hand."""

    @property
    def total(self) -> int:
        return sum(self)


@dataclass(frozen=True, slots=True)
class ErasureRow:
    """Somebody who wants to be forgotten."""

    player: str = field(repr=False)
    """Empty once nothing of them is left but in free pages."""

    pseudonym: str
    asked: datetime


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line of a player's statement: a hand, or a movement that is none; chips that stay the player's make none."""

    number: int
    """That of its posting; later ones have larger numbers."""

    at: datetime
    amount: int
    """Chips the player got, or lost if negative."""

    balance: int
    """All that the player has after it, in the wallet and on tables."""

    reason: str
    """``hand``, ``called-off`` for a hand whose stakes went back, or the reason of the posting."""

    hand: int | None
    """The hand that it is about, by its number among all."""

    game: str
    """The game of that hand."""

    actor: str
    """The person who did it, where it was not the player."""

    note: str
    """The reason that they gave."""

    other: str
    """The player who gave or got the chips, if one did."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit."""

    accounts: int
    postings: int
    faults: tuple[str, ...]
    """One sentence for each fault; empty when every balance is the sum of its entries and all sum to zero."""

    @property
    def sound(self) -> bool:
        return not self.faults


@dataclass(frozen=True, slots=True)
class LedgerSummary:
    """The contents of a database, in figures."""

    schema: str
    """The version of its schema."""

    groups: int
    """In how many groups anybody has ever had chips."""

    tables: int
    """The number of open tables."""
