"""The mint's grants, checked against all holdings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final, NamedTuple

from bot.features.mint.queries import Given, Held
from bot.messages import PlayerId, is_computer


class Source(StrEnum):
    """A reason for grants of the mint."""

    START = auto()
    DAILY = auto()
    ADMINS = auto()
    SEASONS = auto()
    OTHERS = auto()


SOURCES: Final = {
    "newcomer": Source.START,
    "daily": Source.DAILY,
    "grant": Source.ADMINS,
    "take": Source.ADMINS,
    "season": Source.SEASONS,
}
"""Sources by reason of a transfer; :attr:`Source.OTHERS` by default."""

BETWEEN_PLAYERS: Final = frozenset({"gift", "accounts-linked"})
"""Reasons between players, without the mint."""


class Account(NamedTuple):
    """The mint's grants to one player."""

    player: PlayerId
    by_source: dict[Source, int]
    """Net grants by source, without zeros."""

    from_computers: int
    """Net won from computer players."""

    @property
    def given(self) -> int:
        return sum(self.by_source.values())


@dataclass(frozen=True, slots=True)
class MintAudit:
    """Grants beside holdings."""

    people: tuple[Account, ...]
    """Accounts, the largest gain first."""

    computers: int
    """Net grants to computer players."""

    held: Held

    @property
    def by_source(self) -> dict[Source, int]:
        """Return net grants to people by source, without zeros."""
        return _without_zeros({source: sum(each.by_source.get(source, 0) for each in self.people) for source in Source})

    @property
    def from_computers(self) -> int:
        """Return people's net from computer players."""
        return sum(each.from_computers for each in self.people)

    @property
    def odd_chips(self) -> int:
        """Return odd chips given to nobody; those back from closed tables count as taken."""
        people = sum(each.given for each in self.people)
        return -self.held.mint - people - self.computers - self.held.practice

    @property
    def balances(self) -> bool:
        """Return true if grants equal holdings."""
        return self.held.mint + self.held.total == 0


def audited(given: Iterable[Given], held: Held) -> MintAudit:
    accounts = [_account(each) for each in given]
    people = [each for each in accounts if not is_computer(each.player)]
    people.sort(key=lambda each: (-each.given - each.from_computers, each.player))
    return MintAudit(tuple(people), sum(each.given for each in accounts if is_computer(each.player)), held)


def _account(given: Given) -> Account:
    by_source = dict.fromkeys(Source, 0)
    for reason, chips in given.moved.items():
        if reason not in BETWEEN_PLAYERS:
            by_source[SOURCES.get(reason, Source.OTHERS)] += chips
    return Account(given.player, _without_zeros(by_source), given.unranked)


def _without_zeros(sums: dict[Source, int]) -> dict[Source, int]:
    return {source: chips for source, chips in sums.items() if chips}
