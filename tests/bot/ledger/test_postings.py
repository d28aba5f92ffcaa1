"""Postings: balanced by construction, and a line of a statement for each player who has more or fewer chips by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.ledger import (
    Account,
    HandVoided,
    Ledger,
    Overdrawn,
    Posting,
    Transfer,
    WriteSet,
    carried,
    mint,
    practice_stack,
    queries,
    stack,
    statement_queries,
    wallet,
)
from bot.ledger.account import MOST_CHIPS
from bot.ledger.group_renaming import move_group
from bot.ledger.postings import RESULTS, WON
from bot.ledger.writes import HandClosed
from tests.bot.fast_database import fast_database

from .conftest import GROUP, hand_opened, now, url_of

MINT, ODD = mint(GROUP), carried(GROUP, "t")
ANN, BO = wallet(GROUP, "ann"), wallet(GROUP, "bo")
ANN_PLAYS, BO_PLAYS = stack(GROUP, "t", "ann"), stack(GROUP, "t", "bo")
PRACTICE = practice_stack(GROUP, "t", "ann")


def played(hand: int, chips: int, *, ranked: bool = True, odd: int = 0) -> WriteSet:
    """A hand in which Bo loses chips to Ann, but for odd ones that wait."""
    entries = ((ANN_PLAYS, chips - odd), (BO_PLAYS, -chips), *(((ODD, odd),) if odd else ()))
    return (hand_opened(hand), HandClosed(hand, (chips - odd, -chips)), Posting("hand", entries, hand, ranked=ranked))


@pytest.fixture
async def seated(ledger: Ledger) -> Ledger:
    """Ann and Bo have 100 each, of which 40 lie before them."""
    await ledger.commit((Transfer(MINT, ANN, 100, "grant"), Transfer(MINT, BO, 100, "grant")))
    await ledger.commit((Transfer(ANN, ANN_PLAYS, 40, "sit-down"), Transfer(BO, BO_PLAYS, 40, "sit-down")))
    return ledger


async def lines(ledger: Ledger, player: str = "ann", group: str = GROUP) -> list[tuple[str, int, int]]:
    """The reasons, amounts and balances of a statement, oldest first."""
    found = await ledger.read(statement_queries.statement, group, player)
    return [(each.reason, each.amount, each.balance) for each in reversed(found)]


@pytest.mark.parametrize(
    "entries",
    [
        ((ANN, 5), (BO, -4)),
        ((ANN, 5), (ANN, -5)),
        ((ANN, 5), (wallet("local:new", "bo"), -5)),
        ((ANN, MOST_CHIPS + 1), (BO, -MOST_CHIPS - 1)),
        ((ANN, 0.5), (BO, -0.5)),
        ((ANN, True), (BO, -1)),
    ],
    ids=["unbalanced", "one account twice", "two groups", "too many", "halves", "no number"],
)
def test_what_is_not_balanced_is_no_posting(entries: tuple[tuple[Account, int], ...]) -> None:
    with pytest.raises(ValueError, match=r"posting|group"):
        Posting("x", entries)


def test_what_is_stored_of_postings_keeps_its_name() -> None:
    most = replace(Transfer(ANN, BO, MOST_CHIPS, "x").posting, ranked=False)

    assert (most.actor, most.sum_name, WON, RESULTS) == ("", "unranked", "won", ("hand", "called-off"))


async def test_chips_that_stay_with_a_player_make_no_line(seated: Ledger) -> None:
    await seated.commit((Transfer(ANN_PLAYS, ANN, 15, "get-up"),))
    await seated.commit((Transfer(MINT, PRACTICE, 60, "practice"),))

    assert await lines(seated) == [("grant", 100, 100)]
    assert [await seated.read(queries.balance, each) for each in (ANN, ANN_PLAYS)] == [75, 25]


async def test_a_hand_is_one_line_for_each_who_was_dealt_in(seated: Ledger) -> None:
    await seated.commit(played(1, 5, odd=1))
    await seated.commit(played(2, 0))

    assert await lines(seated) == [("grant", 100, 100), ("hand", 4, 104), ("hand", 0, 104)]
    assert await lines(seated, "bo") == [("grant", 100, 100), ("hand", -5, 95), ("hand", 0, 95)]
    assert await seated.read(queries.balance, ODD) == 1
    assert (await seated.audit()).sound


async def test_a_hand_that_was_called_off_stands_in_statements_and_moves_nothing(seated: Ledger) -> None:
    from bot.features.integrity.queries import undone_by

    nothing = Posting("called-off", ((ANN_PLAYS, 0), (BO_PLAYS, 0)), 1, "boss", "misdeal", ranked=True)
    await seated.commit((hand_opened(1), HandClosed(1, (0, 0), "misdeal"), nothing))

    assert await lines(seated) == [("grant", 100, 100), ("called-off", 0, 100)]
    (line, _) = await seated.read(statement_queries.statement, GROUP, "bo")
    assert (line.hand, line.actor, line.note, line.game) == (1, "boss", "misdeal", "qiuqiu")
    assert await seated.read(undone_by, GROUP, line.at.replace(year=2000)) == {"boss": 1}


@pytest.mark.parametrize("ranked", [False, True])
async def test_what_undoes_a_hand_is_taken_off_the_sum_that_the_hand_was_added_to(seated: Ledger, ranked: bool) -> None:
    from bot.features.mint.queries import given

    await seated.commit(played(1, 5, ranked=ranked))
    back = Posting("reversal", ((ANN, -5), (BO, 5)), 1, "boss", "misdeal", ranked)
    await seated.commit((back, HandVoided(1, "misdeal")))

    assert await lines(seated) == [("grant", 100, 100), ("hand", 5, 105), ("reversal", -5, 100)]
    by_player = {each.player: each for each in await seated.read(given, GROUP)}
    assert (by_player["ann"].won, by_player["ann"].unranked, by_player["ann"].moved) == (0, 0, {"grant": 100})
    assert (await seated.audit()).sound


async def test_nobody_loses_more_than_lies_before_them_and_nothing_of_it_is_stored(seated: Ledger) -> None:
    with pytest.raises(Overdrawn):
        await seated.commit(played(1, 41))

    assert await seated.read(queries.hand, 1) is None
    assert await seated.read(queries.stacks, GROUP, "t") == {"ann": 40, "bo": 40}


async def test_what_comes_after_a_restart_follows_what_was_before(made: Path) -> None:
    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit((Transfer(MINT, ANN_PLAYS, 50, "grant"), Transfer(MINT, BO_PLAYS, 50, "grant")))
            await ledger.commit(played(1, 5))
            await ledger.commit(played(2, 3, ranked=False))
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit(played(3, 1))
            assert (await ledger.audit()).sound
            assert await lines(ledger) == [("grant", 50, 50), ("hand", 5, 55), ("hand", 3, 58), ("hand", 1, 59)]
            assert await ledger.read(queries.stacks, GROUP, "t") == {"ann": 59, "bo": 41}


async def test_a_statement_that_went_on_in_another_group_begins_anew_in_the_old(made: Path) -> None:
    new = "local:new"
    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit((Transfer(MINT, ANN, 100, "grant"),))
            await ledger.commit((Transfer(mint(new), wallet(new, "ann"), 7, "gift"),))
            await ledger.change(move_group, GROUP, new, ())
            await ledger.commit((Transfer(MINT, ANN, 20, "grant"),))

            assert await lines(ledger) == [("grant", 20, 20)]
            assert await lines(ledger, group=new) == [("grant", 100, 100), ("gift", 7, 107)]
            assert (await ledger.audit()).sound
