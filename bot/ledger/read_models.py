"""The results of queries, besides the rows of ``writes``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class HandRow:
    hand: int
    table: str
    group: str
    number: int
    game: str
    rules: str

    players: tuple[str, ...]
    stacks: tuple[int, ...]
    dealer: int
    carried: int
    streak: int
    sealed: str = field(repr=False)
    """Choice and order of the pack as JSON; empty once the record has them, or without a seal."""

    keys: bytes = field(repr=False)
    """Keys of all sealed packs; after the hand only the picked one, while kept."""

    record: str = field(repr=False)
    """The record that verifies the deal; empty until the end."""

    record_hash: str
    opened: datetime
    closed: datetime | None
    settlement: tuple[int, ...] | None
    """Net chips by seat; ``None`` until the end."""

    voided: str

    announced: bool


class Restoration(NamedTuple):
    """A restoration, and the bounds of its loss."""

    until: datetime
    """The moment of the backup's newest data."""

    hands: int
    """The largest possible hand number before."""

    tables: int
    """The largest possible table number before."""


class Wealth(NamedTuple):
    """A player's chips in a group at one moment, without practice."""

    in_wallet: int
    on_tables: int
    """Stacks, with stakes of a running hand."""

    @property
    def total(self) -> int:
        return sum(self)


@dataclass(frozen=True, slots=True)
class ErasureRow:
    player: str = field(repr=False)
    """Empty once traces remain only in free pages."""

    asked: datetime


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of a statement: a hand, or another gain or loss."""

    number: int

    at: datetime
    amount: int

    balance: int
    """All chips afterwards, in wallet and on tables."""

    reason: str
    """``hand``, ``called-off`` for returned stakes, or the posting's reason."""

    hand: int | None

    game: str

    actor: str
    """The person behind it, if not the player."""

    note: str

    other: str
    """The player who gave or got the chips, if any."""


@dataclass(frozen=True, slots=True)
class Audit:
    damage: Sequence[str] = ()
    """SQLite's words on damaged pages and rows; with any, the rest is unchecked."""

    faults: Sequence[str] = ()
    """A sentence for each fault; empty if balances equal their entries and sum to zero."""

    accounts: int = 0
    postings: int = 0
    records: int = 0
    """Verified records and log entries, which a mere audit leaves out."""

    entries: int = 0

    @property
    def sound(self) -> bool:
        return not self.damage and not self.faults
