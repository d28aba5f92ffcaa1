"""What a write set changes in all that each player has: a line of their statement for each change."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.ledger import (
    Account,
    HandClosed,
    HandVoided,
    JournalLine,
    Ledger,
    Transfer,
    WriteSet,
    mint,
    pot,
    practice_stack,
    stack,
    statement_queries,
    wallet,
)
from bot.ledger.statement_lines import BEGINNING, Counted, Share, StatementEnd, row, shares
from tests.bot.fast_database import fast_database

from .conftest import GROUP, hand_opened, now, url_of

MINT, POT = mint(GROUP), pot(GROUP, "t")
ANN, BO = wallet(GROUP, "ann"), wallet(GROUP, "bo")
ANN_PLAYS, BO_PLAYS = stack(GROUP, "t", "ann"), stack(GROUP, "t", "bo")
PRACTICE = practice_stack(GROUP, "t", "ann")

UNCHANGED: dict[str, WriteSet] = {
    "sits down": (Transfer(ANN, ANN_PLAYS, 60, "sit-down"),),
    "gets up": (Transfer(ANN_PLAYS, ANN, 60, "get-up"),),
    "stakes": (Transfer(ANN_PLAYS, POT, 5, "stake", 1),),
    "takes a stake back": (Transfer(POT, ANN_PLAYS, 5, "returned", 1),),
    "practises": (Transfer(MINT, PRACTICE, 60, "practice"), Transfer(PRACTICE, POT, 5, "stake", 1)),
    "ends a hand of practice": (HandClosed(1, (5, -5)),),
    "says something": (JournalLine("t", 1, None, "ann", "join"),),
}


@pytest.mark.parametrize("what", UNCHANGED)
def test_chips_that_stay_with_a_player_make_no_line(what: str) -> None:
    assert list(shares(UNCHANGED[what])) == []


def test_chips_that_come_and_go_make_a_line_for_each_who_has_more_or_fewer() -> None:
    given = (Transfer(MINT, ANN, 100, "grant"), JournalLine("t", 1, None, "ann", "join"), Transfer(ANN, BO, 30, "gift"))

    assert list(shares(given)) == [
        Share(ANN, 100, None, 0, Counted.NOWHERE, "grant"),
        Share(ANN, -30, None, 1, Counted.NOWHERE, "gift"),
        Share(BO, 30, None, 1, Counted.NOWHERE, "gift"),
    ]


@pytest.mark.parametrize(("source", "target", "amount"), [(ANN_PLAYS, POT, -5), (POT, ANN_PLAYS, 5)])
def test_chips_that_come_into_a_pot_outside_of_hands_are_theirs_no_more(
    source: Account, target: Account, amount: int
) -> None:
    assert list(shares((Transfer(source, target, 5, "odd"),))) == [Share(ANN, amount, None, 0, Counted.NOWHERE, "odd")]


@pytest.mark.parametrize(("with_computers", "counted"), [(False, Counted.WON), (True, Counted.UNRANKED)])
def test_the_end_of_a_hand_is_one_line_for_each_who_was_dealt_in(with_computers: bool, counted: Counted) -> None:
    played = (
        Transfer(POT, BO_PLAYS, 10, "won", 1),
        HandClosed(1, (-5, 5), wallets=(ANN, BO), with_computers=with_computers),
    )

    assert list(shares(played)) == [Share(ANN, -5, 1, None, counted), Share(BO, 5, 1, None, counted)]


@pytest.mark.parametrize(("with_computers", "counted"), [(False, Counted.WON), (True, Counted.UNRANKED)])
def test_what_undoes_a_hand_is_taken_off_the_sum_that_the_hand_was_added_to(
    with_computers: bool, counted: Counted
) -> None:
    undone = (Transfer(BO, MINT, 5, "reversal", 1), Transfer(MINT, ANN, 5, "reversal", 1), Transfer(BO, ANN, 1, "x", 2))

    assert list(shares((*undone, HandVoided(1, "misdeal", with_computers=with_computers)))) == [
        Share(BO, -5, None, 0, counted),
        Share(ANN, 5, None, 1, counted),
        Share(BO, -1, None, 2, Counted.NOWHERE),
        Share(ANN, 1, None, 2, Counted.NOWHERE),
    ]


def test_a_statement_goes_on_from_its_newest_line() -> None:
    end = StatementEnd(3, 500, 70, 20, 10)

    assert end.after(5, Counted.NOWHERE, 600) == StatementEnd(4, 600, 75, 20, 10)
    assert end.after(5, Counted.WON, 600) == StatementEnd(4, 600, 75, 25, 10)
    assert end.after(-5, Counted.UNRANKED, 600) == StatementEnd(4, 600, 65, 20, 5)
    assert end.after(5, Counted.NOWHERE, 400).at == 500, "though the clock was put back"
    assert BEGINNING == (0, 0, 0, 0, 0)
    assert BEGINNING.after(100, Counted.NOWHERE, 7) == StatementEnd(1, 7, 100, 0, 0)


def test_a_line_names_its_hand_or_its_transfer_among_all_transfers() -> None:
    end = StatementEnd(4, 600, 75, 25, 10)

    assert row(9, Share(ANN, 5, 1, None, Counted.WON), end, 40) == (9, 4, 600, 1, None, 5, 75, 25, 10)
    assert row(9, Share(ANN, 5, None, 2, Counted.NOWHERE, "x"), end, 40) == (9, 4, 600, None, 42, 5, 75, 25, 10)
    assert row(9, Share(ANN, 5, None, 0, Counted.NOWHERE, "x"), end, 40)[4] == 40


async def test_a_statement_goes_on_where_a_restart_finds_it(made: Path) -> None:
    def won(hand: int, chips: int, *, with_computers: bool) -> WriteSet:
        moves = (Transfer(BO_PLAYS, POT, chips, "stake", hand), Transfer(POT, ANN_PLAYS, chips, "won", hand))
        end = HandClosed(hand, (chips, -chips), wallets=(ANN, BO), with_computers=with_computers)
        return (hand_opened(hand), *moves, end)

    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit((Transfer(MINT, ANN, 100, "grant"), Transfer(MINT, BO, 100, "grant")))
            await ledger.commit((Transfer(BO, BO_PLAYS, 50, "sit-down"), *won(1, 5, with_computers=False)))
            await ledger.commit(won(2, 3, with_computers=True))
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit(won(3, 1, with_computers=False))
            assert (await ledger.audit()).sound
    with closing(sqlite3.connect(made)) as connection:
        lines = connection.execute(
            "SELECT number, amount, statement_line.balance, won, unranked FROM statement_line"
            " JOIN account ON account.id = account WHERE player = 'ann' ORDER BY number"
        ).fetchall()
    assert lines == [(1, 100, 100, 0, 0), (2, 5, 105, 5, 0), (3, 3, 108, 5, 3), (4, 1, 109, 6, 3)]


async def test_whose_statement_went_on_in_another_group_begins_a_new_one_in_the_old(made: Path) -> None:
    elsewhere = wallet("local:new", "ann")
    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit((Transfer(MINT, ANN, 100, "grant"),))
            await ledger.commit((Transfer(mint("local:new"), elsewhere, 7, "grant"),))
            await ledger.move_group(GROUP, "local:new", ())
            await ledger.commit((Transfer(MINT, ANN, 20, "grant"),))

            assert [
                (each.amount, each.balance) for each in await ledger.read(statement_queries.statement, GROUP, "ann")
            ] == [(20, 20)]
            assert (await ledger.audit()).sound
