"""What a step of a table stores: from which account to which chips move, and how the journal is numbered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ledger import Account, JournalLine, TableSaved, Transfer, carried, mint, practice_stack, stack, wallet
from bot.tables import changes
from bot.tables.changes import NewLine, TableWrites
from bot.tables.state import TableState
from bot.tables.store import numbered
from tests.bot.plain_tables import chair, running, table_of
from tests.bot.scenario import GROUP

SARI = "test:sari"
TABLE = table_of(chair("Sari", 100), seq=7)
PRACTICE = replace(TABLE, practice=True)

IN_WALLET, AT_TABLE = wallet(GROUP, SARI), stack(GROUP, "T1", SARI)
AT_PRACTICE = practice_stack(GROUP, "T1", SARI)


@pytest.mark.parametrize(
    ("table", "away", "here", "sits", "rises"),
    [(TABLE, IN_WALLET, AT_TABLE, "sit-down", "get-up"), (PRACTICE, mint(GROUP), AT_PRACTICE, "practice", "practice")],
    ids=["for chips", "for practice"],
)
def test_whoever_sits_down_brings_chips_and_takes_them_along(
    table: TableState, away: Account, here: Account, sits: str, rises: str
) -> None:
    assert changes.sat_down(table, SARI, 60) == Transfer(away, here, 60, sits, None, SARI)
    assert changes.got_up(table, SARI, 35) == (Transfer(here, away, 35, rises, None, SARI),)
    assert changes.got_up(table, SARI, 0) == ()
    assert changes.buy_in_account(table, SARI) == away
    assert changes.stack(table, SARI) == here
    assert changes.carried(table) == carried(GROUP, "T1")


@pytest.mark.parametrize("closed", [False, True])
def test_a_table_is_saved_where_it_stands_and_only_an_open_one_is_resumed(closed: bool) -> None:
    table = replace(TABLE, closed=closed)

    assert changes.saved(table) == TableSaved("T1", GROUP, "main", "qiuqiu", table.to_json(), not closed)


def test_a_line_is_of_the_hand_that_is_being_played() -> None:
    assert changes.journaled(TABLE, SARI, "join") == NewLine(None, SARI, "join")
    assert changes.journaled(replace(TABLE, hand=running(SARI)), SARI, "call") == NewLine(7, SARI, "call")
    assert changes.journaled(replace(TABLE, hand=running(SARI, over=True)), SARI, "join") == NewLine(None, SARI, "join")


def test_the_journal_goes_on_from_the_last_line_that_is_stored() -> None:
    bought = changes.sat_down(TABLE, SARI, 60)
    writes: TableWrites = (NewLine(3, SARI, "call"), bought, NewLine(None, "", "told"))
    # Whoever made the change may have seen the table before its last line was stored.
    after, stored = numbered(TABLE, replace(TABLE, seq=2, carried=5), writes)

    assert stored == (JournalLine("T1", 8, 3, SARI, "call"), bought, JournalLine("T1", 9, None, "", "told"))
    assert (after.seq, after.carried) == (9, 5)
    assert numbered(TABLE, TABLE, ()) == (TABLE, ())


def test_of_a_step_nothing_is_told_that_it_does_not_name() -> None:
    step = changes.Change(TABLE)

    assert (step.writes, step.notices, step.private) == ((), (), {})
    assert (step.answer, step.done, step.own_hand) == (None, None, "")
    assert not step.silent
    assert not step.deals
    assert changes.Outcome() == (None, None, False)
    assert "kick" not in repr(NewLine(None, SARI, "kick"))
