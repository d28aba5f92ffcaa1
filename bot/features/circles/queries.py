"""Chips that move between books, in one transaction with the settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, select

from bot.groups.given_once import daily_key
from bot.ledger import (
    MOST_CHIPS,
    PSEUDONYM,
    Account,
    ChipsOnTables,
    Once,
    PersonSaved,
    Transfer,
    WriteSet,
    mint,
    queries,
    schema,
    wallet,
)
from bot.messages import PlayerId, is_computer, platform_of

JOINED: Final = "circle-joined"
LEFT: Final = "circle-left"
LINKED: Final = "accounts-linked"


class Holding(NamedTuple):
    people: int
    chips: int


def holding(connection: Connection, group: str) -> Holding:
    people = [each for each in queries.people(connection, group) if _is_person(each)]
    return Holding(len(people), sum(_held(connection, group).values()))


def _check_none_open(connection: Connection, groups: Sequence[str]) -> None:
    """Raise ``ChipsOnTables`` for a table that another process has opened just now."""
    tables = schema.game_table.c
    if connection.execute(select(tables.id).where(tables.open, tables.group_id.in_(groups)).limit(1)).first():
        raise ChipsOnTables("a table was opened")


def joined(connection: Connection, circle: str, groups: Sequence[str], actor: PlayerId, day: date) -> WriteSet:
    _check_none_open(connection, [circle, *groups])
    writes: list[PersonSaved | Transfer | Once] = [*_given(connection, groups, [circle], day)]
    for group in groups:
        for player, person in queries.people(connection, group).items():
            if _is_person(player):
                writes.append(PersonSaved(player, circle, person.name))
        for player, chips in _held(connection, group).items():
            writes += _moved(wallet(group, player), mint(group), chips, JOINED, actor)
            writes += _moved(mint(circle), wallet(circle, player), chips, JOINED, actor)
    return tuple(writes)


def apart(connection: Connection, circle: str, *accounts: PlayerId) -> WriteSet:
    """Write nothing; raise ``ChipsOnTables`` while an account has chips on a table, in any process."""
    if queries.seated_in(connection, accounts, circle):
        raise ChipsOnTables("somebody sits at a table")
    return ()


def linked(connection: Connection, circle: str, first: PlayerId, second: PlayerId) -> WriteSet:
    chips = queries.balance(connection, wallet(circle, second))
    apart(connection, circle, first, second)
    return tuple(_moved(wallet(circle, second), wallet(circle, first), chips, LINKED, second))


Accounts: TypeAlias = Mapping[PlayerId, PlayerId]
"""The first account of each second one."""


def parted(
    connection: Connection, circle: str, groups: Sequence[str], accounts: Accounts, actor: PlayerId, day: date
) -> WriteSet:
    """Return the chips of a circle to its groups."""
    _check_none_open(connection, [circle])
    writes: list[Transfer | Once] = [*_given(connection, [circle], groups, day)]
    for player, homes in divided(connection, circle, groups, accounts).items():
        writes += _moved(wallet(circle, player), mint(circle), sum(homes.values()), LEFT, actor)
        for home, chips in homes.items():
            writes += _moved(mint(home.group), home, chips, LEFT, actor)
    return tuple(writes)


def _given(connection: Connection, before: Sequence[str], after: Sequence[str], day: date) -> set[Once]:
    """Keep people who have had a day's chips from those of other groups."""
    given = {
        player
        for group in before
        for player in queries.people(connection, group)
        if queries.is_done(connection, daily_key(group, player, day))
    }
    keys = {daily_key(group, player, day) for group in after for player in given}
    return {Once(key) for key in keys if not queries.is_done(connection, key)}


def divided(
    connection: Connection, circle: str, groups: Sequence[str], accounts: Accounts
) -> dict[PlayerId, dict[Account, int]]:
    known = {group: queries.people(connection, group).keys() for group in groups}
    held = queries.balances(connection, circle)
    return {
        player: shares(
            held[player], wallets_for([player, *(each for each in accounts if accounts[each] == player)], known)
        )
        for player in sorted(held)
        if held[player] and not is_computer(player)
    }


def wallets_for(accounts: Sequence[PlayerId], known: Mapping[str, Set[PlayerId]]) -> list[Account]:
    """Return a person's wallets where an account is known, or in the first group on its platform, or the first."""
    there = [(group, each) for group in known for each in accounts if each in known[group]]
    ways = [(group, each) for group in known for each in accounts if platform_of(group) == platform_of(each)]
    return [wallet(*each) for each in there or ways[:1] or [(next(iter(known)), accounts[0])]]


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
