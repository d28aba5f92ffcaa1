"""The checkpoints of the audit: what a start finds, whatever was changed in the database by other hands."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.ledger import AuditFailed, GroupSaved, Ledger, Transfer, full_audit, mint, stack, wallet, writer
from bot.ledger.auditing import checkpoint
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


def _changed(path: Path, *statements: str) -> None:
    """Change the database as somebody would who has the file, past the triggers that keep the past as it is."""
    with closing(sqlite3.connect(path)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert connection.execute(statement).rowcount, statement
        connection.commit()


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
    def fails(_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(writer, "advance", fails)
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
