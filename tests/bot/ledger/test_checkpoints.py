"""The checkpoints of the audit: what a start finds, whatever was changed in the database by other hands."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.ledger import (
    AuditFailed,
    GroupSaved,
    Ledger,
    LedgerClosed,
    Transfer,
    checkpointing,
    full_audit,
    mint,
    stack,
    wallet,
    writer,
)
from bot.ledger.auditing import checkpoint
from bot.ledger.newest_position import file_beside
from tests.bot.fast_database import fast_database
from tests.bot.scenario import Scenario

from .conftest import GROUP, hand_opened, now, url_of

ANN, BO = wallet(GROUP, "ann"), wallet(GROUP, "bo")
GIFTS = 65
MADE_ANEW = "sums of the audit were damaged and are made anew"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Checkpoints are set often, and nobody waits for a disk."""
    monkeypatch.setattr(writer, "CHECKPOINT_EVERY", 10)
    monkeypatch.setattr(full_audit, "TRANSFERS_A_STEP", 7)
    monkeypatch.setattr(full_audit, "WALLETS_A_STEP", 1)
    with fast_database():
        yield


async def _opened(path: Path) -> Ledger:
    return await Ledger.open(url_of(path), now=now)


async def _played(path: Path) -> None:
    """Two people are given chips one by one, and a hand begins."""
    async with await _opened(path) as ledger:
        for number in range(GIFTS):
            await ledger.commit((Transfer(mint(GROUP), (ANN, BO)[number % 2], 10, "gift"),))
        await ledger.commit((hand_opened(1), Transfer(ANN, stack(GROUP, "t", "ann"), 100, "sit-down")))
        await _checkpoint_set(ledger)


async def _checkpoint_set(ledger: Ledger) -> None:
    """Wait until no checkpoint is being set any more; with each query, one step is done."""
    with suppress(LedgerClosed):
        while ledger._writer._next_checkpoint is not None:
            await ledger._writer.read(checkpoint)


