"""Of whom something is asked in a hand, and what comes of a turn that is answered or lapses: from the table alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.commands import Refusal
from bot.tables import hands
from engine.play import Action, AdvanceAction
from engine.qiuqiu import events as happened
from engine.qiuqiu.rules import SUMATRA
from engine.table.changes import Change, Notice, Played
from engine.table.hand import Lapsed
from engine.table.state import Chair, TableState
from tests.bot.plain_hands import window
from tests.bot.plain_tables import refusal, told, typed
from tests.engine.table.tables import PAUSED, chair, facts, in_play, lines, player_told, table_told
from tests.rows import rows

SARI, BUDI = "test:sari", "test:budi"
BOB = "test:bob"
NOW_STANDING, NEXT = "3.1", "3.2"
"""The questions of the third hand of the table: its first, and the one after that."""


def table(script: str = "", **fields: Any) -> TableState:
    """Sari deals and is asked first; nobody has bet, unless the script says so. Bob sits there since."""
    sitting = in_play(chair("Sari"), chair("Budi"), chair("Wati"), script=script, **fields)
    return replace(sitting, chairs=(*sitting.chairs[:3], chair("Bob"), *sitting.chairs[4:]))


def the(state: TableState, player: str) -> Chair:
    """The chair of a player who sits."""
    found = state.chair_of(player)
    assert found is not None
    return found


@rows(__file__)
def test_a_button_for_the_last_chip_asks_once_more(stack: int, verb: str, amount: int | None, asks: int | None) -> None:
    change = hands.play(in_play(chair("Sari", stack), chair("Budi", 500)), typed(SARI, verb, amount=amount))

    if asks is None:
        hands.ask_about_last_chip(change)
        return
    with pytest.raises(Refusal) as refused:
        hands.ask_about_last_chip(change)
    assert (refused.value.reason, refused.value.fields) == ("confirm-all-in", {"amount": asks})


def test_what_is_sealed_or_costs_nothing_is_told_from_a_last_chip() -> None:
    """A sealed bid of all chips asks, though it lies in no pot yet; whoever has no chip left is asked nothing."""
    rich, broke = (in_play(chair("Sari", stack), chair("Budi")) for stack in (50, 0))
    for state, action, asks in (
        (rich, Action("bid", 50), True),
        (rich, Action("bid", 49), False),
        (broke, Action("declare", choice="8-4"), False),
    ):
        assert state.hand is not None
        change = Change(state, done=Played("qiuqiu", state.hand, 0, action, ()))
        if asks:
            with pytest.raises(Refusal, match="confirm-all-in"):
                hands.ask_about_last_chip(change)
        else:
            hands.ask_about_last_chip(change)


def test_only_what_an_action_itself_has_done_is_told_of_it() -> None:
    after_one = hands.play(with_sari(bank=5.0), typed(SARI, "check")).state
    done = hands.play(after_one, typed(BUDI, "bet", amount=20)).done

    assert isinstance(done, Played)
    assert (done.events, the(after_one, SARI).bank) == ((happened.Bet(1, 20, all_in=False),), 5.0)


def test_a_hand_is_declared_as_somebody_types_it() -> None:
    """QQ-18; by itself the best arrangement would be shown."""
    split = replace(SUMATRA, compare="split_pot")
    state = in_play(
        chair("Sari"), chair("Budi"), script="Sari check · Budi check · Sari check · Budi check", rules=split
    )
    assert state.hand is not None
    other = state.hand.round.options(0).ready[1].choice
    change = hands.play(state, typed(SARI, "declare", choice=other.replace("-", " / ")))

    assert lines(change) == [(SARI, f"declare {other}")]


# A turn that lapses.


def lapsed(state: TableState, *, most: int = 2, bank_used: bool = False) -> Change:
    """Sari's turn lapses."""
    assert state.hand is not None
    return hands.lapse(state, state.hand, 0, most=most, bank_used=bank_used)


def with_sari(**what: Any) -> TableState:
    return table().change(SARI, **what)


@rows(__file__, before=lambda cell: with_sari(**facts(cell)))
def test_after_so_many_turns_that_lapsed_a_player_sits_out(
    before: TableState, most: int, lapses: int, out: bool, notices: list[str]
) -> None:
    """Everybody is told once, and not of somebody who sat out before."""
    change = lapsed(before, most=most)

    assert (the(change.state, SARI).lapses, the(change.state, SARI).out) == (lapses, out)
    assert told(change) == notices
    assert [notice.fields for notice in change.notices] == [{"name": "Sari"}] * len(notices)


