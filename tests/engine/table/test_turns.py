"""The players who are asked something in a hand, from the table alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.refusal import Refused
from engine.table import turns
from engine.table.state import TableState
from tests.engine.table.tables import PAUSED, chair, in_play, player_told, table_of
from tests.rows import rows

SARI, BUDI, BOB = "test:sari", "test:budi", "test:bob"
NOW_STANDING, NEXT = "3.1", "3.2"
"""The questions of the third hand of the table: its first, and the one after that."""


def table(script: str = "", **fields: Any) -> TableState:
    """Sari deals and is asked first; nobody has bet, unless the script says so. Bob sits there since."""
    sitting = in_play(chair("Sari"), chair("Budi"), chair("Wati"), script=script, **fields)
    return replace(sitting, chairs=(*sitting.chairs[:3], chair("Bob"), *sitting.chairs[4:]))


def refusal(state: TableState, player: str, question: str) -> Refused | None:
    """Why a player may not answer a question; ``None`` if they may."""
    try:
        hand, seat = turns.in_play(state, player, question)
    except Refused as refused:
        return refused
    assert hand.players[seat] == player
    return None


@rows(__file__, player=player_told, question=lambda cell: {"now": NOW_STANDING, "next": NEXT}.get(cell, cell))
def test_whose_press_belongs_to_the_question_that_stands(player: str, question: str, reason: str | None) -> None:
    """A button of another turn is told apart from one that never was the player's to press now."""
    refused = refusal(table(), player, question)

    assert (None if refused is None else refused.reason) == reason


def test_nobody_is_asked_between_hands_nor_while_the_hand_stands_still() -> None:
    between = refusal(table_of(chair("Sari")), SARI, "")
    stands_still = refusal(table(paused=replace(PAUSED, stands_still=True)), SARI, "")

    assert between is not None
    assert between.reason == "no-hand-now"
    assert stands_still is not None
    assert (stands_still.reason, stands_still.fields) == ("table-paused", {"name": "Wati"})
    assert refusal(table(paused=PAUSED), SARI, "") is None, "the hand is played to its end"


def test_what_a_player_may_do_now() -> None:
    assert [each.verb for each in turns.options(table(), SARI, NOW_STANDING).ready] == ["check", "bet", "bet", "all-in"]
    for player, reason in ((BUDI, "not-your-turn"), (BOB, "not-dealt-in"), ("test:joko", "not-seated")):
        with pytest.raises(Refused) as refused:
            turns.options(table(), player, "")
        assert refused.value.reason == reason
