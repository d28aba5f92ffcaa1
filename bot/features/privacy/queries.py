"""Export and erasure of a person's data wherever it is stored.

Ids may be in any text; the schema marks columns with names or typed words. The long history changes in steps, so that
no turn waits, everything else in one transaction. No chips move, and journals stay playable.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    Column,
    Connection,
    LargeBinary,
    Table,
    Text,
    and_,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)

from bot.features.privacy.rewriting import Erased, Rewriter, without_picture
from bot.ledger import PSEUDONYM, STACK, WALLET, Account, Ledger, LedgerError, schema
from bot.ledger.schema import HOLDS, Holds
from bot.ledger.times import microseconds

HISTORY: Final = (schema.deal, schema.hand, schema.journal, schema.posting)
"""Tables rewritten in steps."""

WITHOUT_PEOPLE: Final = frozenset(("erased_newcomer", "erasure", "erasure_key", "key_slot", "rule_set", "seal"))
"""Tables without people, or only until their row is handled."""

OWN_ROWS: Final = frozenset(("guest", "message", "player_limit"))
"""Tables that lose the rows of their player."""

ACCOUNT: Final = "account"
"""The column with the owner in tables of numbers."""

ROWS_A_STEP: Final = 20_000
"""Rows per transaction, a few hundredths of a second."""

SHUFFLE: Final = "shuffle"
"""Journal mark of a player's word for the deal; the record has the word by chair."""

NEEDLES: Final = 24
"""Most texts searched by the database; beyond, every row is read."""

NOBODY: Final[Mapping[str, Any]] = MappingProxyType({})

Position: TypeAlias = "tuple[Any, ...] | None"
"""The key of the last row read; ``None`` before the first."""


class Whereabouts(NamedTuple):
    """A position in the tables."""

    table: int
    after: Position = None


# --- forgetting ----------------------------------------------------------------------------------------------------


async def erase_history(ledger: Ledger, pseudonyms: Mapping[str, str], group: str = "") -> None:
    """Replace players by pseudonyms in the history, repeatably; they must be idle and in no running hand."""
    people = await ledger.read(with_names, pseudonyms, group)
    at: Whereabouts | None = Whereabouts(0)
    while at is not None:
        at = await ledger.rewrite(rewrite_step, people, group, at)


def erase_people(
    connection: Connection,
    at: int,
    pseudonyms: Mapping[str, str],
    group: str = "",
    *,
    lasting: Mapping[str, str] = NOBODY,
    newcomers: Mapping[str, datetime] = NOBODY,
) -> Rewriter:
    """Replace players outside the already changed history; return the rewriter.

    Afterwards only free pages (:meth:`Ledger.clean_free_space`) and memory may name them. ``lasting`` has ids for bans
    and removals, ``newcomers`` hashes with their expiry. Raise ``LedgerError`` if they have new chips.
    """
    if any(chips_left(connection, player, group) for player in pseudonyms):
        raise LedgerError("somebody who is to be forgotten has chips")
    people = with_names(connection, pseudonyms, group, lasting)
    rewriter, person = Rewriter(people), schema.person
    for each in people:
        own = update(person).where(person.c.player == each.player, *_of_group(person, group))
        connection.execute(own.values(name=each.name, language=""))
    for table in _searched_tables():
        if table not in HISTORY:
            _rewrite(connection, table, _found(connection, table, rewriter, *_of_group(table, group)), rewriter)
    kept = schema.erased_newcomer
    for known, until in newcomers.items():
        connection.execute(delete(kept).where(kept.c.hash == known))
        connection.execute(insert(kept).values(hash=known, until=microseconds(until)))
    asked = schema.erasure
    connection.execute(delete(asked).where(asked.c.player.in_(list(pseudonyms))))
    connection.execute(insert(asked), [{"player": "", "pseudonym": each, "at": at} for each in pseudonyms.values()])
    return rewriter


def rewrite_step(connection: Connection, people: Sequence[Erased], group: str, at: Whereabouts) -> Whereabouts | None:
    """Change some rows of the history; return the next position, or ``None`` at the end."""
    rewriter = Rewriter(people)
    table, rows, after = _rows_of_step(connection, HISTORY, rewriter, at, group)
    _rewrite(connection, table, rows, rewriter)
    return after


def with_names(
    connection: Connection, pseudonyms: Mapping[str, str], group: str = "", lasting: Mapping[str, str] = NOBODY
) -> list[Erased]:
    """Return players to forget with the names that are theirs alone."""
    names: dict[str, set[str]] = {player: set() for player in pseudonyms}
    others: set[str] = set()
    for table in (schema.person, schema.guest):
        for player, name in connection.execute(select(table.c.player, table.c.name).where(*_of_group(table, group))):
            names.get(player, others).add(name.casefold())
    counted = Counter(name for each in names.values() for name in each)
    theirs = {player: {each for each in own - others if counted[each] == 1} for player, own in names.items()}
    return [
        Erased(player, pseudonym, frozenset(theirs[player]), lasting.get(player, ""))
        for player, pseudonym in pseudonyms.items()
    ]