def test_a_turn_that_lapses_is_played_for_the_player() -> None:
    """Sari checks, since that is free; the time bank is gone only if it was used up."""
    change = lapsed(with_sari(bank=12.5))
    hand = change.state.hand

    assert hand is not None
    assert hand.events == (Lapsed(0), happened.Checked(0))
    assert lines(change) == [(SARI, "lapse check")]
    assert the(change.state, SARI).bank == 12.5
    assert the(lapsed(with_sari(bank=12.5), bank_used=True).state, SARI).bank == 0


@pytest.mark.parametrize("gone", ["leaving", "got up"])
def test_whoever_is_gone_folds_even_where_checking_is_free(gone: str) -> None:
    """QQ-28: it counts as no lapse, and nobody is told that they sit out."""
    state = with_sari(leaving=True)
    if gone == "got up":
        state = replace(state, chairs=(None, *state.chairs[1:]))
    change = lapsed(state, most=1)
    hand = change.state.hand

    assert hand is not None
    assert hand.events == (happened.Folded(0, left=True),)
    assert told(change) == []
    found = change.state.chair_of(SARI)
    assert found is None or (found.lapses, found.out) == (0, False)


@pytest.mark.parametrize(
    ("absent", "done", "lapses"),
    [
        ({"leaving": True}, "leave", 0),
        ({"lapses": 2, "out": True}, "lapse check", 3),
        ({"lapses": 1}, "", 1),
        ({"lapses": 1, "decided": AdvanceAction("check", 0, (0, 0))}, "check", 0),
    ],
)
def test_nobody_waits_for_players_gone_or_away(absent: dict[str, Any], done: str, lapses: int) -> None:
    state = with_sari(bank=5.0, **absent)
    change = hands.carried_out(Change(state))

    assert [text for _, text in lines(change)] == [done] * bool(done)
    assert (the(change.state, SARI).lapses, the(change.state, SARI).bank) == (lapses, 5.0)
    assert lines(hands.carried_out(Change(state.with_chair(0, None)))) == [(SARI, "leave")]
    assert not lines(hands.carried_out(Change(replace(state, paused=replace(PAUSED, stands_still=True)))))
    assert not lines(hands.carried_out(Change(window().change(BUDI, lapses=9)))), "the moment would show it"


@rows(__file__, state=table_told, by=player_told)
def test_what_cannot_be_decided_is_refused(state: TableState, by: str, action: str, reason: str) -> None:
    assert refusal(hands.decide, state, by, action) == reason


def test_a_decision_is_told_to_who_made_it() -> None:
    decided = hands.decide(table(), BUDI, "check")
    again = hands.decide(decided.state, BUDI, "check")

    assert (decided.answer, decided.silent) == (Notice("you-advance-check"), True)
    assert (again.answer, the(again.state, BUDI).decided) == (Notice("you-took-back"), None)
    called = hands.decide(table("Sari bet 20"), "test:wati", "call")
    assert called.answer == Notice("you-advance-call", {"amount": 20})
    assert hands.decide(window(), BUDI, "ask-always").answer == Notice("you-advance-ask-always")


def heads_up(**fields: Any) -> TableState:
    """Sari has bet 20, and has to answer a raise of Budi's; whatever they do not answer ends the hand."""
    return in_play(chair("Sari"), chair("Budi"), script="Sari bet 20 · Budi raise 40", **fields)


def test_whoever_was_removed_is_gone_with_the_hand_that_their_lapse_ends() -> None:
    change = lapsed(heads_up().change(SARI, removed=True))

    assert change.state.playing is None
    assert change.state.chair_of(SARI) is None
    assert told(change) == []


def test_a_table_may_close_by_a_lapse() -> None:
    assert lapsed(heads_up(closing=True)).state.closed
    stays = lapsed(heads_up())
    assert (stays.state.closed, the(stays.state, SARI).lapses) == (False, 1)


@pytest.mark.parametrize(
    ("lapses", "bank", "used", "left"), [(0, 30.0, 0.0, 30.0), (1, 30.0, 12.0, 18.0), (0, 30.0, 31.0, 0.0)]
)
def test_an_answer_ends_the_lapses(lapses: int, bank: float, used: float, left: float) -> None:
    """What took longer than a turn comes off the time bank."""
    change = hands.answered(Change(with_sari(lapses=lapses, bank=bank)), SARI, used)

    assert (the(change.state, SARI).lapses, the(change.state, SARI).bank) == (0, left)
    gone = Change(with_sari().with_chair(0, None))
    assert hands.answered(gone, SARI, used) is gone
