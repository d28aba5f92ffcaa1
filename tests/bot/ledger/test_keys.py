"""Keys show nowhere while they are kept, and are nowhere once they are erased."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import traceback
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from bot.ledger import (
    HandClosed,
    HandRow,
    HandVoided,
    Ledger,
    NotStored,
    PackDisclosed,
    PacksSealed,
    SealBroken,
    WriteRefused,
    queries,
    schema,
)
from bot.ledger.database import VERBOSE_LOGGERS

from .conftest import KEYS, hand_opened, now, url_of

LATER = datetime(2100, 1, 1, tzinfo=UTC)
RECORD = '{"hash":"%s"}'


def found(path: Path, keys: list[bytes]) -> int:
    """How many of the keys lie anywhere in the database or beside it."""
    files = [each.read_bytes() for each in path.parent.iterdir()]
    return sum(any(key in content for content in files) for key in keys)


async def test_erased_keys_are_nowhere_in_the_files(path: Path) -> None:
    """Tables play side by side, so that hands are stored and closed in any order and rows are moved about."""
    entropy = random.Random(7)
    packs = {hand: [os.urandom(32) for _ in range(4)] for hand in range(1, 241)}
    picked, others = [keys[0] for keys in packs.values()], [key for keys in packs.values() for key in keys[1:]]
    shuffled = sorted(packs, key=lambda hand: (hand // 12, entropy.random()))
    async with await Ledger.open(url_of(path), now=now) as ledger:

        async def play(hand: int) -> None:
            keys, table = b"".join(packs[hand]), f"t{hand % 12}"
            opened = replace(hand_opened(hand), keys=keys, sealed="s" * entropy.randrange(900))
            await ledger.commit((PacksSealed(table, hand, 0, keys),))
            await ledger.commit((opened, SealBroken(table)))
            record = RECORD % ("r" * entropy.randrange(100, 9000))
            await ledger.commit((HandClosed(hand, (1, -1), record=record, record_hash="h", key=packs[hand][0]),))

        for start in range(0, len(shuffled), 12):
            await asyncio.gather(*(play(hand) for hand in shuffled[start : start + 12]))
        await ledger.commit((PackDisclosed(1, RECORD % ("d" * 500)), HandVoided(2, "wrong", RECORD % ("v" * 500))))
        assert found(path, picked) >= len(picked) - 1, "what is kept must be found, or this search finds nothing"
        assert await ledger.erase_keys(LATER) == len(picked) - 1
        assert found(path, picked + others) == 0
        # What is always as long as before is overwritten where it stands.
        lengths = text("SELECT DISTINCT length(content) FROM key_slot")
        assert await ledger.read(lambda c: c.execute(lengths).all()) == [(129,)]
    assert found(path, picked + others) == 0


async def running(ledger: Ledger, hand: int) -> HandRow:
    row = await ledger.read(queries.hand, hand)
    assert row is not None
    return row


async def test_a_log_that_cannot_be_emptied_is_told(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    await ledger.commit((hand_opened(1), HandClosed(1, (1, -1), record="{}", record_hash="h", key=KEYS[:32])))
    with monkeypatch.context() as patched:
        patched.setattr("bot.ledger.database._outside", lambda *_: (1, 5, 0))
        with pytest.raises(NotStored, match="in use"):
            await ledger.erase_keys(LATER)
    assert await ledger.erase_keys(LATER) == 0
    assert (await running(ledger, 1)).keys == b""


async def test_only_hands_whose_keys_are_kept_are_looked_at(ledger: Ledger) -> None:
    """Or erasing would go through all hands that were ever played."""
    executed: list[tuple[str, Any]] = []

    def look(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        executed.append((statement, parameters))

    engine: Any = ledger._database._engine
    event.listen(engine, "before_cursor_execute", look)
    await ledger.erase_keys(LATER)
    statement, parameters = next(each for each in executed if each[0].startswith("UPDATE"))

    def plan(connection: Connection) -> str:
        return str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all())

    assert "USING INDEX ix_key_slot_kept" in await ledger.read(plan)


async def test_no_key_is_in_a_log_or_an_error(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Every logger writes all it can, statements fail, and still nobody reads a key."""
    canaries = [os.urandom(32) for _ in range(4)]
    keys = b"".join(canaries)
    opened = replace(hand_opened(1), keys=keys)
    for name in ("", *VERBOSE_LOGGERS, "sqlalchemy", "sqlalchemy.engine", "sqlalchemy.pool"):
        caplog.set_level(logging.DEBUG, name)
    told: list[str] = []
    async with await Ledger.open(url_of(path), now=now) as ledger:
        logging.getLogger("aiosqlite").info("a control: what is no detail is written")
        await ledger.commit((opened, PacksSealed("t", 2, 0, keys)))
        rows = [
            opened,
            await ledger.read(queries.hand, 1),
            await ledger.read(queries.seal, "t"),
            PacksSealed("t", 2, 0, keys),
        ]
        told += [repr(row) for row in rows]
        for refused in (opened, PacksSealed("t", 2, 0, keys), PacksSealed("t", 3, 0, keys * 2)):
            with pytest.raises(WriteRefused) as refusal:
                await ledger.commit((refused,))
            told.append("".join(traceback.format_exception(refusal.value)))

        def fail(connection: Connection) -> None:
            connection.execute(insert(schema.deal).values(hand=404, sealed=keys.hex()))

        with pytest.raises(Exception, match="FOREIGN KEY") as failure:
            await ledger.read(fail)
        told.append("".join(traceback.format_exception(failure.value)))
        closed = HandClosed(1, (1, -1), record="{}", record_hash="h", key=canaries[0])
        await ledger.commit((closed,))
        told.append(repr(closed))
        await ledger.commit((HandVoided(1, "wrong", "{}"),))
    written = caplog.text + "".join(told)
    assert "a control" in written
    assert "INSERT INTO deal" in written, "a control: the statement that failed is told"
    for canary in canaries:
        for shape in (repr(canary)[2:-1], canary.hex()):
            assert shape not in written
