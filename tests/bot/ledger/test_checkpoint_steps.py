"""Each step in which a checkpoint is set: what is added up and compared in it, and what is kept after it."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from sqlalchemy import Connection

from bot.ledger import auditing, checkpointing
from bot.ledger.auditing import Checkpoint, StatementSum, Sums
from bot.ledger.checkpointing import NextCheckpoint

from .books import AT_HAND_1, EVERYTHING, kept_sums, write

NOTHING = Sums(Checkpoint(), {}, {})
A_GIFT = (
    "INSERT INTO transfer (id, at, source_account, target_account, amount, reason, actor, note)"
    " VALUES (10, 0, 1, 2, 7, 'grant', '', '')",
    "INSERT INTO statement_line (account, number, at, transfer, amount, balance, won, unranked)"
    " VALUES (2, 3, 0, 10, 7, 112, 5, 0)",
    "UPDATE account SET balance = balance - 7 WHERE id = 1",
    "UPDATE account SET balance = balance + 7 WHERE id = 2",
    "UPDATE movement_sum SET amount = amount + 7 WHERE account = 2",
)
"""The mint gives Ann 7 chips."""


class Step(NamedTuple):
    """What is kept after a step."""

    transfer: int
    """The transfer up to which the accounts are summed up."""

    accounts: int
    """How many are."""

    statements: int


def take_step(connection: Connection, setting: NextCheckpoint) -> tuple[bool, Step]:
    going_on = setting.step(connection)
    kept = kept_sums(connection)
    assert kept.checkpoint.transfers == kept.checkpoint.transfer
    return going_on, Step(kept.checkpoint.transfer, len(kept.accounts), len(kept.statements))


def steps_to_the_end(connection: Connection, setting: NextCheckpoint) -> list[Step]:
    taken = []
    for _ in range(20):
        going_on, step = take_step(connection, setting)
        taken.append(step)
        if not going_on:
            return taken
    pytest.fail("it never ends")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of four transfers, four accounts and one statement."""
    monkeypatch.setattr(checkpointing, "TRANSFERS_A_STEP", 4)
    monkeypatch.setattr(checkpointing, "ACCOUNTS_A_STEP", 4)
    monkeypatch.setattr(checkpointing, "STATEMENTS_A_STEP", 1)


@pytest.mark.usefixtures("small")
def test_first_everything_is_compared_then_it_is_kept_piece_by_piece(books: Connection) -> None:
    taken = steps_to_the_end(books, NextCheckpoint())

    comparing = [Step(0, 0, 0)] * 4  # three for nine transfers, of which the last compares four accounts, one for two
    assert taken == [*comparing, Step(0, 0, 1), Step(0, 0, 2), Step(4, 5, 2), Step(8, 6, 2), Step(9, 6, 2)]
    assert kept_sums(books) == EVERYTHING
    assert auditing.audit_since_checkpoint(books).sound


@pytest.mark.usefixtures("small")
def test_it_goes_on_from_the_last_checkpoint(books: Connection) -> None:
    auditing.keep(books, AT_HAND_1)
    setting = NextCheckpoint()
    taken = steps_to_the_end(books, setting)

    assert taken == [*[Step(4, 5, 2)] * 4, Step(8, 6, 2), Step(9, 6, 2)]
    assert kept_sums(books) == EVERYTHING
    assert setting.faults == []


def test_of_books_this_small_everything_is_compared_and_kept_in_three_steps(books: Connection) -> None:
    assert steps_to_the_end(books, NextCheckpoint()) == [Step(0, 0, 0), Step(0, 0, 2), Step(9, 6, 2)]
    assert steps_to_the_end(books, NextCheckpoint()) == [Step(9, 6, 2)] * 2, "there is nothing to do"
    assert kept_sums(books) == EVERYTHING


def test_transfers_need_not_be_numbered_without_a_gap(books: Connection) -> None:
    write(books, "UPDATE transfer SET id = 19 WHERE id = 9")
    setting = NextCheckpoint()
    while setting.step(books):
        pass

    assert kept_sums(books) == EVERYTHING._replace(checkpoint=Checkpoint(transfer=19, transfers=9))


@pytest.mark.usefixtures("small")
def test_in_one_step_no_more_accounts_are_compared_than_a_step_has(books: Connection) -> None:
    write(books, "UPDATE account SET balance = balance + 1")
    setting = NextCheckpoint()
    while setting.step(books):
        pass

    assert len(setting.faults) == 4


def test_nothing_is_to_be_kept_of_empty_books(empty_books: Connection) -> None:
    assert steps_to_the_end(empty_books, NextCheckpoint()) == [Step(0, 0, 0)] * 2
    assert kept_sums(empty_books) == NOTHING


