"""Renaming of a group with accounts, people, tables and hands, in one transaction.

Postings and journals never change; chips move only where somebody has accounts in both groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any, Final

from sqlalchemy import Connection, Row, Table, and_, delete, exists, func, insert, select, update

from bot.ledger import schema
from bot.ledger.account import MOST_CHIPS, WALLET
from bot.ledger.batch import NEWEST_POSTING
from bot.ledger.dialect import dialect_of
from bot.ledger.errors import WriteRefused
from bot.ledger.statements import STATEMENTS
from bot.ledger.writes import COUNTERS

GIVEN_ONCE: Final = ("newcomer", "daily")
"""Gifts once in a group or a day; their update keys begin with word and group."""

_account, _hand, _table, _message = schema.account, schema.hand, schema.game_table, schema.message
_person, _once = schema.person, schema.once
_posted = schema.posted_head


def move_group(connection: Connection, at: int, old: str, new: str, settings: Sequence[Any]) -> None:
    """Move a group with its settings into another, adding chips up; nothing of either may be under way."""
    for kind, theirs, ours, chips in _accounts_in_both(connection, old, new):
        if kind == WALLET:
            _merge_player(connection, theirs, ours)
        if chips:
            _merge_chips(connection, theirs, ours, chips, at)
    _rename_accounts(connection, old, new)
    _move_people(connection, old, new)
    _remember_what_was_given(connection, old, new)
    _forget_public_messages(connection, old)
    _move_posted_heads(connection, old, new)
    _add_up(connection, schema.group_count, old, new)
    for each in (_hand, _table):
        connection.execute(update(each).where(each.c.group_id == old).values(group_id=new))
    for saved in settings:
        if dialect_of(connection).one(connection, STATEMENTS["GroupSaved"], astuple(saved)) != 1:
            raise WriteRefused("the settings of a group have changed")


def _accounts_in_both(connection: Connection, old: str, new: str) -> Sequence[Row[str, int, int, int]]:
    ending, going_on = _account.alias("ending"), _account.alias("going_on")
    both = (
        select(ending.c.kind, ending.c.id, going_on.c.id, ending.c.balance)
        .join(going_on, and_(going_on.c.kind == ending.c.kind, going_on.c.owner == ending.c.owner))
        .where(ending.c.group_id == old, going_on.c.group_id == new)
    )
    return connection.execute(both).all()


def _merge_player(connection: Connection, theirs: int, ours: int) -> None:
    """Merge statements and statistics of two wallets."""
    entry = schema.entry
    connection.execute(update(entry).where(entry.c.holder == theirs).values(holder=ours))
    _add_up(connection, schema.player_sum, theirs, ours)
    for counter in COUNTERS:
        counter.merge(connection, theirs, ours)


def _add_up(connection: Connection, table: Table, old: int | str, new: int | str) -> None:
    """Store the rows of an account or group, their first column, as another's."""
    owner = next(iter(table.c))
    for _, *row in connection.execute(delete(table).where(owner == old).returning(*table.c)).all():
        statement = STATEMENTS["GroupCounted" if table is schema.group_count else table.name]
        dialect_of(connection).one(connection, statement, (new, *row))


def _merge_chips(connection: Connection, theirs: int, ours: int, chips: int, at: int) -> None:
    # Only the mint is below zero; its chips now come from the new mint.
    source, target = (theirs, ours) if chips > 0 else (ours, theirs)
    _transfer(connection, source, target, abs(chips), at)
    for account, change in ((theirs, -chips), (ours, chips)):
        dialect_of(connection).one(connection, STATEMENTS["balance"], (change, account))


def _transfer(connection: Connection, source: int, target: int, chips: int, at: int) -> None:
    """Post any number of chips, in parts; they stay with their player."""
    posting = schema.posting
    number, newest = connection.execute(NEWEST_POSTING).first() or (0, 0)
    while chips:
        amount, number = min(chips, MOST_CHIPS), number + 1
        row = {"id": number, "at": max(at, newest), "reason": "moved", "actor": "", "note": ""}
        connection.execute(insert(posting).values(row))
        for account, change in ((source, -amount), (target, amount)):
            connection.execute(insert(schema.entry).values(posting=number, account=account, amount=change))
        chips -= amount


def _rename_accounts(connection: Connection, old: str, new: str) -> None:
    other = _account.alias("other")
    taken = exists(
        select(other.c.id).where(
            other.c.group_id == new, other.c.kind == _account.c.kind, other.c.owner == _account.c.owner
        )
    )
    connection.execute(update(_account).where(_account.c.group_id == old, ~taken).values(group_id=new))


def _move_people(connection: Connection, old: str, new: str) -> None:
    before = _person.alias("before")
    chosen = select(before.c.language).where(before.c.group_id == old, before.c.player == _person.c.player)
    known = exists(chosen)
    silent = update(_person).where(_person.c.group_id == new, _person.c.language == "", known)
    connection.execute(silent.values(language=chosen.scalar_subquery()))
    now = _person.alias("now")
    twice = exists(select(now.c.player).where(now.c.group_id == new, now.c.player == _person.c.player))
    connection.execute(delete(_person).where(_person.c.group_id == old, twice))
    connection.execute(update(_person).where(_person.c.group_id == old).values(group_id=new))


def _remember_what_was_given(connection: Connection, old: str, new: str) -> None:
    key = _once.c.key
    for what in GIVEN_ONCE:
        before, after = f"{what}:{old}:", f"{what}:{new}:"
        # A range can use the index, unlike a pattern.
        given = select(func.replace(key, before, after)).where(key >= before, key < before[:-1] + ";")
        there = select(key).where(key >= after, key < after[:-1] + ";")
        connection.execute(insert(_once).from_select(["key"], given.except_(there)))


def _move_posted_heads(connection: Connection, old: str, new: str) -> None:
    there = _posted.alias("there")
    twice = exists(select(there.c.size).where(there.c.group_id == new, there.c.channel == _posted.c.channel))
    connection.execute(delete(_posted).where(_posted.c.group_id == old, twice))
    connection.execute(update(_posted).where(_posted.c.group_id == old).values(group_id=new))


def _forget_public_messages(connection: Connection, group: str) -> None:
    tables = select(_table.c.id).where(_table.c.group_id == group)
    public = _message.c.slot.not_like("%@%")
    connection.execute(delete(_message).where(_message.c.table_id.in_(tables), public))
