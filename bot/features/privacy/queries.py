"""Export of a person's rows, and erasure: one row with platform id and names is emptied.

Every other row has only the number of that row. No chips move, and journals stay playable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, LargeBinary, Table, Text, and_, delete, insert, or_, select, tuple_, update

from bot.ledger import PSEUDONYM, STACK, WALLET, Account, Ledger, LedgerError, name_of, schema
from bot.ledger.identities import identities_of
from bot.ledger.times import microseconds

ACCOUNT: Final = "account"
"""The column with the owner in tables of numbers."""

ROWS_A_STEP: Final = 20_000
"""Rows per transaction, a few hundredths of a second."""


class Whereabouts(NamedTuple):
    table: int
    after: tuple[Any, ...] = ()


# --- forgetting ----------------------------------------------------------------------------------------------------


def erase_person(
    connection: Connection, at: int, player: str, names: Mapping[str, str], outlasting: Mapping[str, datetime]
) -> str:
    """Empty the row of a player and return their pseudonym.

    Posts with their ``names`` by group are rewritten, since the local room stores them as they were shown. Afterwards
    only free pages (:meth:`Ledger.clean_free_space`) and memory may name them. ``outlasting`` has hashes with their
    expiry. Raise ``LedgerError`` if the player has new chips.
    """
    if chips_left(connection, player):
        raise LedgerError("somebody who is to be forgotten has chips")
    guest, limit, message, post = schema.guest, schema.player_limit, schema.message, schema.post
    connection.execute(delete(guest).where(guest.c.player == player))
    connection.execute(delete(limit).where(limit.c.player == player))
    connection.execute(delete(message).where(message.c.slot.endswith(f"@{player}", autoescape=True)))
    pseudonym = f"{PSEUDONYM}{identities_of(connection).number(player)}"
    for group, name in names.items():
        texts = (json.dumps(name, ensure_ascii=False)[1:-1], player)
        named = or_(*(post.c.body.contains(each, autoescape=True) for each in texts))
        here = post.c.place.startswith(group, autoescape=True)
        for row in connection.execute(select(post).where(here, named)).all():
            this = and_(post.c.place == row.place, post.c.number == row.number)
            body = _without(json.loads(row.body), player, name, name_of(pseudonym))
            connection.execute(update(post).where(this).values(body=json.dumps(body, ensure_ascii=False), picture=b""))
    kept, asked = schema.erased_newcomer, schema.erasure
    for known, until in outlasting.items():
        connection.execute(delete(kept).where(kept.c.hash == known))
        connection.execute(insert(kept).values(hash=known, until=microseconds(until)))
    connection.execute(delete(asked).where(asked.c.player == player))
    connection.execute(insert(asked).values(player="", at=at))
    return identities_of(connection).forget(connection, player)


def _without(value: Any, player: str, name: str, shown: str) -> Any:
    """Return a post with another name for a player, without their own words and without pictures."""
    if isinstance(value, str):
        return re.sub(rf"(?<!\w)(?:{re.escape(name)}|{re.escape(player)})(?!\w)", shown, value)
    if isinstance(value, list):
        return [_without(each, player, name, shown) for each in value]
    if not isinstance(value, dict):
        return value
    own = {"text": "…"} if value.get("player") == player else {}
    return {key: None if key == "picture" else _without(each, player, name, shown) for key, each in value.items()} | own


def chips_left(connection: Connection, player: str, group: str = "") -> list[tuple[Account, int]]:
    """Return wallets and stacks with chips, practice included."""
    found = schema.account.c
    owned = or_(found.owner == player, found.owner.endswith(f"/{player}", autoescape=True))
    query = select(found.kind, found.group_id, found.owner, found.balance)
    query = query.where(found.kind.in_((WALLET, STACK)), found.balance > 0, owned)
    rows = connection.execute(query.where(found.group_id == group) if group else query)
    return [(Account(kind, of_group, owner), balance) for kind, of_group, owner, balance in rows]


def sits(connection: Connection, player: str) -> bool:
    """Return true if a player has a chair at an open table, perhaps one of another process."""
    tables = schema.game_table.c
    naming = select(tables.state).where(tables.open, tables.state.contains(player, autoescape=True))
    chairs = [each for state in connection.execute(naming).scalars() for each in json.loads(state)["chairs"]]
    return any(each and each["player"] == player for each in chairs)


def leave_group(connection: Connection, player: str, group: str) -> None:
    people = schema.person
    connection.execute(delete(people).where(people.c.player == player, people.c.group_id == group))


def drop_newcomers(connection: Connection, before: datetime) -> None:
    kept = schema.erased_newcomer
    connection.execute(delete(kept).where(kept.c.until < microseconds(before)))


# --- exporting -----------------------------------------------------------------------------------------------------


async def export(ledger: Ledger, player: str) -> dict[str, list[dict[str, Any]]]:
    """Return all data of a player by table, read in steps."""
    tables: dict[str, list[dict[str, Any]]] = {}
    at: Whereabouts | None = Whereabouts(0)
    while at is not None:
        found, at = await ledger.read(export_step, player, at)
        for name, rows in found.items():
            tables.setdefault(name, []).extend(rows)
    tables |= await ledger.read(numbers_of, player)
    return {name: rows for name, rows in tables.items() if rows}


def export_step(
    connection: Connection, player: str, at: Whereabouts
) -> tuple[dict[str, list[dict[str, Any]]], Whereabouts | None]:
    """Return a player's rows in part of a table, and the next position."""
    tables = [each for each in schema.metadata.sorted_tables if ACCOUNT not in each.c and _texts(each)]
    table, own = tables[at.table], re.compile(rf"(?<!\w){re.escape(player)}(?!\w)")
    key = list(table.primary_key.columns)
    beyond = [tuple_(*key) > tuple_(*at.after)] if at.after else []
    last = connection.execute(select(*key).where(*beyond).order_by(*key).limit(1).offset(ROWS_A_STEP - 1)).first()
    within = [] if last is None else [tuple_(*key) <= tuple_(*last)]
    named = or_(*(table.c[each].contains(player, autoescape=True) for each in _texts(table)))
    rows = connection.execute(select(table).where(named, *beyond, *within)).mappings()
    found = {table.name: [shown for row in rows if (shown := _shown(table, row, own))]}
    if last is not None:
        return found, Whereabouts(at.table, tuple(last))
    return found, Whereabouts(at.table + 1) if at.table + 1 < len(tables) else None


