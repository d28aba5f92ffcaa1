"""Who is dealt in, who only sits there, and whether a hand begins by itself: decided from the table alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from engine.table.hand import AnyHand
from engine.table.state import Chair, Pause, TableState
from tests.engine.table.tables import facts, running, table_of
from tests.rows import rows

LEAST = 20
"""The fewest chips with which somebody is dealt in, in these examples."""

SEATED = {
    "plays": Chair("test:plays", "Plays", 100),
    "has just enough": Chair("test:just", "Just", LEAST),
    "has one chip too few": Chair("test:few", "Few", LEAST - 1),
    "sits out": Chair("test:out", "Out", 100, out=True),
    "leaves": Chair("test:leaves", "Leaves", 100, leaving=True),
    "was removed": Chair("test:removed", "Removed", 100, removed=True),
    "is a computer": Chair("computer:test:home:1", "Anoman", 100, computer=True),
    "is a computer without chips": Chair("computer:test:home:2", "Bima", 0, computer=True),
    "is a computer that leaves": Chair("computer:test:home:3", "Cakil", 0, computer=True, leaving=True),
}
"""Everybody who may sit at a table, by what is so of them."""

DEALT_IN = {"plays", "has just enough", "was removed", "is a computer"}
"""Who is dealt into the next hand; whoever was removed is so when the hand is settled, and gets up after it."""

PEOPLE = {"plays", "has just enough", "has one chip too few", "sits out"}
"""The people who stay, by whose number it goes whether computer players may play."""

GET_UP = {"leaves", "was removed", "is a computer that leaves"}
"""Whose chair is free after the hand."""

BROKE = {"has one chip too few", "is a computer without chips", "is a computer that leaves"}


def table_with(*who: str, **fields: Any) -> TableState:
    """A table for six at which these sit."""
    return table_of(*(SEATED[each] for each in who), **fields)


@pytest.mark.parametrize("who", SEATED)
def test_what_somebody_at_the_table_counts_as(who: str) -> None:
    table = table_with(who)
    (chair,) = table.seated

    assert (chair in table.ready(LEAST)) == (who in DEALT_IN)
    assert (chair in table.people) == (who in PEOPLE)
    assert chair.gets_up == (who in GET_UP)
    assert table.is_broke(chair, LEAST) == (who in BROKE)


def test_nobody_is_broke_whose_chips_are_at_stake() -> None:
    broke = SEATED["has one chip too few"]

    def is_broke(hand: AnyHand | None) -> bool:
        return table_with("plays", "has one chip too few", hand=hand).is_broke(broke, LEAST)

    assert not is_broke(running("test:plays", "test:few"))
    assert is_broke(running("test:plays")), "they have no part in the hand"
    assert is_broke(running("test:plays", "test:few", over=True)), "it is over"
    assert is_broke(None)


NAMED: dict[str, dict[str, Any]] = {
    "paused": {"paused": Pause("Sari", cast(Any, None))},
    "not running": {"running": False},
}


@rows(__file__, fields=partial(facts, named=NAMED))
def test_when_a_hand_begins_by_itself(who: tuple[str, ...], fields: dict[str, Any], begins: bool) -> None:
    """Between enough who want to play, a person among them, once somebody has started the first."""
    assert table_with(*who, **{"running": True, **fields}).expects_hand(LEAST) is begins


def test_a_full_table_begins_without_being_started() -> None:
    six = [replace(SEATED["plays"], player=f"test:{number}") for number in range(6)]
    full = replace(table_with(), chairs=tuple(six))

    assert full.expects_hand(LEAST)
    assert not full.change("test:3", out=True).expects_hand(LEAST)
