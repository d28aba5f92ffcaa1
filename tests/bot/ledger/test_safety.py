"""What happens off the normal path: concurrency, faults, other processes, tampering."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text

from bot.ledger import (
    AnotherInstance,
    AuditFailed,
    CannotOpen,
    DatabaseTooNew,
    JournalLine,
    Ledger,
    LogAppended,
    NotStored,
    Transfer,
    mint,
    queries,
    wallet,
)
from bot.ledger.database import PRAGMAS, make_safe
from engine.fairness.transparency_log import Entry, EntryKind
from tests.bot.failing_disk import full_disk
from tests.child_processes import child_lines
from tests.patience import LONGEST_WAIT
from tests.rows import rows

from .conftest import GROUP, hand_opened, now, url_of

ROOT = Path(__file__).parents[3]
MINT, ANN = mint(GROUP), wallet(GROUP, "ann")


def _twenty_payments(path: Path, *, hooks: bool) -> tuple[int, int]:
    """Twenty threads each pay 50 of 1,000 chips by reading and writing balances; what both accounts hold then."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 30, "isolation_level": None if hooks else ""})
    if hooks:
        make_safe(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE holding (name TEXT PRIMARY KEY, chips INTEGER)"))
        connection.execute(text("INSERT INTO holding VALUES ('payer', 1000), ('payee', 0)"))

    def pay(_: int) -> None:
        with engine.begin() as connection:
            held = {}
            for name in ("payer", "payee"):
                query = text("SELECT chips FROM holding WHERE name = :name")
                held[name] = connection.execute(query, {"name": name}).scalar_one()
            time.sleep(0.002)
            change = text("UPDATE holding SET chips = :chips WHERE name = :name")
            connection.execute(change, {"name": "payer", "chips": held["payer"] - 50})
        with engine.begin() as connection:
            # The payee is paid by a sum in the database, as it is often done.
            connection.execute(text("UPDATE holding SET chips = chips + 50 WHERE name = 'payee'"))

    with ThreadPoolExecutor(20) as threads:
        list(threads.map(pay, range(20)))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT name, chips FROM holding")).all()
        held = {row.name: row.chips for row in rows}
    engine.dispose()
    return held["payer"], held["payee"]


def test_without_the_hooks_chips_are_created_and_with_them_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    naive = _twenty_payments(tmp_path / "naive.db", hooks=False)
    assert sum(naive) > 1000, "the trap no longer exists: the hooks may be unnecessary"
    # Several connections, which the exclusive lock would forbid: here each transaction has only its own lock.
    monkeypatch.setitem(PRAGMAS, "locking_mode", "normal")
    assert _twenty_payments(tmp_path / "safe.db", hooks=True) == (0, 1000)


async def test_concurrent_commits_conserve_every_chip(ledger: Ledger) -> None:
    players = [wallet(GROUP, f"p{number}") for number in range(10)]
    await ledger.commit(tuple(Transfer(MINT, each, 100, "start") for each in players))

    async def play(number: int) -> None:
        for step in range(30):
            source, target = players[number % 10], players[(number + step % 9 + 1) % 10]
            await asyncio.gather(ledger.commit((Transfer(source, target, 40, "x"),)), return_exceptions=True)

    await asyncio.gather(*(play(number) for number in range(40)))
    balances = await ledger.read(queries.balances, GROUP)
    assert sum(balances.values()) == 1000
    assert min(balances.values()) >= 0
    audit = await ledger.audit()
    assert audit.sound
    assert audit.postings > 100


async def test_nobody_is_answered_before_the_commit(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    dialect = ledger._database._engine.dialect
    committed = dialect.do_commit

    def commit(connection: Any) -> None:
        order.append("commit begins")
        committed(connection)
        order.append("commit ends")

    monkeypatch.setattr(dialect, "do_commit", commit)

    async def one(number: int) -> None:
        await ledger.commit((Transfer(MINT, wallet(GROUP, f"p{number}"), 1, "x"),))
        order.append("answer")

    await asyncio.gather(*(one(number) for number in range(50)))
    assert order == ["commit begins", "commit ends", *["answer"] * 50]


async def test_when_the_disk_fails_nobody_is_answered_and_nothing_counts(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ledger.commit((Transfer(MINT, ANN, 10, "x"),))
    dialect = ledger._database._engine.dialect
    with monkeypatch.context() as patched:

        def full(_: Any) -> None:
            raise full_disk()

        patched.setattr(dialect, "do_commit", full)
        outcomes = await asyncio.gather(
            *(ledger.commit((Transfer(MINT, ANN, 10, "x"),)) for _ in range(5)), return_exceptions=True
        )
        assert [type(each) for each in outcomes] == [NotStored] * 5
        assert "disk is full" in str(outcomes[0])
    assert await ledger.read(queries.balance, ANN) == 10
    await ledger.commit((Transfer(MINT, ANN, 1, "x"),))
    assert await ledger.read(queries.balance, ANN) == 11


async def test_a_full_database_refuses_and_recovers(ledger: Ledger) -> None:
    """The same with a real SQLITE_FULL."""

    def pages(limit: int) -> Callable[[Connection], None]:
        return lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}").close()

    await ledger.commit((Transfer(MINT, ANN, 10, "x"),))
    await ledger.read(pages(1))
    big = "x" * 20_000
    outcomes = await asyncio.gather(
        *(ledger.commit((JournalLine("t", seq, None, "a", big),)) for seq in range(50)), return_exceptions=True
    )
    assert {type(each) for each in outcomes} == {NotStored}
    await ledger.read(pages(1_000_000))
    assert await ledger.read(queries.last_seq, "t") == 0
    await ledger.commit((JournalLine("t", 1, None, "a", big),))


@rows(__file__)
async def test_the_past_cannot_be_changed(ledger: Ledger, attack: str) -> None:
    logged = LogAppended(Entry(EntryKind.SEALED, bytes(16), 1, 0, bytes(32)))
    await ledger.commit((Transfer(MINT, ANN, 10, "x"), JournalLine("t", 1, None, "a", "call"), logged))

    def strike(connection: Connection) -> None:
        connection.exec_driver_sql(attack)

    with pytest.raises(Exception, match=r"append-only|(?i:check constraint)|near .OR"):
        await ledger.read(strike)
    assert (await ledger.audit()).sound


async def test_every_pragma_holds(ledger: Ledger) -> None:
    def settings(connection: Connection) -> dict[str, object]:
        # The driver must begin no transaction of its own: BEGIN IMMEDIATE is ours.
        driver: Any = connection.connection.dbapi_connection
        assert driver.isolation_level is None
        names = ("journal_mode", "synchronous", "foreign_keys", "locking_mode", "secure_delete", "trusted_schema")
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}

    assert await ledger.read(settings) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "locking_mode": "exclusive",
        "secure_delete": 1,
        "trusted_schema": 0,
    }


