"""What the mint of a group gave to whom, and that it comes to what all hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final, NamedTuple

from bot.features.mint.queries import Given, Held
from bot.messages import PlayerId, is_computer


class Source(StrEnum):
    """For what the mint gives chips, and takes them back."""

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
"""What each reason of a transfer belongs to; any other belongs to :attr:`Source.OTHERS`."""

BETWEEN_PLAYERS: Final = frozenset({"gift"})
"""The reasons of transfers from one player to another, which the mint has no part in."""


class Account(NamedTuple):
    """What the mint gave one player."""

    player: PlayerId
    by_source: dict[Source, int]
    """What it gave, without what it took back, by what for; without zeros."""

    from_computers: int
    """What they won from computer players in hands with them, or lost to them."""

    @property
    def given(self) -> int:
        """All that it gave, without what it took back."""
        return sum(self.by_source.values())


@dataclass(frozen=True, slots=True)
class MintAudit:
    """What the mint gave to everybody, beside what everybody holds."""

    people: tuple[Account, ...]
    """Who has gained most from the mint and from computer players first."""

    computers: int
    """What it gave to computer players."""

    held: Held

    @property
    def by_source(self) -> dict[Source, int]:
        """What it gave to people, by what for; without zeros."""
        return _without_zeros({source: sum(each.by_source.get(source, 0) for each in self.people) for source in Source})

    @property
    def from_computers(self) -> int:
        """What people won from computer players, or lost to them if it is negative."""
        return sum(each.from_computers for each in self.people)

    @property
    def odd_chips(self) -> int:
        """What it gave to nobody: odd chips that went back to it when a table was closed count as taken."""
        people = sum(each.given for each in self.people)
        return -self.held.mint - people - self.computers - self.held.practice

    @property
    def balances(self) -> bool:
        """True if all that was given out is what all hold."""
        return self.held.mint + self.held.total == 0


def audited(given: Iterable[Given], held: Held) -> MintAudit:
    """What the mint gave, of what is known of every player."""
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
