"""Chips that move between the books of groups and of their circle, in one transaction with the settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from sqlalchemy import Connection

from bot.ledger import MOST_CHIPS, PSEUDONYM, Account, PersonSaved, Transfer, WriteSet, mint, queries, wallet
from bot.messages import PlayerId, is_computer, platform_of

JOINED: Final = "circle-joined"
LEFT: Final = "circle-left"


class Holding(NamedTuple):
    people: int
    chips: int


def holding(connection: Connection, group: str) -> Holding:
    people = [each for each in queries.people(connection, group) if _is_person(each)]
    return Holding(len(people), sum(_held(connection, group).values()))


def joined(connection: Connection, circle: str, groups: Sequence[str], actor: PlayerId) -> WriteSet:
    writes: list[PersonSaved | Transfer] = []
    for group in groups:
        for player, person in queries.people(connection, group).items():
            if _is_person(player):
                writes.append(PersonSaved(player, circle, person.name))
        for player, chips in _held(connection, group).items():
            writes += _moved(wallet(group, player), mint(group), chips, JOINED, actor)
            writes += _moved(mint(circle), wallet(circle, player), chips, JOINED, actor)
    return tuple(writes)


def parted(connection: Connection, circle: str, groups: Sequence[str], actor: PlayerId) -> WriteSet:
    """Return the transfers by which the chips of a circle come back to its groups, the first to join first."""
    writes: list[Transfer] = []
    for player, homes in divided(connection, circle, groups).items():
        writes += _moved(wallet(circle, player), mint(circle), sum(homes.values()), LEFT, actor)
        for home, chips in homes.items():
            writes += _moved(mint(home.group), home, chips, LEFT, actor)
    return tuple(writes)


def divided(connection: Connection, circle: str, groups: Sequence[str]) -> dict[PlayerId, dict[Account, int]]:
    """Return the wallets in the groups of a circle that get the chips of each of its people."""
    known = {group: queries.people(connection, group).keys() for group in groups}
    held = queries.balances(connection, circle)
    return {
        player: shares(held[player], wallets_for(player, known))
        for player in sorted(held)
        if held[player] and not is_computer(player)
    }


def wallets_for(player: PlayerId, known: Mapping[str, Set[PlayerId]]) -> list[Account]:
    """Return a person's wallets in groups with their people: where they are known, or else in the first group on
    their platform, or in the first of all.
    """
    on_platform = [group for group in known if platform_of(group) == platform_of(player)]
    there = [group for group in on_platform if player in known[group]]
    return [wallet(group, player) for group in there or on_platform[:1] or list(known)[:1]]


def shares(chips: int, wallets: Sequence[Account]) -> dict[Account, int]:
    """Divide chips equally, odd ones to the first wallet."""
    each, odd = divmod(chips, len(wallets))
    return {account: each + (0 if number else odd) for number, account in enumerate(wallets)}


def _held(connection: Connection, group: str) -> dict[PlayerId, int]:
    held = queries.balances(connection, group)
    return {player: held[player] for player in sorted(held) if held[player] and _is_person(player)}


def _is_person(player: PlayerId) -> bool:
    return not is_computer(player) and not player.startswith(PSEUDONYM)


def _moved(source: Account, target: Account, chips: int, reason: str, actor: PlayerId) -> Iterator[Transfer]:
    while chips:
        amount = min(chips, MOST_CHIPS)
        yield Transfer(source, target, amount, reason, actor=actor)
        chips -= amount