async def test_the_file_is_private(path: Path) -> None:
    def mode(of: Path) -> int:
        return of.stat().st_mode & 0o777

    async with await Ledger.open(url_of(path), now=now):
        assert mode(path) == 0o600
        assert mode(path.parent) == 0o700
        assert mode(Path(f"{path}-wal")) == 0o600


async def test_a_second_instance_is_refused_at_once(ledger: Ledger, path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(AnotherInstance, match="Another instance"):
        await Ledger.open(url_of(path), now=now)
    assert time.monotonic() - started < LONGEST_WAIT / 4
    # And by the database itself, for a program that knows nothing of the lock file.
    other = sqlite3.connect(path, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("SELECT * FROM account")
    other.close()
    await ledger.commit((Transfer(MINT, ANN, 1, "x"),))


async def _tampered(path: Path, *statements: str) -> None:
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit((hand_opened(1), Transfer(MINT, ANN, 10, "x")))
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


async def test_a_newer_database_is_refused(path: Path) -> None:
    await _tampered(path, "PRAGMA user_version = 9999")
    with pytest.raises(DatabaseTooNew, match="9999"):
        await Ledger.open(url_of(path), now=now)


@rows(__file__)
async def test_the_audit_finds_what_was_tampered_with(path: Path, tampering: str, fault: str) -> None:
    await _tampered(path, tampering)
    with pytest.raises(AuditFailed, match=fault):
        await Ledger.open(url_of(path), now=now)


@pytest.mark.parametrize("content", [b"this is not a database, however long you look at it" * 100, None])
async def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other.db"
    if content is None:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE recipe (name TEXT)")
        connection.close()
    else:
        path.write_bytes(content)
    with pytest.raises(CannotOpen):
        await Ledger.open(url_of(path), now=now)


async def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotOpen, match="cannot be used"):
        await Ledger.open(url_of(tmp_path / "file" / "kiu.db"), now=now)


async def test_a_ledger_may_live_in_memory() -> None:
    async with await Ledger.open("sqlite+aiosqlite://", now=now) as ledger:
        await ledger.commit((Transfer(MINT, ANN, 10, "x"),))
        assert (await ledger.audit()).sound


async def test_a_reader_that_gives_up_disturbs_nobody(ledger: Ledger) -> None:
    for wait in range(20):
        reading = asyncio.ensure_future(ledger.read(queries.balances, GROUP))
        writing = asyncio.ensure_future(ledger.commit((Transfer(MINT, ANN, 1, "x"),)))
        for _ in range(wait):
            await asyncio.sleep(0)
        reading.cancel()
        writing.cancel()
    await ledger.commit((Transfer(MINT, ANN, 100, "x"),))
    assert await ledger.read(queries.balance, ANN) >= 100
    assert (await ledger.audit()).sound


PROGRAM = """
import asyncio, os, sys
from datetime import UTC, datetime
from bot.ledger import JournalLine, Ledger, Transfer, mint, wallet

async def main():
    ledger = await Ledger.open(sys.argv[1], now=lambda: datetime.now(UTC))
    way = sys.argv[2]
    if way == "kill":
        async def one(player):
            for number in range(1, 10**6):
                line = JournalLine(player, number, None, player, "call")
                await ledger.commit((line, Transfer(mint("h"), wallet("h", player), 1, "x")))
                os.write(1, f"{player} {number}\\n".encode())
        await asyncio.gather(*(one(f"p{n}") for n in range(20)))
    await ledger.commit((Transfer(mint("h"), wallet("h", "ann"), 1, "x"),))
    if way == "close":
        await ledger.close()
    if way == "raise":
        async with ledger:
            raise RuntimeError("planned")
    if way == "forgotten":
        raise RuntimeError("planned")

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("way", "code"), [("close", 0), pytest.param("raise", 1, marks=pytest.mark.soak), ("forgotten", 1)]
)
def test_the_process_ends(path: Path, way: str, code: int) -> None:
    command = [sys.executable, "-c", PROGRAM, url_of(path), way]
    done = subprocess.run(command, cwd=ROOT, timeout=LONGEST_WAIT, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr


@pytest.mark.parametrize("after", [400, *(pytest.param(each, marks=pytest.mark.soak) for each in (50, 1500))])
def test_what_was_acknowledged_outlives_a_kill(path: Path, after: int) -> None:
    command = [sys.executable, "-c", PROGRAM, url_of(path), "kill"]
    with child_lines(*command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after)]
        process.kill()
        lines += [line for line in process.stdout if line.endswith("\n")]
    told = {player: int(number) for player, number in map(str.split, lines)}

    async def check() -> None:
        async with await Ledger.open(url_of(path), now=now) as ledger:
            for player, acknowledged in told.items():
                stored = await ledger.read(queries.last_seq, player)
                assert stored >= acknowledged
                assert await ledger.read(queries.balance, wallet("h", player)) == stored

    assert told
    asyncio.run(check())
