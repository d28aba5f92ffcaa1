"""The lines of a journal that belong to a finished hand, packed into its own row.

Fifty lines with a player's id, a table's and a time in each take two kilobytes and an index; packed they take a tenth
of that. An actor is the seat that they had, so nobody is named who is not named by the hand; a line that names anybody
else, or has a word in it that somebody typed, stays in the journal as it is.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select, update

from bot.ledger import schema
from bot.ledger.batch import shown_of

VERSION: Final = b"\x01"
"""The first byte; a later way of packing has another, and this one stays readable."""

TYPED: Final = "shuffle"
"""How a line begins that has a word in it which somebody typed."""

_WORDS: Final = (
    b'"all-in","claim dui","claim win","bid ","pass-bank","lapse call","lapse pass","lapse discard ","told 3-dui",'
    b'"declare","raise 40","raise 20","bet 10","check","call","fold","show","stake 5","close","pick-up","win","dui",'
    b'"draw","discard 12","pass","pass","pass"],[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],[[0,1,2,3,4,5,0,1,2,3,4,5],'
)
"""What packed lines often have in them; never changed, since what is stored was compressed with it."""

_hand, _line = schema.hand, schema.journal

PACKED: Final[Sequence[Any]] = (_hand.c.id, _hand.c.players, _hand.c.lines)
"""What the packed lines of a hand are read by."""


class Line(NamedTuple):
    """One line of the journal of a hand."""

    seq: int
    at: int
    """As it is stored."""

    actor: str
    text: str


def pack(lines: Sequence[Line], players: Sequence[str]) -> bytes:
    """Lines in few bytes.

    Args:
        lines: what was done, in order.
        players: who was dealt in, by seat; nobody else did anything in these lines.
    """
    seats = {"": 0} | {player: seat for seat, player in enumerate(players, start=1)}
    columns = (
        [seats[line.actor] for line in lines],
        _steps(line.seq for line in lines),
        _steps(line.at for line in lines),
        [line.text for line in lines],
    )
    deflating = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=_WORDS)
    content = json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()
    return VERSION + deflating.compress(content) + deflating.flush()


def unpack(content: bytes, players: Sequence[str]) -> list[Line]:
    """The lines that were packed.

    Raises:
        ValueError: they were packed in a way that is not known here.
    """
    if content[:1] != VERSION:
        raise ValueError("a journal was packed by a newer version")
    inflated = zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_WORDS).decompress(content[1:])
    seats, seqs, times, texts = json.loads(inflated)
    actors = ("", *players)
    rows = zip(accumulate(seqs), accumulate(times), [actors[seat] for seat in seats], texts, strict=True)
    return [Line(*row) for row in rows]


def _steps(numbers: Iterable[int]) -> list[int]:
    return [after - before for before, after in pairwise((0, *numbers))]


def lines_of(connection: Connection, rows: Sequence[Any]) -> dict[int, list[Line]]:
    """The packed lines of hands, by their numbers; whatever cannot be read has none.

    Args:
        connection: within the transaction.
        rows: rows of ``hand``, with ``id``, ``players`` and ``lines``.
    """
    packed = {row.id: bytes(row.lines) for row in rows if row.lines}
    players = {row.id: json.loads(row.players) for row in rows if row.id in packed}
    return {hand: unpack(content, players[hand]) for hand, content in packed.items()}


_FOUND: Final = (
    select(_line.c.seq, _line.c.at, _line.c.actor, _line.c.text, _line.c.table_id)
    .where(_line.c.hand == bindparam("_hand"), _line.c.table_id != bindparam("_shown"))
    .order_by(_line.c.seq)
)
_STORED: Final = update(_hand).where(_hand.c.id == bindparam("_hand")).values(lines=bindparam("_lines"))
_REMOVED: Final = delete(_line).where(_line.c.table_id == bindparam("_table"), _line.c.seq == bindparam("_seq"))


def last_seq(connection: Connection, table: str) -> int:
    """The number of the newest line of a table, wherever it is; zero if there is none."""
    packed = (
        select(*PACKED)
        .where(_hand.c.table_id == table, _hand.c.lines.is_not(None))
        .order_by(_hand.c.number.desc())
        .limit(1)
    )
    found = lines_of(connection, connection.execute(packed).all())
    newest = connection.execute(select(func.max(_line.c.seq)).where(_line.c.table_id == table)).scalar() or 0
    return max([newest, *[line.seq for lines in found.values() for line in lines]])


def pack_lines(connection: Connection, hand: int) -> None:
    """Pack what was done in a hand that is over.

    Args:
        connection: within the transaction that ends the hand.
        hand: its number among all hands.
    """
    players = json.loads(connection.execute(select(_hand.c.players).where(_hand.c.id == hand)).scalar_one())
    actors = {"", *players}
    found = connection.execute(_FOUND, {"_hand": hand, "_shown": shown_of(hand)}).all()
    packed = [row for row in found if row.actor in actors and ":" not in row.text and not row.text.startswith(TYPED)]
    if packed:
        lines = [Line(row.seq, row.at, row.actor, row.text) for row in packed]
        connection.execute(_STORED, {"_hand": hand, "_lines": pack(lines, players)})
        connection.execute(_REMOVED, [{"_table": row.table_id, "_seq": row.seq} for row in packed])
