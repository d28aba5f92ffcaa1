"""A database from before hands were packed is packed at its first start, and a kill on the way changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.ledger import Ledger
from bot.ledger.schema_upgrade import HEAD
from tests.bot.older_databases import stepped_back
from tests.bot.scenario import Scenario, url_of

BEFORE = "0014"


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as opened:
        yield opened


async def played(scenario: Scenario) -> None:
    """Hands of all three games: one to its showdown, one that is called off, one reversed, one still running."""
    scenario.admins.add("admin")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("admin", "bank void 1 they had seen the cards")
    await scenario.wait(8)
    await scenario.finish_hand()
    await scenario.wait(8)
    await scenario.do("admin", "stop")
    await scenario.sit("sari", "budi", channel="other")
    await scenario.do("sari", "start", channel="other")
    await scenario.act("check", channel="other")


def contents(file: Path) -> dict[str, list[Any]]:
    """What stands in the tables that the migration changes."""
    with closing(sqlite3.connect(file)) as connection:
        tables = ("alembic_version", "hand", "deal", "record_piece", "journal", "transfer", "receipt")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        found = [name for name in tables if name in there]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in found}  # noqa: S608


async def test_an_older_database_is_packed_whole_or_not_at_all(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(scenario)
    ledger = scenario.app.ledger
    hands = [await ledger.stored_hand(hand) for hand in range(1, 5)]
    assert sum(hand is not None for hand in hands) == 4
    await scenario.end()
    packed = contents(scenario.file)
    stepped_back(scenario.file, BEFORE)
    older = contents(scenario.file)
    assert len(older["journal"]) > len(packed["journal"])

    statement, fails_at = 0, 0

    def executed(*_: object) -> None:
        nonlocal statement
        statement += 1
        if statement == fails_at:
            raise OSError("killed")

    event.listen(Engine, "before_cursor_execute", executed)
    try:
        while True:
            statement, fails_at = 0, fails_at * 4 // 3 + 1
            with suppress(OSError):
                await (await Ledger.open(url_of(scenario.file.parent), now=scenario.clock.utc)).close()
            left = contents(scenario.file)
            if left["alembic_version"] == [(HEAD,)]:
                break
            assert left == older, f"killed before statement {fails_at}"
    finally:
        event.remove(Engine, "before_cursor_execute", executed)
    assert fails_at > 30, "it was killed at many steps"
    async with await Ledger.open(url_of(scenario.file.parent), now=scenario.clock.utc) as once_more:
        assert (await once_more.audit()).sound
    now = contents(scenario.file)
    assert now["transfer"] == packed["transfer"]
    assert len(now["journal"]) < len(older["journal"]), "some are packed"
    assert [row[3:] for row in now["deal"]] == [row[3:] for row in packed["deal"]]
    assert now["record_piece"] == packed["record_piece"], "packed to the same bytes"
    async with await Ledger.open(url_of(scenario.file.parent), now=scenario.clock.utc) as again:
        for hand, before in enumerate(hands, start=1):
            after = await again.stored_hand(hand)
            assert after is not None
            assert before is not None
            assert after.row.record == before.row.record
            assert after.journal == before.journal
    await scenario.begin()
    await scenario.finish_hand("other")
    await scenario.sound()
