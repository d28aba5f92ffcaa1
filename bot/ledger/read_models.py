"""What the ledger returns when it is read; what it returns as it was written is in ``writes``."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from bot.ledger.writes import Account


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
    """How the pack was picked and ordered, as JSON; empty for a hand that was dealt before packs were sealed."""

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
    """Why the stakes were given back; empty if they were not."""

    announced: bool
    """Whether its result was announced."""


@dataclass(frozen=True, slots=True)
class SealRow:
    """The sealed packs of a table's next hand."""

    table: str
    number: int
    """The hand of the table that they are sealed for."""

    attempt: int
    keys: bytes = field(repr=False)
    """The keys of all packs, joined."""


class Wealth(NamedTuple):
    """All chips of a player in a group, as of one moment; those of practice are nobody's."""

    in_wallet: int
    on_tables: int
    """What lies before them at tables."""

    at_stake: int
    """What they have put into the pots of running hands."""

    @property
    def total(self) -> int:
        return sum(self)


@dataclass(frozen=True, slots=True)
class ErasureRow:
    """Somebody who wants to be forgotten."""

    player: str = field(repr=False)
    """Who it is; empty once nothing of them is left but in free pages."""

    pseudonym: str
    asked: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a player's statement."""

    id: int
    """Larger is newer; the ``before`` of the next page."""

    at: datetime
    amount: int
    """Chips the player got, or gave if negative.

    For a move between the player's own wallet and stack: what the wallet got or gave.
    """

    own: bool
    """Whether the chips only moved between the player's own wallet and stack."""

    reason: str
    counterpart: Account
    hand: int | None
    actor: str
    note: str


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit."""

    accounts: int
    transfers: int
    faults: tuple[str, ...]
    """One sentence for each fault; empty when every balance is the sum of its transfers and all sum to zero."""

    @property
    def sound(self) -> bool:
        return not self.faults
