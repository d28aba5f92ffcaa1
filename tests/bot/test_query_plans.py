"""No command walks through what grows with the years of a group, since all wait for the one connection meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.commands import SPECS, spec_of
from bot.ledger import queries
from bot.ledger.newest_position import file_beside
from bot.messages import Reply
from tests.bot.fake_chat import buttons
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.bot.test_start import GROWS, statements, walks
from tests.command_samples import line
from tools.benchmarks import played_years

HANDS, HANDS_A_TABLE = 2_000, 2
NAMES = ("sari", "budi", *(f"guest{number}" for number in range(played_years.PEOPLE_A_GROUP - 2)))

MOST_STEPS = 4_000
"""Of SQLite's machine, for one statement: to look at each table of such a group takes as many, at each hand more."""

EVERYTHING = {"audit", "bank confirm", "export", "export me", "forget me", "forget now"}
"""What adds up anew or tells all that ever was, and is asked seldom: its queries may take longer."""

JOINING = {spec.handler for spec in SPECS if spec.name.startswith("link ")}
"""What reads whole groups that join or part, and needs two of them."""


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
        await scenario.deal("sari", "budi")
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
    await scenario.deal("sari", "budi")


async def _lesson(scenario: Scenario) -> None:
    for text in ("practice qiuqiu", "hint", "leave"):
        await scenario.do("sari", text, channel="lesson")


async def _evening(scenario: Scenario) -> None:
    """Carry out what is refused to somebody in a hand or without one that can be shown."""
    await scenario.set_rules("gifts 100", "disclosure unanimous")
    await scenario.let_computers_play()
    await scenario.sit("sari", "budi")
    for text in ("add computer", "remove computer", "pause", "resume", "host budi", "shuffle word", "gift budi 5"):
        await scenario.do("sari", text)
    await scenario.do("budi", "start")
    await scenario.finish_hand()
    await scenario.do("sari", "rebuy 10")
    hand = scenario.hand().id - await scenario.app.ledger.numbers.count_of(GROUP)
    for text in ("verify", "verify details", "disclose", "replay", "share hand", "show cards"):
        await scenario.do("sari", f"{text} {hand}")
    for text in ("set ante 20", "draft", "discard", "set ante 20", "apply", "undo", "save friday", "delete friday"):
        await scenario.do("sari", f"house {text}")
    for text in ("house import kiu1 qiuqiu sumatra", "season open Spring", "season table 1", "bank void 1 misdeal"):
        await scenario.do("sari", text)
    await scenario.say("sari", "bank take budi 5 word")
    await scenario.do("sari", "bank discard")
    await scenario.press("sari", buttons((await scenario.say("sari", "forget me")).message)[-1])
    await scenario.do("sari", "close")


async def test_no_command_walks_through_what_grows(old_group: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, tuple[str, Any]] = {}
    carried_out: set[str] = set()
    say = old_group.say

    async def said(name: str, text: str, **how: Any) -> Reply:
        spec = spec_of(text)
        assert spec is not None, text
        with statements() as found:
            reply = await say(name, text, **how)
        if not reply.refused:
            carried_out.add(spec.handler)
        if spec.name not in EVERYTHING:
            # Of many rows that are stored by one statement, one tells the plan.
            for statement, given in found:
                asked[statement] = (spec.name, given[0] if given and isinstance(given[0], tuple) else given)
        return reply

    monkeypatch.setattr(old_group, "say", said)
    old_group.admins.add("sari")
    await _lesson(old_group)
    await _evening(old_group)
    for spec in SPECS:
        for optional in (True, False):
            await _play(old_group)
            await old_group.say("sari", line(spec, optional=optional).replace("somebody:42", "budi"))
    for page in ("commands money", "house section betting"):
        await old_group.say("sari", page)
    await old_group.end()
    assert {spec.handler for spec in SPECS} - carried_out - JOINING == set()

    walked = []
    with closing(sqlite3.connect(old_group.file)) as connection:
        for statement, (name, parameters) in asked.items():
            plan = walks(old_group.file, [(statement, parameters)], f"{GROWS}|posting|entry|account|player_tally")
            taken = steps(connection, statement, parameters) if statement.startswith(("SELECT", "WITH")) else 0
            # All hands of their players are read once after one was declared void.
            anew = "hand.facts" in statement and "hand.voided" in statement
            walked += [f"{name}: {taken} steps, {statement}"] if (plan or taken > MOST_STEPS) and not anew else []
    assert len(asked) > 40
    assert walked == []