def numbers_of(connection: Connection, player: str) -> dict[str, list[dict[str, Any]]]:
    """Return postings and number tables of a player's accounts."""
    accounts = schema.account.c
    own = select(accounts.id).where(accounts.player == player)
    posting, entry = schema.posting, schema.entry.c
    theirs = select(entry.posting).where(entry.account.in_(own))
    postings = connection.execute(select(posting).where(posting.c.id.in_(theirs))).mappings()
    found = {"postings of your accounts": [dict(row) for row in postings]}
    for name, table in sorted(schema.metadata.tables.items()):
        if ACCOUNT in table.c:
            rows = connection.execute(select(table).where(table.c[ACCOUNT].in_(own))).mappings()
            found[name] = [dict(row) for row in rows]
    return found


def _texts(table: Table) -> list[str]:
    return [column.name for column in table.columns if isinstance(column.type, Text)]


def _shown(table: Table, row: Any, own: re.Pattern[str]) -> dict[str, Any]:
    """Return a row that names a player; of JSON only the parts that do."""
    shown = {name: value for name, value in row.items() if not isinstance(table.c[name].type, LargeBinary)}
    texts = [name for name in _texts(table) if row[name]]
    if not any(own.search(row[name]) for name in texts):
        return {}
    for name in texts:
        if row[name].startswith(("{", "[")):
            shown[name] = list(_parts(json.loads(row[name]), own))
    return shown


def _parts(value: Any, own: re.Pattern[str]) -> Iterator[Any]:
    if isinstance(value, str):
        if own.search(value):
            yield value
    elif isinstance(value, list):
        texts = [each for each in value if isinstance(each, str)]
        if len(texts) < len(value) and any(map(own.search, texts)):
            yield value
        else:
            for each in value:
                yield from _parts(each, own)
    elif isinstance(value, dict):
        if own.fullmatch(str(value.get("player"))):
            yield value
            return
        for key, each in value.items():
            if own.search(key) or (isinstance(each, str) and own.search(each)):
                yield {key: each}
            else:
                yield from _parts(each, own)