def chips_left(connection: Connection, player: str, group: str = "") -> list[tuple[Account, int]]:
    """Return wallets and stacks with chips, practice included."""
    found = schema.account.c
    query = select(found.kind, found.group_id, found.owner, found.balance)
    with_chips = query.where(found.kind.in_((WALLET, STACK)), found.balance > 0, _owned_by(player))
    rows = connection.execute(with_chips.where(*_of_group(schema.account, group)))
    return [(Account(kind, group, owner), balance) for kind, group, owner, balance in rows]


def _owned_by(player: str) -> Any:
    # A pattern would take an underscore of an id for any sign.
    ending = f"/{player}"
    owner = schema.account.c.owner
    return or_(owner == player, func.substr(owner, -len(ending)) == ending)


def drop_newcomers(connection: Connection, before: datetime) -> None:
    """Delete expired hashes."""
    kept = schema.erased_newcomer
    connection.execute(delete(kept).where(kept.c.until < microseconds(before)))


# --- exporting -----------------------------------------------------------------------------------------------------


async def export(ledger: Ledger, player: str) -> dict[str, list[dict[str, Any]]]:
    """Return all data of a player by table, read in steps."""
    rewriter = Rewriter(await ledger.read(with_names, {player: PSEUDONYM}))
    tables: dict[str, list[dict[str, Any]]] = {}
    at: Whereabouts | None = Whereabouts(0)
    while at is not None:
        found, at = await ledger.read(export_step, rewriter, at)
        for name, rows in found.items():
            tables.setdefault(name, []).extend(rows)
    tables |= await ledger.read(numbers_of, player)
    return {name: rows for name, rows in tables.items() if rows}


def export_step(
    connection: Connection, rewriter: Rewriter, at: Whereabouts
) -> tuple[dict[str, list[dict[str, Any]]], Whereabouts | None]:
    """Return a player's rows in part of a table, and the next position."""
    table, rows, after = _rows_of_step(connection, _searched_tables(), rewriter, at)
    found = {table.name: [shown for row in rows if (shown := _shown(table, row, rewriter))]}
    return found, after


def numbers_of(connection: Connection, player: str) -> dict[str, list[dict[str, Any]]]:
    """Return postings and number tables of a player's accounts."""
    accounts = schema.account.c
    own = select(accounts.id).where(accounts.player == player)
    posting, entry = schema.posting, schema.entry.c
    theirs = select(entry.posting).where(entry.account.in_(own))
    postings = connection.execute(select(posting).where(posting.c.id.in_(theirs))).mappings()
    found = {"postings of your accounts": [_plain(posting, row) for row in postings]}
    for name, table in sorted(schema.metadata.tables.items()):
        if ACCOUNT in table.c:
            rows = connection.execute(select(table).where(table.c[ACCOUNT].in_(own))).mappings()
            found[name] = [dict(row) for row in rows]
    return found


def _shown(table: Table, row: Any, rewriter: Rewriter) -> dict[str, Any]:
    shown, stands = _plain(table, row), False
    for column in _texts(table):
        value = row[column.name]
        if not value:
            continue
        if (holds := column.info.get(HOLDS)) in _IN_JSON:
            shown[column.name] = list(_parts(json.loads(value), rewriter))
            stands = stands or bool(shown[column.name])
        elif (rewriter.ids if holds is None else rewriter.text)(value) != value:
            shown[column.name] = value
            stands = True
    return shown if stands else {}


