"""A host moves from SQLite to PostgreSQL and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, Table

from bot.__main__ import main
from bot.cluster import copying
from bot.cluster.locks import FIRST_CLASS, Kind
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START
from bot.ledger import locked
from tests.bot import scenario
from tests.bot.scenario import Scenario
from tools.postgresql import Server


def copy(source: object, target: object, code: int = 0) -> str:
    """Copy as a host does, and return what was said."""
    done = CliRunner().invoke(main, ["copy", str(source), str(target)])
    assert done.exit_code == code, done.output
    return done.output


async def in_mid_hand(folder: Path) -> Path:
    """Play a hand and begin another, and return the database."""
    async with Scenario(folder) as home:
        await home.deal("sari", "budi")
        await home.finish_hand()
        await home.do(home.cutter, "start")
        return home.file


async def test_a_hand_goes_on_in_a_copy_and_in_its_copy(
    tmp_path: Path, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgresql.new_database()
    async with Scenario(tmp_path) as home:
        await home.deal("sari", "budi")
        await home.act("bet 20")
        state = home.state()
        await home.end()
        assert "Copied and verified: " in copy(home.file, url)
        monkeypatch.setattr(scenario, "url_of", lambda _: url)
        await home.begin()
        assert home.state() == state
        await home.finish_hand()
        await home.do("dewi", "join")
        await home.do(home.cutter, "start")
        state, chips = home.state(), await home.all_chips()
        await home.end()
        home.file.rename(home.file.with_name("before"))
        copy(url, home.file)
        monkeypatch.undo()
        await home.begin()
        assert home.state() == state
        assert await home.all_chips() == chips
        await home.finish_hand()
        await home.sound()


async def test_only_an_empty_database_is_filled(tmp_path: Path, postgresql: Server) -> None:
    played, url = await in_mid_hand(tmp_path), postgresql.new_database()
    copy(played, url)
    assert "is not empty" in copy(played, url, EXIT_CANNOT_START)
    other = await in_mid_hand(tmp_path / "other")
    kept = other.read_bytes()
    assert "already" in copy(url, other, EXIT_CANNOT_START)
    assert other.read_bytes() == kept
    assert "nothing to copy" in copy(postgresql.new_database(), tmp_path / "new", EXIT_CANNOT_START)
    assert "no database" in copy("mysql://host/kiu", url, EXIT_CANNOT_START)


async def test_nothing_is_copied_while_kiu_runs(tmp_path: Path, postgresql: Server) -> None:
    played, url = await in_mid_hand(tmp_path), postgresql.new_database()
    with locked(played):
        assert "stop it first" in copy(played, url, EXIT_ANOTHER_INSTANCE)
    with psycopg.connect(url.replace("+psycopg", "")) as process:
        process.execute("SELECT pg_advisory_lock(%s, 31)", (FIRST_CLASS + Kind.SLOT,))
        assert "stop all its processes" in copy(played, url, EXIT_ANOTHER_INSTANCE)
    copy(played, url)


@pytest.mark.parametrize("to_file", [True, False], ids=["to SQLite", "to PostgreSQL"])
async def test_a_copy_that_differs_is_not_kept(
    tmp_path: Path, postgresql: Server, monkeypatch: pytest.MonkeyPatch, to_file: bool
) -> None:
    played = await in_mid_hand(tmp_path)
    target = str(tmp_path / "copy") if to_file else postgresql.new_database()
    write = copying._write

    def without_the_last(connection: Connection, table: Table, rows: Iterable[copying.Row]) -> None:
        write(connection, table, list(rows)[: -1 if table.name == "journal" else None])

    monkeypatch.setattr(copying, "_write", without_the_last)
    assert "not what was copied" in copy(played, target, EXIT_CANNOT_START)
    monkeypatch.undo()
    copy(played, target)


async def test_a_text_that_only_sqlite_can_store_is_refused(tmp_path: Path, postgresql: Server) -> None:
    played = await in_mid_hand(tmp_path)
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("INSERT INTO player_limit VALUES ('a', char(0))")
    assert "The table player_limit cannot be copied" in copy(played, postgresql.new_database(), EXIT_CANNOT_START)
