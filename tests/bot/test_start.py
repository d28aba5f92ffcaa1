"""What a start reads of a database that has grown for years, and what is found without walking through everybody."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, event

from bot.ledger import PersonSaved
from bot.messages import Place
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.seeds import SEED

GROWS = "hand|deal|key_slot|journal|once|person|player_limit|log_entry|log_node|message|post|game_table|guest"
"""The tables that grow with hands and with people, but for those that every start adds up."""

SHORT = ("ix_key_slot_kept", "ix_hand_unannounced")
"""Indexes with few rows: of the keys of a week, and of hands that are not announced yet."""


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """What the database is asked meanwhile, with the parameters."""
    asked: list[tuple[str, Any]] = []

    def noted(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", noted)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", noted)


def walks(file: Path, asked: list[tuple[str, Any]], grows: str = GROWS) -> list[str]:
    """The statements that walk through a table that grows, by what the database plans to do for them."""
    found = []
    with closing(sqlite3.connect(file)) as connection:
        for statement, parameters in asked:
            if "LIMIT" in statement or not statement.startswith(("SELECT", "WITH", "UPDATE", "DELETE")):
                continue
            named = "|".join([grows, *(name for _, name in re.findall(rf"\b({grows}) AS (\w+)", statement))])
            for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters):
                if re.match(rf"SCAN ({named})\b", step) and not step.endswith(SHORT):
                    found.append(f"{step}: {statement}")
    return found


async def test_a_start_walks_through_no_table_that_grows_with_hands_or_people(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        await scenario.deal("sari", "budi")
        await scenario.end()
        with statements() as asked:
            await scenario.begin()
        await scenario.end()
        assert len(asked) > 20
        assert walks(scenario.file, asked) == []
        assert walks(scenario.file, [("SELECT count(*) FROM person AS p, hand", ())]), "it would be found"


async def test_people_are_read_when_their_group_or_they_themselves_are_needed(tmp_path: Path) -> None:
    elsewhere = "test:elsewhere"
    async with Scenario(tmp_path) as scenario:
        strangers = [PersonSaved(f"test:{number}", elsewhere, f"Stranger {number}") for number in range(50)]
        await scenario.app.ledger.commit((*strangers, PersonSaved(player_id("sari"), elsewhere, "Sari", "id")))
        await scenario.sit("sari", "budi")
        await scenario.restart()
        members = scenario.app.members
        assert {each.player for each in members.of_group(GROUP)} == {player_id("sari"), player_id("budi")}
        assert members.of_group(elsewhere) == []

        assert set(await members.groups_of(player_id("sari"))) == {GROUP, elsewhere}
        assert members.language(elsewhere, player_id("sari")) == "id"
        assert not members.knows(elsewhere, "test:7")

        scenario.name = elsewhere
        await scenario.do("sari", "help")
        assert len(members.of_group(elsewhere)) == 51
        assert members.named(elsewhere, "Stranger 7").player == "test:7"


async def test_who_sits_where_is_found_as_by_looking_at_every_table(tmp_path: Path) -> None:
    """People sit down, get up, move and open tables at random; the index always agrees with the tables themselves."""
    rng, names = Random(f"index {SEED}"), ["sari", "budi", "wati", "dewi", "agus"]
    channels, most, moved = ["one", "two", "three"], 0, set()
    async with Scenario(tmp_path) as scenario:
        lines = ["open qiuqiu", "join", "leave", "close", "host budi", "computer"]
        for step in range(120):
            name, channel = rng.choice(names), rng.choice(channels)
            await scenario.say(name, rng.choice(lines), channel=channel)
            if step == 60:
                await scenario.app.membership.moved(GROUP, "test:moved")
                scenario.name = "test:moved"
            tables = scenario.app.tables
            everywhere = tables.all_open()
            most = max(most, len(everywhere))
            moved |= {table.state.id for table in everywhere if step == 60}
            for each in (*names, "computer"):
                player = player_id(each)
                seated = [table for table in everywhere if table.state.chair_of(player) is not None]
                assert tables.all_of_player(player) == seated
                assert (tables.of_player(player) is None) == (not seated)
            for each in channels:
                place = Place(scenario.name, each)
                assert tables.all_at(place) == [table for table in everywhere if table.state.place == place]
                assert tables.at(place) is next(iter(tables.all_at(place)), None)
            assert tables.of_group(scenario.name) == everywhere
            assert tables.of_group("test:none") == []
        assert most == len(channels)
        assert moved
