"""The betting round: told in ``betting.txt`` as short games, and how long a decision in advance stands."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.betting import ADVANCE_VERBS, Betting, Limits, post_antes
from engine.play import NOTHING, Action
from engine.qiuqiu.game import QiuQiu
from tests.engine.stories import Story, stories, written
from tests.rows import rows

LIMIT = Limits(10, 100)


def opened(*stacks: int, limits: Limits = LIMIT, first: int = 0, ante: int = 0) -> Betting:
    """A betting round that has just begun."""
    return post_antes(stacks, ante).begin_round(limits, first)


def after(betting: Betting, line: str, limits: Limits = LIMIT) -> Betting:
    """Play ``0 check · 1 bet 20 · next 0``: the seats that are asked do what is written, or the next round begins."""
    for each in line.split(" · ") if line else []:
        seat, _, text = each.partition(" ")
        if seat == "next":
            betting = betting.begin_round(limits, int(text))
            continue
        assert betting.awaited == (int(seat),), f"{each}: {betting.awaited} is asked"
        if text == "leave":
            betting = betting.fold()
            continue
        action = Action.read(text, QiuQiu.verbs)
        assert betting.options(int(seat)).allow(action), f"{each} is not among {offers(betting)}"
        betting = done(betting, action)
    return betting


def done(betting: Betting, action: Action) -> Betting:
    """Let the seat that is asked do something."""
    (seat,) = betting.awaited
    match action.verb:
        case "check":
            return betting.check()
        case "fold":
            return betting.fold()
        case "call":
            return betting.call()
        case "all-in":
            total = betting.bets[seat] + betting.stacks[seat]
            return betting.raise_to(total) if total > betting.current_bet else betting.call()
    return betting.raise_to(action.amount)


def offers(betting: Betting) -> str:
    """What the seat that is asked may do, as it would be written on buttons: ``check, bet 10, [bet 10-100]``."""
    if not betting.awaited:
        return ""
    options = betting.options(betting.awaited[0])
    ranges = [f"[{each.verb} {each.least}-{each.most}]" for each in options.amounts]
    return ", ".join([*(each.text for each in options.ready), *ranges])


def in_advance(betting: Betting, seat: int) -> str:
    """What a seat may decide before its turn: ``check-fold, call 20``."""
    decided = [betting.advance_action(seat, each.name) for each in ADVANCE_VERBS]
    return ", ".join(f"{each.name} {each.amount}".removesuffix(" 0") for each in decided if each is not None)


@stories(Path(__file__).with_name("betting.txt"))
def test_betting_is_as_it_is_told(story: Story) -> None:
    keys = dict(story.lines)
    told = dict(each.split() for each in keys.get("limits", "min 10").split(", "))
    most, cap = told.get("max", "100"), told.get("cap")
    limits = Limits(
        int(told.get("min", 10)),
        None if most == "none" else int(most),
        None if cap is None else int(cap),
        at_least_last_raise="last_raise" in told,
        checking=told.get("checking") != "no",
    )
    stacks, first, ante = map(int, keys["stacks"].split()), int(told.get("first", 0)), int(told.get("ante", 0))
    betting = opened(*stacks, limits=limits, first=first, ante=ante)
    for key, value in story.lines:
        if key == "play":
            betting = after(betting, value, limits)
        elif key == "idle":
            assert [betting.options(int(seat)) for seat in value.split(", ")] == [NOTHING] * len(value.split(", "))
        elif key not in ("stacks", "limits"):
            assert f"{key}: {seen(betting, key)}" == f"{key}: {value}"


def seen(betting: Betting, key: str) -> str:
    """Look at a betting round as a key says."""
    match key.split():
        case ["asked"]:
            return written(betting.awaited) if betting.awaited else "nobody"
        case ["offers"]:
            return offers(betting)
        case ["synonyms"]:
            return written(betting.options(betting.awaited[0]).synonyms)
        case ["ahead", seat]:
            return in_advance(betting, int(seat)) or "nothing"
    return written(getattr(betting, {"left": "stacks"}.get(key, key)))


@given(
    stacks=st.lists(st.integers(1, 120), min_size=2, max_size=6),
    ante=st.integers(1, 20),
    limits=st.builds(Limits, st.integers(1, 30), st.sampled_from([None, 30, 60]), st.sampled_from([None, 1])),
    seed=st.integers(0, 2**32 - 1),
)
def test_nothing_is_offered_twice(stacks: list[int], ante: int, limits: Limits, seed: int) -> None:
    """Whatever the stacks: each offered action leads to another state than all others do."""
    rng, betting = Random(seed), post_antes(tuple(stacks), ante).begin_round(limits, 0)
    while betting.awaited:
        ready, amounts, synonyms = betting.options(betting.awaited[0])
        outcomes = [done(betting, action) for action in ready]
        assert len(set(outcomes)) == len(ready)
        assert all(done(betting, action) in outcomes for action in synonyms)
        named = [Action(each.verb, rng.randint(each.least, each.most)) for each in amounts]
        betting = done(betting, rng.choice([*ready, *named]))


def test_chips_that_nobody_matched_are_given_back() -> None:
    """QQ-25: they lie before the player again, and count for nothing in the hand."""
    betting = after(opened(500, 500), "0 bet 80 · 1 fold").give_back(0, 80)

    assert betting.stacks == (500, 500)
    assert betting.contributed == (0, 0)


def test_acting_leaves_the_value_before_it_alone() -> None:
    betting = opened(500, 500)
    copy = Betting(*betting)
    after(betting, "0 bet 20 · 1 raise 60 · 0 fold")

    assert betting == copy


@rows(__file__)
def test_what_a_decision_comes_to(line: str, name: str, comes_to: str) -> None:
    """QQ-32: *check or fold* checks as long as that is free."""
    betting = after(opened(500, 500, 500), line)
    decided = betting.advance_action(1, name)
    assert decided is not None

    assert betting.from_advance(1, decided) == Action(comes_to)


@rows(__file__)
def test_how_long_a_decision_of_the_third_stands(name: str, then: str, stands: bool) -> None:
    """An all-in for less is a raise as well."""
    betting = opened(500, 25, 500)
    decided = betting.advance_action(2, name)
    assert decided is not None
    assert (after(betting, then).advance_action(2, decided.name) == decided) is stands


@pytest.mark.parametrize(("name", "stands"), [("check-fold", False), ("call", False), ("fold", True)])
def test_a_raise_ends_every_decision_but_to_fold(name: str, stands: bool) -> None:
    betting = after(opened(500, 500, 500), "0 bet 20")
    decided = betting.advance_action(2, name)
    assert decided is not None
    assert (after(betting, "1 call").advance_action(2, name) == decided) is True
    assert (after(betting, "1 raise 50").advance_action(2, name) == decided) is stands