def _changed(path: Path, *statements: str) -> None:
    """Change the database as somebody would who has the file, past the triggers that keep the past as it is."""
    with closing(sqlite3.connect(path)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert connection.execute(statement).rowcount, statement
        connection.commit()
    file_beside(path).unlink(missing_ok=True)


def _kept(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()  # noqa: S608
            for table in ("audit_checkpoint", "audited_account", "audited_statement")
        }


async def test_a_running_process_sets_checkpoints_which_are_what_the_audit_of_everything_finds(path: Path) -> None:
    await _played(path)
    ((_, newest, transfers),) = _kept(path)["audit_checkpoint"]
    assert newest == transfers
    assert GIFTS - 10 <= newest <= GIFTS + 1
    _changed(
        path,
        "DELETE FROM statement_line WHERE transfer > (SELECT transfer FROM audit_checkpoint)",
        "DELETE FROM transfer WHERE id > (SELECT transfer FROM audit_checkpoint)",
    )
    with closing(sqlite3.connect(path)) as connection:
        sums = connection.execute(
            "SELECT account, sum(chips) FROM (SELECT source_account AS account, -amount AS chips FROM transfer"
            " UNION ALL SELECT target_account, amount FROM transfer) GROUP BY account"
        ).fetchall()
        lines = connection.execute("SELECT account, count(*), sum(amount) FROM statement_line GROUP BY account")
        assert _kept(path)["audited_account"] == sums
        assert _kept(path)["audited_statement"] == lines.fetchall()


@pytest.mark.parametrize(
    "changed",
    [
        "UPDATE account SET balance = balance + 1 WHERE kind = 'wallet' AND owner = 'bo'",
        "UPDATE transfer SET amount = 11 WHERE id = (SELECT transfer + 1 FROM audit_checkpoint)",
        "DELETE FROM transfer WHERE id = (SELECT max(id) FROM transfer)",
        "DELETE FROM statement_line WHERE transfer = (SELECT max(transfer) FROM statement_line)",
        "UPDATE statement_line SET amount = 11 WHERE transfer = (SELECT max(transfer) FROM statement_line)",
        "UPDATE statement_line SET balance = balance + 1 WHERE transfer = (SELECT max(transfer) FROM statement_line)",
        "UPDATE movement_sum SET amount = amount + 1",
    ],
)
async def test_a_start_finds_a_changed_balance_and_whatever_came_after_the_checkpoint(path: Path, changed: str) -> None:
    await _played(path)
    _changed(path, changed)
    with pytest.raises(AuditFailed):
        await _opened(path)


@pytest.mark.parametrize(
    "changed",
    [
        "UPDATE transfer SET amount = 11 WHERE id = 1",
        "DELETE FROM transfer WHERE id = 3",
        "UPDATE transfer SET source_account = 2, target_account = 1 WHERE id = 2",
        "UPDATE statement_line SET amount = 11 WHERE transfer = 1",
        "DELETE FROM statement_line WHERE transfer = 2",
    ],
)
async def test_what_was_changed_before_the_checkpoint_is_found_by_the_audit_of_everything(
    path: Path, changed: str
) -> None:
    await _played(path)
    _changed(path, changed)
    kept = _kept(path)
    async with await _opened(path) as ledger:
        assert not (await ledger.audit()).sound
    assert _kept(path) == kept, "and its sums are not kept"


@pytest.mark.parametrize(
    "damaged",
    [
        "UPDATE audited_account SET balance = balance + 1 WHERE account = 2",
        "UPDATE audited_account SET balance = balance + account - 2",
        "DELETE FROM audited_account WHERE account = 1",
        "DELETE FROM audited_account",
        "UPDATE audited_statement SET number = number + 1",
        "UPDATE audited_statement SET balance = balance - 1",
        "DELETE FROM audited_statement",
        "UPDATE audit_checkpoint SET transfer = transfer - 1",
        "UPDATE audit_checkpoint SET transfer = transfer + 1",
        "UPDATE audit_checkpoint SET transfer = 0",
        "DELETE FROM audit_checkpoint",
    ],
)
async def test_a_damaged_checkpoint_is_found_and_made_anew(path: Path, damaged: str) -> None:
    await _played(path)
    _changed(path, damaged)
    with capture_logs() as logged:
        async with await _opened(path) as ledger:
            assert (await ledger.audit()).sound
    with capture_logs() as later:
        async with await _opened(path):
            pass
    # Without the checkpoint, or without what it says of a statement, there is nothing that could contradict the books.
    told = "FROM audit_checkpoint" not in damaged and damaged != "DELETE FROM audited_statement"
    assert [each["event"] for each in logged] == [MADE_ANEW] * told
    assert later == []


async def test_no_checkpoint_is_set_on_books_that_do_not_balance(path: Path) -> None:
    await _played(path)
    kept = _kept(path)
    async with await _opened(path) as ledger:
        await ledger._writer.rewrite(_falsified)
        with capture_logs() as logged:
            for _ in range(30):
                await ledger.commit((Transfer(mint(GROUP), ANN, 10, "gift"),))
    assert {each["event"] for each in logged} == {"the books do not balance"}
    assert _kept(path) == kept
    with pytest.raises(AuditFailed, match="wallet of 'ann'"):
        await _opened(path)


def _falsified(connection: Any) -> None:
    connection.exec_driver_sql("UPDATE account SET balance = balance + 5 WHERE kind = 'wallet' AND owner = 'ann'")


async def test_a_process_that_cannot_set_a_checkpoint_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(checkpointing.NextCheckpoint, "step", fails)
    with capture_logs() as logged:
        await _played(path)
    assert {each["event"] for each in logged} == {"no checkpoint of the audit set"}
    assert 1 < len(logged) <= GIFTS / 10
    monkeypatch.undo()
    async with await _opened(path) as ledger:
        assert (await ledger.audit()).transfers == GIFTS + 1


async def test_a_group_that_becomes_another_one_keeps_the_books_sound(path: Path) -> None:
    other = "local:other"
    await _played(path)
    async with await _opened(path) as ledger:
        for _ in range(25):
            await ledger.commit((Transfer(mint(other), wallet(other, "ann"), 7, "gift"),))
        await ledger.move_group(GROUP, other, (GroupSaved(other, "{}"), GroupSaved(GROUP, "{}")))
        for _ in range(15):
            await ledger.commit((Transfer(mint(other), wallet(other, "ann"), 7, "gift"),))
    with capture_logs() as logged:
        async with await _opened(path) as ledger:
            assert (await ledger.audit()).sound
    assert logged == []


async def test_an_evening_with_a_checkpoint_at_every_step_is_sound_at_every_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkpoints fall within hands, between stakes and settlements, on both sides of every kill."""
    monkeypatch.setattr(writer, "CHECKPOINT_EVERY", 1)
    async with Scenario(tmp_path) as scenario:
        await scenario.sit("sari", "budi", "wati")
        await scenario.do("sari", "start")
        for number in range(4):
            await scenario.act(*(("bet 20", "call") if number % 2 == 0 else ()))
            await scenario.die()
            last = await scenario.app.ledger._writer.read(checkpoint)
            assert last is not None
            assert last.transfer > number
            if number % 2:
                await scenario.finish_hand()
                while scenario.state().playing is None:
                    await scenario.wait(5)
        assert (await scenario.app.ledger.audit()).sound
        assert not any(each["event"] == MADE_ANEW for each in scenario.logged)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each step of a checkpoint has changed."""
    step = checkpointing.NextCheckpoint.step
    changed: list[int] = []

    def counted(setting: checkpointing.NextCheckpoint, connection: Any) -> bool:
        before = connection.exec_driver_sql("SELECT total_changes()").scalar()
        going_on = step(setting, connection)
        changed.append(connection.exec_driver_sql("SELECT total_changes()").scalar() - before)
        return going_on

    monkeypatch.setattr(checkpointing.NextCheckpoint, "step", counted)
    return changed


def _to_everybody(people: int) -> tuple[Transfer, ...]:
    return tuple(Transfer(mint(GROUP), wallet(GROUP, f"p{number}"), 10, "gift") for number in range(people))


async def test_others_store_between_the_steps_of_a_checkpoint(
    path: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody is given chips in one transaction, as at the reset of a season, and play goes on meanwhile."""
    people, stored = 300, 0
    for name in ("TRANSFERS_A_STEP", "ACCOUNTS_A_STEP", "STATEMENTS_A_STEP"):
        monkeypatch.setattr(checkpointing, name, 40)
    async with await _opened(path) as ledger:
        await ledger.commit(_to_everybody(people))
        assert len(steps) <= 1, "who stores is answered before"
        while await ledger._writer.read(checkpoint) != (people, people):
            await ledger.commit((Transfer(mint(GROUP), ANN, 10, "gift"),))
            stored += 1
            assert len(steps) <= 1 + 2 * stored, "one before each commit, and one before each query"
    assert stored > people / checkpointing.TRANSFERS_A_STEP
    assert sum(steps) >= 2 * people
    assert max(steps) <= checkpointing.TRANSFERS_A_STEP + 3
    with capture_logs() as logged:
        async with await _opened(path) as ledger:
            assert (await ledger.audit()).sound
    assert logged == []


async def test_a_process_that_ends_at_any_step_leaves_a_checkpoint_that_is_right(
    path: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRANSFERS_A_STEP", "ACCOUNTS_A_STEP", "STATEMENTS_A_STEP"):
        monkeypatch.setattr(checkpointing, name, 5)
    step, most = checkpointing.NextCheckpoint.step, 0
    reached: set[int] = set()

    def ending(setting: checkpointing.NextCheckpoint, connection: Any) -> bool:
        going_on = step(setting, connection)
        ledger._writer._closing = len(steps) == most
        return going_on

    monkeypatch.setattr(checkpointing.NextCheckpoint, "step", ending)
    with capture_logs() as logged:
        while len(steps) == most:  # not yet the whole way
            most += 1
            file = path.with_name(f"{most}.db")
            steps.clear()
            async with await _opened(file) as ledger:
                await ledger.commit(_to_everybody(12))
                await _checkpoint_set(ledger)
            reached.add(_sums_are_right(file))
            async with await _opened(file) as ledger:
                assert (await ledger.audit()).sound
    assert reached == {0, 5, 10, 12}
    assert logged == []


def _sums_are_right(path: Path) -> int:
    """Check that the sums are those of all transfers up to the checkpoint, and return which it is."""
    kept = _kept(path)
    reached = max((transfer for _, transfer, _ in kept["audit_checkpoint"]), default=0)
    with closing(sqlite3.connect(path)) as connection:
        sums = connection.execute(
            "SELECT account, sum(chips) FROM (SELECT id, source_account AS account, -amount AS chips FROM transfer"
            " UNION ALL SELECT id, target_account, amount FROM transfer) WHERE id <= ? GROUP BY account",
            (reached,),
        ).fetchall()
    assert kept["audited_account"] == sums
    return reached


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each checkpoint that was begun, whether it came to its end."""
    ended: list[bool] = []

    class Told(checkpointing.NextCheckpoint):
        def __init__(self) -> None:
            super().__init__()
            self.number = len(ended)
            ended.append(False)

        def step(self, connection: Any) -> bool:
            going_on = super().step(connection)
            ended[self.number] = not going_on
            return going_on

    monkeypatch.setattr(writer, "NextCheckpoint", Told)
    return ended


async def test_a_checkpoint_that_is_begun_comes_to_its_end_however_much_is_stored_meanwhile(
    path: Path, begun: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_EVERY", 1)
    monkeypatch.setattr(writer, "WRITE_SETS_A_BATCH", 1)
    async with await _opened(path) as ledger:
        gifts = [(Transfer(mint(GROUP), ANN, 10, "gift"),) for _ in range(20)]
        await asyncio.gather(*map(ledger.commit, gifts))
        await _checkpoint_set(ledger)
    assert len(begun) > 1
    assert all(begun)


async def test_a_start_that_finds_a_checkpoint_begins_none_before_there_is_enough_to_sum_up(
    path: Path, begun: list[bool]
) -> None:
    await _played(path)
    async with await _opened(path) as ledger:
        assert (await ledger.audit()).sound
    begun.clear()
    async with await _opened(path) as ledger:
        await ledger.commit((Transfer(mint(GROUP), ANN, 10, "gift"),))
        await _checkpoint_set(ledger)
    assert begun == []
