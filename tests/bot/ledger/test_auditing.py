"""The audit of books that are written down here by hand: which fault is found, and what is said of it."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, insert

from bot.ledger import auditing, schema
from bot.ledger.auditing import Checkpoint, StatementSum, Sums

from .books import AT_HAND_1, write


def _fault(connection: Connection) -> str:
    """The one fault that the audit finds, whether anything was summed up before or not."""
    at_once = auditing.audit_at_once(connection)
    assert auditing.audit(connection).faults == at_once.faults
    assert not at_once.sound
    return "; ".join(at_once.faults)


def test_books_that_balance_are_sound_from_the_beginning_and_from_any_checkpoint(books: Connection) -> None:
    for kept in (None, AT_HAND_1):
        if kept is not None:
            auditing.keep(books, kept)
        for audit in (auditing.audit(books), auditing.audit_since_checkpoint(books), auditing.audit_at_once(books)):
            assert (audit.sound, audit.faults) == (True, ())
            assert (audit.accounts, audit.transfers) == (6, 9)


def test_what_the_books_come_to(books: Connection) -> None:
    assert auditing.newest_transfer(books) == 9
    assert auditing.transfer_sums(books, 0, 4) == (4, dict(AT_HAND_1.accounts))
    assert auditing.transfer_sums(books, 4, 9) == (5, {4: -2, 5: -10, 6: 12})
    assert auditing.transfer_sums(books, 3, 3) == (0, {})
    everything = {2: StatementSum(2, 105), 3: StatementSum(2, 45)}
    assert auditing.statement_sums(books, 0, 10) == (everything, [])
    assert auditing.statement_sums(books, 2, 10) == ({3: StatementSum(2, 45)}, [])
    assert auditing.statement_sums(books, 0, 1) == ({2: StatementSum(2, 105)}, [])


def test_whoever_never_moved_a_chip_and_whoever_practises_leave_the_books_sound(books: Connection) -> None:
    """Chips that lie before a seat of practice belong to nobody, so no statement has to end with them."""
    write(
        books,
        "INSERT INTO account VALUES (7, 'wallet', 'g', 'cy', 'cy', 0), (8, 'stack', 'g', 'p/practice/cy', '', 2000)",
        "INSERT INTO transfer (id, at, source_account, target_account, amount, reason, actor, note)"
        " VALUES (10, 0, 1, 8, 2000, 'practice', '', '')",
        "UPDATE account SET balance = -2150 WHERE id = 1",
    )

    assert auditing.statement_sums(books, 3, 10) == ({7: StatementSum(0, 0)}, [])
    for audit in (auditing.audit(books), auditing.audit_at_once(books)):
        assert (audit.faults, audit.accounts, audit.transfers) == ((), 8, 10)


def test_a_lost_line_is_said_of_whose_statement_it_was(books: Connection) -> None:
    write(books, "UPDATE statement_line SET number = 7 WHERE account = 2 AND number = 2")
    sums, faults = auditing.statement_sums(books, 0, 10)

    assert sums[2].number == 7
    assert faults == ["the statement of 'ann' has 2 lines of 7"]


def test_of_empty_books_everything_is_zero(empty_books: Connection) -> None:
    audit = auditing.audit(empty_books)

    assert (audit.accounts, audit.transfers, audit.sound) == (0, 0, True)
    assert auditing.newest_transfer(empty_books) == 0
    assert auditing.checkpoint(empty_books) is None
    auditing.keep(empty_books, Sums(Checkpoint(), {}, {}))
    assert auditing.checkpoint(empty_books) == (0, 0)


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("UPDATE account SET balance = 61 WHERE id = 2", "the wallet of 'ann' says 61 chips, its transfers 60"),
        ("UPDATE account SET balance = -149 WHERE id = 1", "the mint of 'g' says -149 chips, its transfers -150"),
        ("UPDATE transfer SET amount = 9 WHERE id = 7", "the pot of 't' says 12 chips, its transfers 11"),
        ("DELETE FROM transfer WHERE id = 9", "the stack of 't/bo' says 20 chips, its transfers 25"),
        (
            "INSERT INTO account VALUES (9, 'pot', 'g', 'u', '', 5)",
            "all accounts together hold 5 chips instead of none",
        ),
        (
            "UPDATE statement_line SET balance = 106 WHERE account = 2 AND number = 2",
            "'ann' ends with 106 chips of 105",
        ),
        ("DELETE FROM statement_line WHERE account = 3 AND number = 2", "'bo' ends with 50 chips of 45"),
        ("DELETE FROM statement_line WHERE account = 3", "'bo' ends with 0 chips of 45, or lacks a line"),
        (
            "UPDATE statement_line SET amount = 6 WHERE account = 2 AND number = 2",
            "'ann' ends with 105 chips of 105, or",
        ),
        (
            "UPDATE statement_line SET number = 7 WHERE account = 2 AND number = 2",
            "'ann' ends with 105 chips of 105, or lacks a line",
        ),
        ("UPDATE movement_sum SET amount = 99 WHERE account = 2", "the sums of 'ann' come to 104 chips instead of 105"),
        ("UPDATE hand SET closed_at = 9 WHERE id = 2", "'ann' ends with 105 chips of 98, or lacks a line"),
        ("UPDATE hand SET closed_at = NULL WHERE id = 1", "'ann' ends with 105 chips of 100, or lacks a line"),
    ],
)
@pytest.mark.parametrize("since", [None, AT_HAND_1], ids=["from the beginning", "since a checkpoint"])
def test_each_fault_is_found_and_named(books: Connection, tampering: str, fault: str, since: Sums | None) -> None:
    if since is not None:
        auditing.keep(books, since)
    write(books, tampering)

    assert fault in _fault(books)


def test_chips_below_zero_are_found_but_for_those_of_the_mint(books: Connection) -> None:
    write(
        books,
        "INSERT INTO transfer (id, at, source_account, target_account, amount, reason, actor, note)"
        " VALUES (10, 0, 6, 1, 20, 'lost', '', '')",
        "UPDATE account SET balance = -130 WHERE id = 1",
    )
    books.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
    write(books, "UPDATE account SET balance = -8 WHERE id = 6")

    assert _fault(books) == "the pot of 't' is -8 chips below zero"


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("UPDATE transfer SET amount = 99 WHERE id = 1", "the wallet of 'ann' says 60 chips, its transfers 59"),
        (
            "DELETE FROM statement_line WHERE account = 2 AND number = 1",
            "the statement of 'ann' ends with 105 chips of 105, or lacks a line",
        ),
    ],
)
def test_what_lies_before_a_checkpoint_is_found_by_the_audit_of_everything_alone(
    books: Connection, tampering: str, fault: str
) -> None:
    auditing.keep(books, AT_HAND_1)
    write(books, tampering)

    assert auditing.audit(books).sound
    assert fault in auditing.audit_at_once(books).faults


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE audited_account SET balance = 61 WHERE account = 2",
        "DELETE FROM audited_account WHERE account = 1",
        "UPDATE audited_statement SET balance = 101 WHERE account = 2",
        "UPDATE audited_statement SET number = 0 WHERE account = 3",
        "UPDATE audit_checkpoint SET transfer = 5",
    ],
)
def test_where_what_was_summed_up_is_damaged_everything_counts_anew(books: Connection, damage: str) -> None:
    auditing.keep(books, AT_HAND_1)
    write(books, damage)

    assert not auditing.audit_since_checkpoint(books).sound
    assert auditing.audit(books).sound


def test_sums_take_the_place_of_all_that_were_kept_before(books: Connection) -> None:
    auditing.keep(books, AT_HAND_1)
    auditing.keep(books, Sums(Checkpoint(2, 2), {1: -150, 2: 100, 3: 50}, {}))
    tables = ("audit_checkpoint", "audited_account", "audited_statement")
    kept = [books.exec_driver_sql(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables]  # noqa: S608

    assert auditing.checkpoint(books) == (2, 2)
    assert kept[1:] == [[(1, -150), (2, 100), (3, 50)], []]
    assert auditing.audit(books).sound
    assert [books.exec_driver_sql(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables] == kept  # noqa: S608


def test_of_many_faults_of_a_kind_the_first_few_are_named(books: Connection) -> None:
    for number in range(10, 18):
        pot = {"id": number, "kind": "pot", "group_id": "g", "owner": f"x{number}", "player": "", "balance": 1}
        books.execute(insert(schema.account).values(pot))
    faults = auditing.audit(books).faults

    assert len([each for each in faults if each.startswith("the pot of")]) == 5
    assert faults[-1] == "all accounts together hold 8 chips instead of none"
