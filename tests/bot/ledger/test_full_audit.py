"""The audit of everything, step by step: what it adds up, what it says of faults, and what it keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from bot.ledger import Audit, auditing, full_audit
from bot.ledger.auditing import Checkpoint
from bot.ledger.writer import Writer

from .books import AT_HAND_1, EVERYTHING, kept_sums, write


class Books:
    """Does at once whatever a writer is asked for, and counts it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.asked = 0
        self.before: dict[int, str] = {}
        """What others store before it is asked for something, by how often it was asked before."""

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        if statement := self.before.get(self.asked):
            write(self.connection, statement)
        self.asked += 1
        return work(self.connection)

    rewrite = read


async def audited(books: Books) -> tuple[Audit, list[tuple[int, int]]]:
    """The audit, and how far it said that it was."""
    told: list[tuple[int, int]] = []
    audit = await full_audit.audit_everything(cast(Writer, books), progress=lambda done, of: told.append((done, of)))
    return audit, told


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of four transfers and one wallet."""
    monkeypatch.setattr(full_audit, "TRANSFERS_A_STEP", 4)
    monkeypatch.setattr(full_audit, "WALLETS_A_STEP", 1)


async def test_everything_is_added_up_in_steps_and_kept(books: Connection) -> None:
    writer = Books(books)
    audit, told = await audited(writer)

    assert (audit.accounts, audit.transfers, audit.faults) == (6, 9, ())
    assert told == [(4, 9), (8, 9), (9, 9)]
    assert writer.asked == 1 + 3 + 3 + 1, "how many transfers, their sums, the two statements and no other, the rest"
    assert kept_sums(books) == EVERYTHING


@pytest.mark.parametrize(("wallets", "reads"), [(1, 3), (2, 2), (3, 2)])
async def test_no_statement_is_read_twice(
    books: Connection, monkeypatch: pytest.MonkeyPatch, wallets: int, reads: int
) -> None:
    monkeypatch.setattr(full_audit, "WALLETS_A_STEP", wallets)
    writer = Books(books)

    assert (await audited(writer))[0].sound
    assert writer.asked == 1 + 3 + reads + 1
    assert kept_sums(books) == EVERYTHING


async def test_the_first_account_of_all_may_be_a_wallet(books: Connection) -> None:
    write(
        books,
        "UPDATE account SET id = 0 WHERE kind = 'mint'",
        "UPDATE account SET id = id - 1 WHERE id > 1",
        "UPDATE transfer SET source_account = max(source_account - 1, 0), target_account = target_account - 1",
        "UPDATE statement_line SET account = account - 1 WHERE account = 2",
        "UPDATE statement_line SET account = account - 1 WHERE account = 3",
        "UPDATE movement_sum SET account = account - 1",
    )

    assert (await audited(Books(books)))[0].sound
    assert kept_sums(books).statements == {wallet - 1: each for wallet, each in EVERYTHING.statements.items()}


async def test_transfers_need_not_be_numbered_without_a_gap(books: Connection) -> None:
    write(books, "UPDATE transfer SET id = 19 WHERE id = 9")
    audit, told = await audited(Books(books))

    assert (audit.sound, audit.transfers) == (True, 9)
    assert [done for done, _ in told] == [4, 8, 12, 16, 19]
    assert kept_sums(books).checkpoint == Checkpoint(transfer=19, transfers=9)


async def test_nothing_is_told_of_empty_books(empty_books: Connection) -> None:
    audit, told = await audited(Books(empty_books))

    assert (audit.transfers, audit.sound, told) == (0, True, [])


async def test_who_does_not_ask_how_far_it_is_is_not_told(books: Connection) -> None:
    assert (await full_audit.audit_everything(cast(Writer, Books(books)))).sound


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("UPDATE transfer SET amount = 99 WHERE id = 1", "the wallet of 'ann' says 60 chips, its transfers 59"),
        ("DELETE FROM transfer WHERE id = 9", "the stack of 't/bo' says 20 chips, its transfers 25"),
        ("DELETE FROM statement_line WHERE account = 2 AND number = 1", "the statement of 'ann' has 1 lines of 2"),
        (
            "UPDATE statement_line SET amount = 6 WHERE account = 2 AND number = 1",
            "the statement of 'ann' ends with 105 chips of 105, or lacks a line",
        ),
    ],
)
async def test_what_is_wrong_is_named_and_the_sums_stay_as_they_were(
    books: Connection, tampering: str, fault: str
) -> None:
    auditing.keep(books, AT_HAND_1)
    write(books, tampering)
    audit, told = await audited(Books(books))

    assert fault in audit.faults
    assert told[len(told) // 2 :] == told[: len(told) // 2], "it looks twice"
    assert kept_sums(books) == AT_HAND_1


async def test_of_many_statements_that_lack_a_line_the_first_few_are_named(books: Connection) -> None:
    for number in range(10, 18):
        write(
            books,
            f"INSERT INTO account VALUES ({number}, 'wallet', 'g', 'p{number}', 'p{number}', 0)",  # noqa: S608
            "INSERT INTO statement_line (account, number, at, transfer, amount, balance, won, unranked)"  # noqa: S608
            f" VALUES ({number}, 2, 0, 1, 0, 0, 0, 0)",
        )
    audit, _ = await audited(Books(books))

    assert audit.faults == tuple(f"the statement of 'p{number}' has 1 lines of 2" for number in range(10, 15))


async def test_what_others_change_of_what_was_added_up_is_no_fault(books: Connection) -> None:
    """Two groups that become one write lines anew: here, the number of a line that was read before."""
    write(books, "UPDATE statement_line SET number = 3 WHERE account = 2 AND number = 2")
    writer = Books(books)
    writer.before[5] = "UPDATE statement_line SET number = 2 WHERE account = 2 AND number = 3"
    audit, told = await audited(writer)

    assert audit.faults == ()
    assert told == [(4, 9), (8, 9), (9, 9)] * 2
    assert kept_sums(books) == EVERYTHING
