"""Everything that is stored of a change: the table's row, the chips that move, and lines numbered for the journal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ledger import (
    Account,
    JournalLine,
    SealBroken,
    TableSaved,
    Transfer,
    carried,
    mint,
    practice_stack,
    stack,
    wallet,
)
from bot.tables import stored
from bot.tables.store import rows
from engine.table.changes import Change, NewLine, Outcome, noted
from engine.table.state import TableState
from tests.bot.scenario import GROUP
from tests.engine.table.tables import chair, running, table_of

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
def test_sitting_down_brings_chips_and_getting_up_takes_them(
    table: TableState, away: Account, here: Account, sits: str, rises: str
) -> None:
    brought = table.tallied(table.seated[0], brought=60)
    took = brought.tallied(table.seated[0], took=35)
    assert [*stored.transfers(table, brought)] == [Transfer(away, here, 60, sits, None, SARI)]
    assert [*stored.transfers(brought, took)] == [Transfer(here, away, 35, rises, None, SARI)]
    assert [*stored.transfers(took, took)] == []
    assert stored.stack(table, SARI) == here


def test_odd_chips_of_a_table_that_closes_are_nobodys() -> None:
    before = replace(TABLE, carried=3)
    after = replace(before, closed=True)

    assert [*stored.transfers(before, after)] == [Transfer(carried(GROUP, "T1"), mint(GROUP), 3, "left-in-pot")]
    assert [*stored.transfers(after, after)] == []


@pytest.mark.parametrize("closed", [False, True])
def test_a_table_is_saved_where_it_stands_and_only_an_open_one_is_resumed(closed: bool) -> None:
    row = stored.saved(replace(TABLE, closed=closed))

    assert row == TableSaved("T1", GROUP, "main", "qiuqiu", row.state, not closed, TABLE.version)
    assert stored.restored(row, {SARI: "Sari"}, {SARI: 100}, 7) == replace(TABLE, closed=closed)


def test_a_line_is_of_the_hand_that_is_being_played() -> None:
    assert noted(TABLE, SARI, "join").writes == (NewLine(None, SARI, "join"),)
    assert noted(replace(TABLE, hand=running(SARI)), SARI, "call").writes == (NewLine(7, SARI, "call"),)
    over = replace(TABLE, hand=running(SARI, over=True))
    assert noted(over, SARI, "join").writes == (NewLine(None, SARI, "join"),)


def test_the_journal_goes_on_from_the_last_line_that_is_stored() -> None:
    writes = (NewLine(3, SARI, "call"), SealBroken("T1"), NewLine(None, "", "told"))
    # The one who made the change may have seen the table before its last line was stored.
    after, written = rows(TABLE, replace(TABLE, seq=2, carried=5), writes)

    lines = (JournalLine("T1", 8, 3, SARI, "call"), SealBroken("T1"), JournalLine("T1", 9, None, "", "told"))
    assert written == (stored.saved(after), *lines)
    assert (after.seq, after.carried) == (9, 5)
    assert rows(TABLE, TABLE, ()) == (TABLE, ())


def test_of_a_step_nothing_is_told_that_it_does_not_name() -> None:
    step = Change(TABLE)

    assert (step.writes, step.notices, step.private) == ((), (), {})
    assert (step.answer, step.done, step.own_hand) == (None, None, "")
    assert not step.silent
    assert not step.deals
    assert Outcome() == (None, None, False)
    assert "kick" not in repr(NewLine(None, SARI, "kick"))
