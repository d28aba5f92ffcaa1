"""The ballot: everybody answers the same moment's question, and nobody learns anything before all have."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.ballot import Ballot
from engine.play import NOTHING, Action, AmountRange, Options
from engine.refusal import Refused

PASS, CLAIM = Action("pass"), Action("dui")
QUESTIONS = {0: Options((PASS,)), 2: Options((CLAIM, PASS)), 3: Options((PASS,), (AmountRange("stake", 1, 50),))}
ANSWERS = {0: PASS, 2: CLAIM, 3: Action("stake", 20)}


def test_everybody_asked_is_awaited() -> None:
    ballot = Ballot(QUESTIONS)

    assert ballot.awaited == (0, 2, 3)
    assert ballot.options(1) == NOTHING
    assert not ballot.complete


@pytest.mark.parametrize("order", list(permutations(ANSWERS)))
def test_the_order_of_the_answers_does_not_matter(order: tuple[int, ...]) -> None:
    ballot = Ballot(QUESTIONS)
    for seat in order:
        ballot = ballot.answer(seat, ANSWERS[seat])

    assert ballot.complete
    assert list(ballot.opened().items()) == list(ANSWERS.items())


def test_what_others_answer_changes_no_question() -> None:
    ballot = Ballot(QUESTIONS).answer(2, CLAIM)

    assert ballot.options(0) == QUESTIONS[0]
    assert ballot.options(3) == QUESTIONS[3]
    assert ballot.options(2) == NOTHING
    assert ballot.awaited == (0, 3)


def test_an_answer_stands() -> None:
    ballot = Ballot(QUESTIONS).answer(2, PASS)

    with pytest.raises(Refused, match=r"^not-an-option$"):
        ballot.answer(2, CLAIM)


@pytest.mark.parametrize(
    ("seat", "action"), [(1, PASS), (0, CLAIM), (3, Action("stake", 51)), (3, Action("stake", 0)), (9, PASS)]
)
def test_only_options_of_those_asked_are_answers(seat: int, action: Action) -> None:
    with pytest.raises(Refused, match=r"^not-an-option$") as refused:
        Ballot(QUESTIONS).answer(seat, action)
    assert refused.value.fields == {"verb": action.verb}


def test_it_stays_closed_until_the_last_answer() -> None:
    ballot = Ballot(QUESTIONS).answer(0, PASS).answer(2, CLAIM)

    with pytest.raises(Refused, match=r"^ballot-still-open$"):
        ballot.opened()
    assert "dui" not in repr(ballot).replace(repr(QUESTIONS), ""), "the repr tells no answer"


def test_answering_leaves_the_value_before_it_alone() -> None:
    ballot = Ballot(QUESTIONS)
    ballot.answer(0, PASS)

    assert ballot.awaited == (0, 2, 3)


def test_an_empty_ballot_is_complete() -> None:
    assert Ballot({}).complete
    assert Ballot({}).opened() == {}


def test_of_a_sealed_ballot_nobody_sees_who_has_answered() -> None:
    ballot = Ballot(QUESTIONS, sealed=True).answer(2, CLAIM).answer(0, PASS)

    assert ballot.awaited == (0, 2, 3)
    assert ballot.options(2) == QUESTIONS[2]
    assert not ballot.complete


def test_the_last_answer_counts_in_a_sealed_ballot() -> None:
    ballot = Ballot(QUESTIONS, sealed=True).answer(2, CLAIM).answer(2, PASS).answer(0, PASS).answer(3, PASS)

    assert ballot.complete
    assert ballot.opened() == dict.fromkeys(QUESTIONS, PASS)


@pytest.mark.parametrize("sealed", [False, True])
def test_who_is_no_longer_asked_is_forgotten(sealed: bool) -> None:
    ballot = Ballot(QUESTIONS, sealed=sealed).answer(2, CLAIM).without(2)

    assert ballot.awaited == (0, 3)
    assert ballot.options(2) == NOTHING
    assert ballot.answer(0, PASS).answer(3, PASS).opened() == {0: PASS, 3: PASS}


@pytest.mark.parametrize("sealed", [False, True])
def test_closing_counts_a_lapse_for_whoever_has_not_answered(sealed: bool) -> None:
    ballot = Ballot(QUESTIONS, sealed=sealed).answer(2, CLAIM).closed({0: PASS, 3: Action("stake", 1)}.__getitem__)

    assert ballot.opened() == {0: PASS, 2: CLAIM, 3: Action("stake", 1)}
    assert ballot.sealed == sealed
