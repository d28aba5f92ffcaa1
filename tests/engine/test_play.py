"""What a seat may do, and what every round says where its game has nothing of its own to say."""

from __future__ import annotations

import pytest

from engine.game import Deal
from engine.games import GAMES
from engine.play import LEAVE, Action, AdvanceAction, AmountRange, Options, Round, View
from engine.refusal import Refused

BET = AmountRange("bet", 10, 100)
CHOICES = Options(ready=(Action("declare", choice="8-4"), Action("fold")), amounts=(BET,), synonyms=(Action("muck"),))


def begun(name: str) -> Round[View]:
    """A hand of two players under the usual rules."""
    game = GAMES[name]
    now: Round[View] = game.deal(Deal(game.rules(), (1_000, 1_000), 0, tuple(range(len(game.pack))))).round
    return now


@pytest.mark.parametrize(
    "action", [Action("fold"), Action("muck"), Action("declare", choice="8-4"), Action("bet", 10), Action("bet", 100)]
)
def test_what_is_offered_is_allowed_and_any_amount_of_a_range(action: Action) -> None:
    assert CHOICES.allow(action)


@pytest.mark.parametrize(
    "action",
    [
        *(Action("check"), Action("fold", 20), Action("declare"), Action("declare", choice="4-8"), Action("bet", 9)),
        *(Action("bet", 101), Action("bet", 20, "8-4"), Action("raise", 20), LEAVE),
    ],
)
def test_nothing_else_is(action: Action) -> None:
    assert not CHOICES.allow(action)


def test_a_seat_is_asked_something_if_anything_is_offered() -> None:
    assert Options(ready=(Action("fold"),))
    assert Options(amounts=(BET,))
    assert not Options(synonyms=(Action("muck"),))
    assert not Options()


def test_a_decision_costs_nothing_and_holds_at_any_stage_unless_it_says_so() -> None:
    assert AdvanceAction("fold") == AdvanceAction("fold", amount=0, stage=())


def test_which_decisions_have_a_button() -> None:
    buttons = {name: [verb.name for verb in game.advance_verbs if verb.button] for name, game in GAMES.items()}

    assert buttons == {
        "qiuqiu": ["check-fold", "call"],
        "koo-kiew": [],
        "quan-dui": ["ask-always", "pass-unless-dui", "pass-unless-win"],
    }


def test_a_game_without_windows_closes_none() -> None:
    now = begun("qiuqiu")

    assert (now.window, now.told) == (0, "")
    assert now.asks(now.awaited[0], "")
    with pytest.raises(Refused, match=r"^no-window$"):
        now.close()


def test_a_game_in_which_nothing_is_decided_in_advance() -> None:
    now = begun("koo-kiew")
    (seat,) = now.awaited

    assert now.order_of_play == ()
    assert not now.may_decide_in_advance(seat)
    assert now.advance_action(seat, "fold") is None
    with pytest.raises(NotImplementedError):
        now.from_advance(seat, AdvanceAction("fold"))


def test_why_nothing_is_asked_of_a_seat() -> None:
    now = begun("qiuqiu")
    first, second = now.awaited[0], 1 - now.awaited[0]
    with pytest.raises(Refused, match=r"^not-your-turn$") as early:
        now.play(second, Action("fold"))
    assert early.value.fields == {"seat": first}
    with pytest.raises(Refused, match=r"^not-an-amount$") as wrong:
        now.play(first, Action("bet", True))
    assert wrong.value.fields == {"verb": "bet"}

    over = now.play(first, LEAVE).round

    assert over.settlement is not None
    for seat in (first, second):
        with pytest.raises(Refused, match=r"^round-over$"):
            over.play(seat, Action("fold"))
