"""Whole hands of QiuQiu: told in ``hands.txt`` as they happen; each names the decision that settles what is right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.play import Action
from engine.qiuqiu.rules import SUMATRA
from tests.engine.qiuqiu.storytelling import QIUQIU, ScriptedHand, hand_of
from tests.engine.stories import Story, retold, stories

KIU_KIU, SEVEN_SIX, TWO_ZERO = "1-0 2-0 4-3 5-3", "2-2 3-0 4-4 6-2", "0-0 1-1 5-5 6-4"
A, B = "2-2 6-6 3-0 6-5", "2-0 3-1 6-4 3-3"
SPLIT = replace(SUMATRA, compare="split_pot")


@stories(Path(__file__).with_name("hands.txt"))
def test_a_hand_is_as_it_is_told(story: Story) -> None:
    retold(story, hand_of(story))


def test_what_is_decided_before_a_turn_is_for_one_betting_round() -> None:
    """QQ-32: another street is another stage, and who has folded or is asked to declare decides nothing in advance."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B), "Citra": (500, "")}, rules=SPLIT)
    first = hand.now.advance_action(1, "check")
    hand.play("Ani check · Budi check · Citra check")
    second = hand.now.advance_action(1, "check")

    assert first is not None
    assert second is not None
    assert first.stage != second.stage
    assert hand.now.from_advance(1, first) == Action.read("check", QIUQIU.verbs)
    hand.play("Ani check · Budi check · Citra check")
    assert hand.asked == "Ani", "to declare"
    assert [hand.now.may_decide_in_advance(seat) for seat in range(3)] == [False] * 3
    assert hand.now.advance_action(1, "check-fold") is None


def test_whoever_may_still_act_may_decide_in_advance() -> None:
    """QQ-32: not somebody who has folded, and nobody when the hand is over."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")})

    hand.play("Ani bet 10 · Budi fold")
    assert [hand.now.may_decide_in_advance(seat) for seat in range(3)] == [True, False, True]
    hand.play("Citra fold")
    assert [hand.now.may_decide_in_advance(seat) for seat in range(3)] == [False] * 3


def test_the_call_of_a_short_stack_is_offered_once_and_may_be_typed() -> None:
    """QQ-25: it is all-in, whichever word it is typed with; hands stored with `call` play as they did."""
    stacks = {"Ani": (500, KIU_KIU), "Budi": (40, TWO_ZERO), "Citra": (90, SEVEN_SIX)}
    typed, pressed = (ScriptedHand(stacks).play("Ani bet 80") for _ in range(2))

    assert typed.offered() == ["all-in", "fold"]
    typed.play("Budi call · Citra call")
    pressed.play("Budi all-in · Citra all-in")

    assert typed.story("Budi calls")[:2] == ["Budi calls 30 (all-in)", "Citra calls 80 (all-in)"]
    assert typed.lines == pressed.lines
    assert typed.now == pressed.now


def test_printing_a_round_or_a_view_names_no_tile() -> None:
    """What goes to a log has no cards in it."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)})

    assert "hand=" not in repr(hand.now.view(0))
    assert repr(hand.now) == "<QiuQiuRound of 2, street 0>"


def test_a_round_is_a_value() -> None:
    before = ScriptedHand({"Ani": (500, A), "Budi": (500, B)})
    now = before.now
    copy = type(now)(*now)
    before.play("Ani bet 20")

    assert now == copy
    with pytest.raises(AttributeError):
        now.street = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        now.declared[0] = None  # type: ignore[index]
