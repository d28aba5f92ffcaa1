"""Players whom the host removes: how long they are kept out, and what everybody is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.commands import Refusal
from bot.features.removing import commands as removing
from bot.features.removing.commands import KEPT_OUT, LONGEST_KEPT_OUT
from engine.table.changes import Change, Notice
from engine.table.state import KeptOut, TableState
from tests.bot.plain_tables import person, refusal, told
from tests.engine.table.tables import COMPUTER, chair, lines, running, table_of

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
SARI, BUDI, WATI = (person(name) for name in ("Sari", "Budi", "Wati"))
LONG = "a name of more than forty characters, which nobody has"


@pytest.mark.parametrize(("hand", "when"), [(None, ""), (running(BUDI.id), "-after-hand")])
def test_everybody_is_told_when_somebody_gets_up_whom_the_host_removes(hand: Any, when: str) -> None:
    change = removing.removed(table_of(chair("Sari"), chair("Budi"), hand=hand), "Budi", 2 * KEPT_OUT, NOW, "later")

    assert change.answer == Notice(f"you-kicked{when}", {"name": "Budi"})
    assert change.private == {BUDI.id: Notice(f"you-are-kept-out{when}", {"until": "later"})}
    assert told(change) == [f"was-removed{when}"]
    assert (change.notices[0].fields["count"], change.notices[0].fields["unit"]) == (20, "m")


@pytest.mark.parametrize(
    ("length", "allowed"),
    [
        (KEPT_OUT - timedelta(seconds=1), False),
        (KEPT_OUT, True),
        (LONGEST_KEPT_OUT, True),
        (LONGEST_KEPT_OUT + timedelta(seconds=1), False),
    ],
)
def test_for_how_long_a_host_may_keep_somebody_out(length: timedelta, allowed: bool) -> None:
    table = table_of(chair("Sari"), chair("Budi"))
    assert (refusal(removing.removed, table, "Budi", length, NOW, "later") == "") is allowed
    if allowed:
        after = removing.removed(table, "Budi", length, NOW, "later").state
        assert after.kept_out_until(BUDI.id, NOW) == NOW + length
        assert after.kept_out_until(BUDI.id, NOW + length) is None, "it is over at that very moment"
        assert after.kept_out_until(WATI.id, NOW) is None


def test_a_later_removal_takes_the_place_of_an_earlier_one_and_those_over_are_dropped() -> None:
    kept_out = (
        KeptOut(BUDI.id, "Budi", NOW + timedelta(hours=5)),
        KeptOut(WATI.id, "Wati", NOW + timedelta(minutes=1)),
        KeptOut("test:old", "Old", NOW),
    )
    after = removing.removed(table_of(chair("Sari"), chair("Budi"), kept_out=kept_out), "2", KEPT_OUT, NOW, "").state

    assert [(each.player, each.until) for each in after.kept_out] == [
        (WATI.id, NOW + timedelta(minutes=1)),
        (BUDI.id, NOW + KEPT_OUT),
    ]


@pytest.mark.parametrize(("hand", "when"), [(None, ""), (running(SARI.id, COMPUTER), "-after-hand")])
def test_a_computer_player_that_is_removed_may_come_again_at_once(hand: Any, when: str) -> None:
    change = removing.removed(table_of(chair("Sari"), chair("Anoman"), hand=hand), "Anoman", KEPT_OUT, NOW, "")

    assert change.state.kept_out == ()
    assert (told(change), change.private) == ([f"was-kicked{when}"], {})


@pytest.mark.parametrize("name", ["Budi", "budi", "@Budi", " BUDI ", "test:budi", "<test:budi>"])
def test_a_player_let_back_is_found_by_name_or_id(name: str) -> None:
    others = KeptOut(WATI.id, "Wati", NOW + timedelta(hours=1))
    table = table_of(chair("Sari"), kept_out=(KeptOut(BUDI.id, "Budi", NOW + timedelta(seconds=1)), others))

    change = removing.readmitted(table, SARI.id, name, NOW)

    assert change.state.kept_out == (others,)
    assert (told(change), lines(change)) == (["readmitted"], [(SARI.id, "readmit")])
    assert change.answer == Notice("you-readmitted", {"name": "Budi"})


def test_nobody_is_let_back_who_is_not_kept_out_or_may_be_another() -> None:
    twins = tuple(KeptOut(f"test:{number}", "Twin", NOW + KEPT_OUT) for number in range(2))
    over = KeptOut(BUDI.id, "Budi", NOW)
    table = table_of(chair("Sari"), kept_out=(*twins, over))

    assert {refusal(removing.readmitted, table, SARI.id, each, NOW) for each in ("Twin", "Budi", "Wati")} == {
        "not-kept-out"
    }
    assert removing.readmitted(table, SARI.id, "test:1", NOW).state.kept_out == (twins[0],)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: removing.removed(table, LONG, KEPT_OUT, NOW, ""),
        lambda table: removing.readmitted(table, SARI.id, LONG, NOW),
    ],
)
def test_of_a_name_that_is_much_too_long_the_beginning_is_repeated(change: Callable[[TableState], Change]) -> None:
    with pytest.raises(Refusal) as refused:
        change(table_of(chair("Sari")))

    assert refused.value.fields == {"name": LONG[:40]}