def _plain(table: Table, row: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for column in table.columns:
        value, holds = row[column.name], column.info.get(HOLDS)
        if holds is Holds.PICTURE:
            plain[column.name] = f"{len(value)} bytes"
        elif not isinstance(column.type, LargeBinary) and holds in (None, Holds.TYPED):
            plain[column.name] = value
    return plain


def _parts(value: Any, rewriter: Rewriter) -> Iterator[Any]:
    if isinstance(value, str):
        if rewriter.text(value) != value:
            yield value
    elif isinstance(value, list):
        if value and isinstance(value[0], str) and rewriter.ids(value[0]) != value[0] and not _all_texts(value):
            yield value
        else:
            for each in value:
                yield from _parts(each, rewriter)
    elif isinstance(value, dict):
        player = value.get("player")
        if isinstance(player, str) and rewriter.ids(player) != player:
            yield value
            return
        for key, each in value.items():
            if rewriter.ids(key) != key or (isinstance(each, str) and rewriter.text(each) != each):
                yield {key: each}
            else:
                yield from _parts(each, rewriter)


def _all_texts(value: list[Any]) -> bool:
    return all(isinstance(each, str) for each in value)


# --- rows ----------------------------------------------------------------------------------------------------------

_IN_JSON: Final = (Holds.JSON, Holds.SETTINGS, Holds.MESSAGE)
_TEXTS: Final = {
    None: Rewriter.ids,
    Holds.TYPED: Rewriter.text,
    Holds.JSON: Rewriter.in_json,
    Holds.SETTINGS: Rewriter.in_settings,
    Holds.MESSAGE: Rewriter.in_message,
}


def _searched_tables() -> list[Table]:
    tables = [table for name, table in sorted(schema.metadata.tables.items()) if name not in WITHOUT_PEOPLE]
    return [table for table in tables if ACCOUNT not in table.c and _texts(table)]


def _texts(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if isinstance(column.type, Text)]


def _rows_of_step(
    connection: Connection, tables: Sequence[Table], rewriter: Rewriter, at: Whereabouts, group: str = ""
) -> tuple[Table, list[Any], Whereabouts | None]:
    table = tables[at.table]
    key = list(table.primary_key.columns)
    beyond = [] if at.after is None else [_beyond(key, at.after)]
    last = connection.execute(select(*key).where(*beyond).order_by(*key).limit(1).offset(ROWS_A_STEP - 1)).first()
    within = [] if last is None else [~_beyond(key, tuple(last))]
    rows = _found(connection, table, rewriter, *beyond, *within, *_of_group(table, group))
    if last is not None:
        return table, rows, Whereabouts(at.table, tuple(last))
    return table, rows, Whereabouts(at.table + 1) if at.table + 1 < len(tables) else None


def _of_group(table: Table, group: str) -> list[Any]:
    if not group:
        return []
    columns = table.c
    if "group_id" in columns:
        return [columns.group_id == group]
    if "table_id" in columns:
        tables = schema.game_table.c
        return [columns.table_id.in_(select(tables.id).where(tables.group_id == group))]
    if table is schema.posting:
        moved, accounts = schema.entry.c, schema.account.c
        of_group = select(moved.posting).join(schema.account, accounts.id == moved.account)
        return [columns.id.in_(of_group.where(accounts.group_id == group))]
    if "hand" in columns:
        hands = schema.hand.c
        return [columns.hand.in_(select(hands.id).where(hands.group_id == group))]
    if table is schema.chat_group:
        return [columns.id == group]
    named = {"once": "key", "post": "place"}.get(table.name)
    # What is of no group, such as the guests of the local room, is not touched when a group is erased.
    return [false() if named is None else func.instr(columns[named], group) > 0]


def _beyond(key: Sequence[Column[Any]], last: tuple[Any, ...]) -> Any:
    return key[0] > last[0] if len(key) == 1 else tuple_(*key) > tuple_(*last)


def _found(connection: Connection, table: Table, rewriter: Rewriter, *where: Any) -> list[Any]:
    if len(rewriter.needles) <= NEEDLES:
        searched = [func.lower(column) for column in _texts(table)]
        stands = [func.instr(column, needle) > 0 for column in searched for needle in rewriter.needles]
        where = (*where, or_(*stands))
    return list(connection.execute(select(table).where(*where)).mappings())


def _rewrite(connection: Connection, table: Table, rows: Iterable[Any], rewriter: Rewriter) -> None:
    changes = [(row, values) for row in rows if (values := _changed(table, row, rewriter)) is not None]
    if not changes:
        return
    with _append_only_lifted(connection, table):
        for row, values in changes:
            this = and_(*(column == row[column.name] for column in table.primary_key.columns))
            if values:
                connection.execute(update(table).where(this).values(values))
            else:
                connection.execute(delete(table).where(this))


def _changed(table: Table, row: Any, rewriter: Rewriter) -> dict[str, Any] | None:
    """Return new values: empty to delete the row, ``None`` to keep it."""
    values: dict[str, Any] = {}
    columns = {column.name: column.info.get(HOLDS) for column in table.columns if HOLDS in column.info}
    for column in _texts(table):
        name = column.name
        if (
            (holds := columns.get(name)) in _TEXTS
            and row[name]
            and (new := _TEXTS[holds](rewriter, row[name])) != row[name]
        ):
            values[name] = new
    proof = [name for name, holds in columns.items() if holds is Holds.PROOF]
    if any(rewriter.ids(row[name]) != row[name] for name in proof):
        # An admin has typed it as a reason; half a proof would be of no use.
        values |= dict.fromkeys(proof, "")
    if table.name in OWN_ROWS and values:
        return {}
    if table is schema.journal and ("text" in values or ("actor" in values and row["text"].startswith(f"{SHUFFLE} "))):
        values["text"] = SHUFFLE
    for name in (name for name, holds in columns.items() if holds is Holds.PICTURE):
        if values and row[name]:
            values |= {name: b"", "body": without_picture(values.get("body", row["body"]))}
    return values or None


@contextmanager
def _append_only_lifted(connection: Connection, table: Table) -> Iterator[None]:
    found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :table"
    triggers = connection.execute(text(found), {"table": table.name}).all()
    for name, _ in triggers:
        connection.execute(text(f"DROP TRIGGER {name}"))
    yield
    for _, sql in triggers:
        connection.exec_driver_sql(sql)
