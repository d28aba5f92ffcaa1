"""No command walks through what grows with the years of a group, since all wait for the one connection meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.commands.catalogue import COMMANDS
from bot.ledger import queries
from bot.ledger.newest_position import file_beside
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.bot.test_start import GROWS, statements, walks
from tests.command_samples import line
from tools.benchmarks import played_years

HANDS, HANDS_A_TABLE = 2_000, 2
NAMES = ("sari", "budi", *(f"guest{number}" for number in range(played_years.PEOPLE_A_GROUP - 2)))

MOST_STEPS = 4_000
"""Of SQLite's machine, for one statement: to look at each table of such a group takes as many, at each hand more."""

EVERYTHING = {"audit", "bank confirm", "export", "export me", "forget me"}
"""What adds up anew or tells all that ever was, and is asked seldom."""


def steps(connection: sqlite3.Connection, statement: str, parameters: Any) -> int:
    """How many steps a query takes, in hundreds."""
    hundreds = 0

    def stepped() -> int:
        nonlocal hundreds
        hundreds += 1
        return 0

    connection.set_progress_handler(stepped, 100)
    connection.execute(statement, parameters).fetchall()
    return hundreds * 100


@pytest.fixture
async def old_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    """A group whose twelve people have played for years, and another one after it."""
    async with Scenario(tmp_path / "new") as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        await scenario.finish_hand()
        await scenario.do("sari", "close")
        table = await scenario.app.ledger.read(queries.table, "1")
        assert table is not None
    monkeypatch.setattr(played_years, "HANDS_A_TABLE", HANDS_A_TABLE)
    monkeypatch.setattr(played_years, "group_name", lambda group: "test:newer" if group else GROUP)
    monkeypatch.setattr(played_years, "player_name", lambda group, number: player_id(f"{NAMES[number]}{group or ''}"))
    scenario = Scenario(tmp_path / "old")
    async with scenario:
        await scenario.end()
        scenario.file.unlink()
        await asyncio.to_thread(played_years.fill, scenario.file, 2 * HANDS, hands_a_group=HANDS)
        with closing(sqlite3.connect(scenario.file)) as connection, connection:
            connection.execute("UPDATE game_table SET state = ?", (table.state,))
        file_beside(scenario.file).unlink()
        await scenario.begin()
        yield scenario


async def _play(scenario: Scenario) -> None:
    """Let Sari sit in a hand, whatever has become of the table."""
    if scenario.is_open() and scenario.state().playing is not None and scenario.state().chair_of(player_id("sari")):
        return
    if scenario.is_open():
        await scenario.do("sari", "close")
        await scenario.wait(100)
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")


async def test_no_command_walks_through_what_grows(old_group: Scenario) -> None:
    asked: dict[str, tuple[str, Any]] = {}
    old_group.admins.add("sari")
    for spec in COMMANDS:
        for optional in (True, False) if spec.name not in EVERYTHING else ():
            await _play(old_group)
            with statements() as found:
                await old_group.say("sari", line(spec, optional=optional).replace("somebody:42", "budi"))
            # Of many rows that are stored by one statement, one tells the plan.
            asked |= {
                statement: (spec.name, given[0] if given and isinstance(given[0], tuple) else given)
                for statement, given in found
            }
    await old_group.end()

    walked = []
    with closing(sqlite3.connect(old_group.file)) as connection:
        for statement, (name, parameters) in asked.items():
            plan = walks(old_group.file, [(statement, parameters)], f"{GROWS}|account|player_count|player_best")
            taken = steps(connection, statement, parameters) if statement.startswith(("SELECT", "WITH")) else 0
            walked += [f"{name}: {taken} steps, {statement}"] if plan or taken > MOST_STEPS else []
    assert len(asked) > 40
    assert walked == []
