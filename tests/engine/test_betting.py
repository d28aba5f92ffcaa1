"""The betting round, told as short games: who may do what, for how much, and when it ends."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import notation
from engine.betting import ADVANCE_VERBS, CALL, Betting, Limits, post_antes
from engine.play import NOTHING, Action
from engine.qiuqiu.game import QiuQiu

NO_LIMIT = Limits(10, None)
LIMIT = Limits(10, 100)


def opened(*stacks: int, limits: Limits = LIMIT, first: int = 0, ante: int = 0) -> Betting:
    """A betting round that has just begun."""
    return post_antes(stacks, ante).begin_round(limits, first)


def after(betting: Betting, line: str) -> Betting:
    """Play ``0 check · 1 bet 20 · 2 call``: the seats that are asked do what is written."""
    for each in line.split(" · ") if line else []:
        seat, _, text = each.partition(" ")
        assert betting.awaited == (int(seat),), f"{each}: {betting.awaited} is asked"
        action = notation.read(text, QiuQiu.verbs)
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
    return ", ".join([*map(notation.write, options.ready), *ranges])


def test_the_first_may_check_or_bet_and_does_not_fold() -> None:
    """QQ-21: folding is not offered where checking is free; a pot-sized bet needs a pot."""
    assert offers(opened(500, 500, 500)) == "check, bet 10, [bet 10-100]"
    assert offers(opened(500, 500, 500, ante=20)) == "check, bet 10, bet 60, [bet 10-100]"


def test_only_the_one_whose_turn_it_is_has_options() -> None:
    betting = opened(500, 500, 500)

    assert betting.options(1) == betting.options(2) == betting.options(-1) == betting.options(7) == NOTHING


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_turn_goes_clockwise_from_the_first(first: int) -> None:
    """QQ-20."""
    betting = opened(500, 500, 500, first=first)
    order: list[int] = []
    while betting.awaited:
        order += betting.awaited
        betting = betting.check()

    assert order == [first, (first + 1) % 3, (first + 2) % 3]


def test_a_round_of_checks_ends_the_betting() -> None:
    """QQ-23."""
    assert after(opened(500, 500, 500), "0 check · 1 check · 2 check").awaited == ()


def test_a_bet_has_to_be_called_by_everybody_even_those_who_checked() -> None:
    betting = after(opened(500, 500, 500), "0 check · 1 bet 20 · 2 call")

    assert betting.awaited == (0,)
    assert offers(betting) == "call, raise 30, raise 80, fold, [raise 30-120]"
    assert not after(betting, "0 call").awaited


def test_a_check_raise_is_allowed() -> None:
    """QQ-21."""
    betting = after(opened(500, 500), "0 check · 1 bet 20 · 0 raise 60")

    assert betting.awaited == (1,)
    assert betting.current_bet == 60


def test_after_a_raise_everybody_else_acts_again() -> None:
    betting = after(opened(500, 500, 500), "0 bet 20 · 1 call · 2 raise 60 · 0 call")

    assert betting.awaited == (1,)
    betting = after(betting, "1 call")
    assert not betting.awaited
    assert betting.bets == (60, 60, 60)
    assert betting.stacks == (440, 440, 440)


def test_the_bettor_is_not_asked_again_when_all_fold() -> None:
    betting = after(opened(500, 500, 500), "0 bet 20 · 1 fold · 2 fold")

    assert not betting.awaited
    assert betting.live == (0,)


def test_a_bet_is_at_least_the_minimum_and_at_most_the_maximum() -> None:
    """QQ-22: the maximum limits each bet and each increase."""
    assert offers(opened(500, 500, limits=Limits(20, 50))) == "check, bet 20, [bet 20-50]"
    betting = after(opened(500, 500, limits=Limits(20, 50)), "0 bet 50")
    assert offers(betting) == "call, raise 70, raise 100, fold, [raise 70-100]"


def test_the_largest_bet_may_be_the_smallest() -> None:
    """QQ-22: a table where every bet is one size, and a player who has no more than the smallest bet."""
    assert offers(opened(500, 500, limits=Limits(10, 10))) == "check, bet 10, [bet 10-10]"
    assert offers(opened(10, 500)) == "check, all-in, [bet 10-10]"


def test_without_a_maximum_everything_can_be_bet() -> None:
    """QQ-22."""
    assert offers(opened(500, 500, limits=NO_LIMIT, ante=10)) == "check, bet 10, bet 20, all-in, [bet 10-490]"


def test_a_raise_is_by_the_minimum_bet_at_least() -> None:
    """QQ-22: the size of the last raise does not matter, unless the house rules say so."""
    betting = after(opened(900, 900), "0 bet 80")

    assert betting.options(1).amounts[0].least == 90


def test_a_house_rule_may_ask_for_at_least_the_last_raise() -> None:
    """QQ-22, `min_raise`: last_raise."""
    limits = Limits(10, None, at_least_last_raise=True)
    betting = after(opened(900, 900, 900, limits=limits), "0 bet 80")
    assert betting.options(1).amounts[0].least == 160
    betting = after(betting, "1 raise 200")
    assert betting.options(2).amounts[0].least == 320


def test_the_raise_cap() -> None:
    """QQ-22: after so many raises it is call or fold."""
    betting = opened(900, 900, 900, limits=Limits(10, 100, raise_cap=2))
    betting = after(betting, "0 bet 20 · 1 raise 40 · 2 raise 60")

    assert offers(betting) == "call, fold"
    assert not after(betting, "0 call · 1 call").awaited


def test_the_first_bet_is_not_a_raise() -> None:
    betting = opened(900, 900, 900, limits=Limits(10, 100, raise_cap=1))

    assert "raise 30" in offers(after(betting, "0 bet 20"))


def test_a_betting_round_begins_without_the_raises_of_the_one_before() -> None:
    """QQ-22: neither their size nor their number counts any more."""
    limits = Limits(10, None, at_least_last_raise=True)
    betting = after(opened(900, 900, limits=limits), "0 bet 80 · 1 raise 200 · 0 call").begin_round(limits, 0)
    assert betting.options(0).amounts[0].least == 10

    limits = Limits(10, 100, raise_cap=1)
    betting = after(opened(45, 900, 900, limits=limits), "0 bet 20 · 1 raise 40 · 2 call · 0 call")
    betting = after(betting.begin_round(limits, 0), "0 all-in")
    assert offers(betting) == "call, raise 15, raise 105, fold, [raise 15-105]"


def test_bet_or_fold() -> None:
    """QQ-21, `checking`: never."""
    betting = opened(500, 500, 500, limits=Limits(10, 100, checking=False))

    assert offers(betting) == "bet 10, fold, [bet 10-100]"
    betting = after(betting, "0 fold · 1 fold")
    assert not betting.awaited
    assert betting.live == (2,)


def test_calling_for_less() -> None:
    """QQ-25: whoever has less than the bet may put in all they have, which is offered once."""
    betting = after(opened(500, 30, 500), "0 bet 80")

    assert offers(betting) == "all-in, fold"
    betting = after(betting, "1 all-in · 2 call")
    assert betting.bets == (80, 30, 80)
    assert betting.stacks == (420, 0, 420)
    assert not betting.awaited


@pytest.mark.parametrize("stack", [30, 80])
def test_a_call_that_takes_all_there_is_may_be_typed_but_is_offered_as_all_in(stack: int) -> None:
    """QQ-25: for less than the bet, or for exactly all they have."""
    betting = after(opened(500, stack, 500), "0 bet 80")

    assert offers(betting) == "all-in, fold"
    assert betting.options(1).synonyms == (CALL,)
    assert after(betting, "1 call") == after(betting, "1 all-in")


def test_a_call_that_leaves_chips_is_no_all_in() -> None:
    betting = after(opened(500, 81, 500), "0 bet 80")

    assert offers(betting) == "call, all-in, fold"
    assert betting.options(1).synonyms == ()
    assert after(betting, "1 call") != after(betting, "1 all-in")


@given(
    stacks=st.lists(st.integers(1, 120), min_size=2, max_size=6),
    ante=st.integers(1, 20),
    limits=st.builds(Limits, st.integers(1, 30), st.sampled_from([None, 30, 60]), st.sampled_from([None, 1])),
    seed=st.integers(0, 2**32 - 1),
)
def test_nothing_is_offered_twice(stacks: list[int], ante: int, limits: Limits, seed: int) -> None:
    """Whatever the stacks: each offered action leads to another state than all others do."""
    rng = Random(seed)
    betting = post_antes(tuple(stacks), ante).begin_round(limits, 0)
    while betting.awaited:
        ready, amounts, synonyms = betting.options(betting.awaited[0])
        outcomes = [done(betting, action) for action in ready]
        assert len(set(outcomes)) == len(ready)
        assert all(done(betting, action) in outcomes for action in synonyms)
        named = [Action(each.verb, rng.randint(each.least, each.most)) for each in amounts]
        betting = done(betting, rng.choice([*ready, *named]))


def test_betting_for_less() -> None:
    """QQ-25: whoever has less than the minimum may bet all of it."""
    assert offers(opened(6, 500, 500)) == "check, all-in"
    betting = after(opened(6, 500, 500), "0 all-in")
    assert betting.current_bet == 6
    assert offers(betting) == "call, raise 16, raise 18, fold, [raise 16-106]"


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    """QQ-25: those who have acted may call or fold, the one who has not may raise."""
    betting = after(opened(500, 25, 500, 500), "0 bet 20 · 1 all-in")
    assert betting.current_bet == 25
    assert offers(betting) == "call, raise 35, raise 95, fold, [raise 35-125]"
    betting = after(betting, "2 call · 3 call")
    assert betting.awaited == (0,)
    assert offers(betting) == "call, fold"
    assert not after(betting, "0 call").awaited


@pytest.mark.parametrize(
    ("stacks", "line"),
    [
        ((500, 6, 500), "0 check · 1 all-in · 2 call"),
        ((500, 500, 25, 500), "3 bet 20 · 0 call · 1 call · 2 all-in · 3 call"),
    ],
    ids=["who has checked", "who has called"],
)
def test_a_short_all_in_lets_nobody_raise_who_has_acted(stacks: tuple[int, ...], line: str) -> None:
    """QQ-25."""
    betting = after(opened(*stacks, first=int(line[0])), line)

    assert betting.awaited == (0,)
    assert offers(betting) == "call, fold"


def test_a_full_raise_behind_a_short_all_in_reopens_it() -> None:
    """QQ-25."""
    betting = after(opened(500, 25, 500), "0 bet 20 · 1 all-in · 2 raise 60")

    assert "[raise 70-160]" in offers(betting)


def test_an_all_in_that_is_a_full_raise_reopens_the_betting() -> None:
    betting = after(opened(500, 30, 500), "0 bet 20 · 1 all-in · 2 call")

    assert betting.awaited == (0,)
    assert "raise 40" in offers(betting)


def test_nobody_may_raise_when_all_others_are_all_in() -> None:
    """QQ-25: nobody could call."""
    betting = after(opened(500, 40, 40), "0 check · 1 all-in · 2 call")

    assert offers(betting) == "call, fold"


def test_two_all_in_leave_the_third_nothing_to_decide_when_they_have_matched() -> None:
    assert not after(opened(40, 40, 500), "0 check · 1 check · 2 bet 40 · 0 call · 1 call").awaited


def test_one_who_owes_nothing_is_not_asked_when_nobody_could_answer() -> None:
    """QQ-25: seat 0 cannot win a chip more by betting."""
    betting = post_antes((60, 10, 60), 10).begin_round(LIMIT, 2)
    assert betting.awaited == (2,)

    assert not betting.fold().awaited


def test_with_one_able_player_there_is_no_betting() -> None:
    """QQ-25: the remaining tiles are dealt without it."""
    assert not post_antes((10, 10, 500), 10).begin_round(LIMIT, 0).awaited
    assert not post_antes((10, 10, 10), 10).begin_round(LIMIT, 0).awaited


def test_who_is_all_in_or_has_folded_is_skipped_in_the_next_round() -> None:
    betting = after(opened(500, 40, 500, 500), "0 bet 40 · 1 call · 2 fold · 3 call").begin_round(LIMIT, 1)

    assert betting.awaited == (3,)
    assert betting.bets == (0, 0, 0, 0)
    assert betting.contributed == (40, 40, 0, 40)
    assert after(betting, "3 check").awaited == (0,)


def test_chips_that_nobody_matched_are_given_back() -> None:
    """QQ-25: they lie before the player again, and count for nothing in the hand."""
    betting = after(opened(500, 500), "0 bet 80 · 1 fold").give_back(0, 80)

    assert betting.stacks == (500, 500)
    assert betting.contributed == (0, 0)


def test_heads_up() -> None:
    betting = after(opened(500, 500), "0 check · 1 bet 10 · 0 raise 30 · 1 raise 60 · 0 call")

    assert not betting.awaited
    assert betting.bets == (60, 60)


def test_a_part_ante_is_all_there_is() -> None:
    """QQ-25, `part_ante`."""
    betting = post_antes((4, 10, 30), 10)

    assert betting.contributed == (4, 10, 10)
    assert betting.stacks == (0, 0, 20)


def test_acting_leaves_the_value_before_it_alone() -> None:
    betting = opened(500, 500)
    copy = Betting(*betting)
    after(betting, "0 bet 20 · 1 raise 60 · 0 fold")

    assert betting == copy


def test_all_in_is_an_option_of_its_own() -> None:
    assert Action("all-in") in opened(80, 80).options(0).ready
    assert Action("all-in") not in opened(180, 180).options(0).ready


def in_advance(betting: Betting, seat: int) -> str:
    """What a seat may decide before its turn: ``check-fold, call 20``."""
    decided = [betting.advance_action(seat, each.name) for each in ADVANCE_VERBS]
    return ", ".join(f"{each.name} {each.amount}".removesuffix(" 0") for each in decided if each is not None)


@pytest.mark.parametrize(
    ("line", "seat", "decided"),
    [
        ("", 0, "check-fold, check, check"),
        ("", 2, "check-fold, check, check"),
        ("0 check", 0, "check-fold"),
        ("0 bet 20", 2, "check-fold, call 20, fold"),
        ("0 bet 20", 0, ""),
        ("0 bet 20 · 1 call", 1, ""),
        ("0 bet 20 · 1 raise 50", 0, "check-fold, call 30, fold"),
        ("0 bet 20 · 1 fold", 1, ""),
        ("0 check · 1 bet 20 · 2 call", 3, "check-fold, call 15, fold"),
        ("0 check · 1 bet 20 · 2 call · 3 all-in", 3, ""),
    ],
)
def test_what_a_seat_may_decide_in_advance(line: str, seat: int, decided: str) -> None:
    """*Call* where there is nothing to call is *check*; a short stack calls with all it has."""
    assert in_advance(after(opened(500, 500, 500, 15), line), seat) == decided


def test_where_nobody_may_check_one_decides_to_fold() -> None:
    betting = opened(500, 500, 500, limits=Limits(10, 100, checking=False))
    assert in_advance(betting, 2) == "check-fold, fold"


def test_who_has_folded_decides_nothing_in_advance() -> None:
    """Even where nobody has bet yet, so that the first bet is still to come."""
    betting = after(opened(500, 500, 500, limits=Limits(10, 100, checking=False)), "0 fold")
    assert in_advance(betting, 0) == ""


def test_who_has_checked_decides_about_the_first_bet_in_each_betting_round() -> None:
    betting = after(opened(500, 500, 500), "0 bet 20 · 1 call · 2 call").begin_round(LIMIT, 0)
    assert in_advance(after(betting, "0 check"), 0) == "check-fold"


@pytest.mark.parametrize(
    ("line", "name", "comes_to"),
    [("0 check", "check-fold", "check"), ("0 bet 20", "check-fold", "fold"), ("0 bet 20", "call", "call")],
)
def test_what_a_decision_comes_to(line: str, name: str, comes_to: str) -> None:
    """QQ-32: *check or fold* checks as long as that is free."""
    betting = after(opened(500, 500, 500), line)
    decided = betting.advance_action(1, name)
    assert decided is not None

    assert betting.from_advance(1, decided) == Action(comes_to)


@pytest.mark.parametrize(
    ("name", "then", "stands"),
    [
        ("check-fold", "0 check · 1 check", True),
        ("check-fold", "0 bet 20", True),
        ("check-fold", "0 bet 20 · 1 all-in", False),
        ("check", "0 check · 1 check", True),
        ("check", "0 bet 20", False),
        ("call", "0 check · 1 check", True),
        ("call", "0 bet 20", False),
    ],
)
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