@pytest.mark.usefixtures("small")
def test_what_comes_meanwhile_is_compared_as_well_and_kept_the_next_time(books: Connection) -> None:
    setting = NextCheckpoint()
    for _ in range(3):
        assert take_step(books, setting) == (True, Step(0, 0, 0))
    write(books, *A_GIFT)  # two accounts are not compared yet: the mint, and the wallet of Ann
    last = steps_to_the_end(books, setting)[-1]

    assert setting.faults == []
    assert last == Step(9, 6, 2)
    assert kept_sums(books).accounts == EVERYTHING.accounts
    assert auditing.audit_since_checkpoint(books).sound
    assert steps_to_the_end(books, NextCheckpoint())[-1] == Step(10, 6, 2)
    assert auditing.audit_since_checkpoint(books).sound


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("since", "goal", "accounts"), [(NOTHING, 6, 6), (AT_HAND_1, 9, 6)])
def test_after_a_long_time_it_is_set_no_further_than_so_many_transfers_on(
    books: Connection, monkeypatch: pytest.MonkeyPatch, since: Sums, goal: int, accounts: int
) -> None:
    monkeypatch.setattr(checkpointing, "FURTHEST", 6)
    auditing.keep(books, since)
    setting = NextCheckpoint()

    assert steps_to_the_end(books, setting)[-1] == Step(goal, accounts, 2)
    assert setting.faults == [], "the balances are those after all transfers"
    assert auditing.transfer_sums(books, 0, goal) == (goal, kept_sums(books).accounts)
    assert auditing.audit_since_checkpoint(books).sound


@pytest.mark.parametrize(
    ("tampering", "faults"),
    [
        (
            "UPDATE account SET balance = 61 WHERE id = 4",
            ["the stack of 't/ann' says 61 chips, its transfers 38"],
        ),
        ("UPDATE account SET balance = 13 WHERE kind = 'pot'", ["the pot of 't' says 13 chips, its transfers 12"]),
        (
            "UPDATE transfer SET amount = 9 WHERE id = 7",
            ["the stack of 't/ann' says 38 chips, its transfers 39", "the pot of 't' says 12 chips, its transfers 11"],
        ),
        (
            "UPDATE statement_line SET amount = 6 WHERE account = 2 AND number = 2",
            ["the statement of the wallet 2 does not follow from its lines"],
        ),
        (
            "UPDATE statement_line SET balance = balance + 1 WHERE number = 2",
            [f"the statement of the wallet {wallet} does not follow from its lines" for wallet in (2, 3)],
        ),
        (
            "UPDATE statement_line SET number = 3 WHERE account = 3 AND number = 2",
            ["the statement of the wallet 3 does not follow from its lines"],
        ),
    ],
)
@pytest.mark.parametrize("since", [NOTHING, AT_HAND_1], ids=["from the beginning", "since a checkpoint"])
def test_nothing_is_kept_of_books_that_do_not_balance(
    books: Connection, tampering: str, faults: list[str], since: Sums
) -> None:
    auditing.keep(books, since)
    write(books, tampering)
    setting = NextCheckpoint()

    assert not setting.step(books)
    assert sorted(setting.faults) == sorted(faults)
    assert kept_sums(books) == since


def test_the_mint_says_of_which_group_it_is(books: Connection) -> None:
    write(books, "UPDATE account SET balance = -149 WHERE kind = 'mint'")
    setting = NextCheckpoint()

    assert not setting.step(books)
    assert setting.faults == ["the mint of 'g' says -149 chips, its transfers -150"]


@pytest.mark.usefixtures("small")
def test_it_ends_where_another_checkpoint_is_set_meanwhile(books: Connection) -> None:
    setting = NextCheckpoint()
    assert setting.step(books)
    auditing.keep(books, AT_HAND_1)

    assert not setting.step(books)
    assert kept_sums(books) == AT_HAND_1


def test_a_wallet_whose_lines_another_one_took_over_has_none(books: Connection) -> None:
    """As after two groups became one: what Ann was given in the first stands in her statement in the second."""
    write(
        books,
        "INSERT INTO account VALUES (7, 'wallet', 'old', 'ann', 'ann', 0)",
        "INSERT INTO transfer (id, at, source_account, target_account, amount, reason, actor, note)"
        " VALUES (10, 0, 1, 7, 20, 'grant', '', ''), (11, 0, 7, 2, 20, 'moved', '', '')",
        "INSERT INTO statement_line (account, number, at, transfer, amount, balance, won, unranked)"
        " VALUES (2, 3, 0, 10, 20, 125, 5, 0)",
        "UPDATE account SET balance = balance - 20 WHERE id = 1",
        "UPDATE account SET balance = balance + 20 WHERE id = 2",
        "UPDATE movement_sum SET amount = amount + 20 WHERE account = 2",
    )
    setting = NextCheckpoint()

    assert steps_to_the_end(books, setting)[-1] == Step(11, 7, 3)
    assert setting.faults == []
    assert kept_sums(books).statements[7] == StatementSum(0, 0)
    assert auditing.audit_since_checkpoint(books).sound
