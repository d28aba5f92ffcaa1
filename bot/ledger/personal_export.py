"""Everything that the database holds of one player, read by the same list that erasing goes by, in the same steps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, LargeBinary, Table, or_, select

from bot.ledger import schema
from bot.ledger.erasure import Rewriter, Whereabouts, rows_of_step, searched_tables
from bot.ledger.packed_journal import lines_of
from bot.ledger.personal_data import PERSONAL_DATA, Holds

ACCOUNT: Final = "account"
"""The column by which tables of numbers say whose row it is."""

_IN_JSON: Final = (Holds.JSON, Holds.SETTINGS, Holds.MESSAGE)


def export_step(
    connection: Connection, rewriter: Rewriter, at: Whereabouts
) -> tuple[dict[str, list[dict[str, Any]]], Whereabouts | None]:
    """The rows of some part of a table in which a player stands, by the table they belong to, and where to go on."""
    table, rows, after = rows_of_step(connection, searched_tables(), rewriter, at)
    found = {table.name: [shown for row in rows if (shown := _shown(table, row, rewriter))]}
    if table is schema.hand:
        found[schema.journal.name] = list(_lines(connection, rows, rewriter))
    return found, after


def _lines(connection: Connection, hands: list[Any], rewriter: Rewriter) -> Iterator[dict[str, Any]]:
    """What a player did in hands, as it stood in the journal before it was packed."""
    tables = {hand.id: hand.table_id for hand in hands}
    for hand, lines in lines_of(connection, hands).items():
        for line in lines:
            if rewriter.ids(line.actor) != line.actor:
                yield {"table_id": tables[hand], "hand": hand, **line._asdict()}


def numbers_of(connection: Connection, player: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """What stands under the numbers of a player's accounts: their transfers, and the rows of tables of numbers."""
    accounts = schema.account.c
    own = select(accounts.id).where(accounts.player == player)
    moved = schema.transfer
    theirs = or_(moved.c.source_account.in_(own), moved.c.target_account.in_(own))
    transfers = connection.execute(select(moved).where(theirs)).mappings()
    yield "transfers of your accounts", [_plain(moved, dict(row)) for row in transfers]
    for name, table in sorted(schema.metadata.tables.items()):
        if ACCOUNT in table.c:
            rows = connection.execute(select(table).where(table.c[ACCOUNT].in_(own))).mappings()
            yield name, [dict(row) for row in rows]


def _shown(table: Table, row: Mapping[str, Any], rewriter: Rewriter) -> dict[str, Any]:
    """A row as its player may have it; of what others stand in as well only the part about them."""
    shown = _plain(table, row)
    stands = False
    for name, holds in PERSONAL_DATA[table.name].items():
        value = row[name]
        if not isinstance(value, str) or not value:
            continue
        if holds in _IN_JSON:
            shown[name] = list(_parts(json.loads(value), rewriter))
            stands = stands or bool(shown[name])
        elif rewriter.text(value) != value:
            shown[name] = value
            stands = True
    return shown if stands else {}


def _plain(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a row, and of its texts those that are no one's; of bytes how many there are."""
    held = PERSONAL_DATA.get(table.name, {})
    plain: dict[str, Any] = {}
    for column in table.columns:
        value, holds = row[column.name], held.get(column.name, Holds.NOTHING)
        if isinstance(column.type, LargeBinary):
            if holds is Holds.PICTURE:
                plain[column.name] = f"{len(value)} bytes"
        elif holds in (Holds.NOTHING, Holds.FINGERPRINT, Holds.LANGUAGE, Holds.NOTATION, Holds.TEXT, Holds.IDS):
            plain[column.name] = value
    return plain


def _parts(value: Any, rewriter: Rewriter) -> Iterator[Any]:
    """The smallest parts of JSON in which a player stands."""
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
