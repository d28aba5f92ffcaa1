"""Whole deals of Koo Kiew: told in ``deals.txt`` as they happen, and laws of the bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from engine import game
from engine.kookiew import events as happened
from engine.kookiew.cards import PACK
from engine.kookiew.ranking import ranking
from engine.kookiew.round import KooKiewRound
from engine.kookiew.rules import PRESETS, USUAL, KooKiewRules
from engine.play import Action, Step
from tests.engine.kookiew.storytelling import KOO_KIEW, Deal
from tests.engine.stories import Story, retold, rules_told, stories


@stories(Path(__file__).with_name("deals.txt"))
def test_a_deal_is_as_it_is_told(story: Story) -> None:
    told = story.setting
    banker, bidder = told.get("dealer", ""), told.get("bidder", "")
    rules = rules_told(told.get("rules", ""), USUAL, PRESETS)

    retold(story, Deal(story.seats, banker=banker, bidder=bidder, rules=rules, streak=int(told.get("streak", "0"))))


class Staking(NamedTuple):
    """A bank, what everybody else is to stake on it (``None`` never answers), and an order in which they do."""

    rules: KooKiewRules
    bank: int
    stakes: tuple[int | None, ...]
    banker: int
    order: tuple[int, ...]

    def played(self, order: Sequence[int]) -> Step[Any]:
        """The deal when all have answered in this order, and the time is up for those who never do."""
        chips = [1_000] * len(self.stakes)
        chips[self.banker] = self.bank
        step = KOO_KIEW.deal(game.Deal(self.rules, tuple(chips), self.banker, tuple(range(112))))
        for seat in order:
            stake = self.stakes[seat]
            if stake is not None and seat != self.banker:
                step = step.round.play(seat, Action("stake", stake) if stake else Action("pass"))
        return step.round.close() if step.round.window else step


@st.composite
def stakings(draw: st.DrawFn) -> Staking:
    seats = draw(st.integers(2, 12))
    rules = replace(USUAL, pair_payout=draw(st.sampled_from([1, 1, 2, 10])))
    stakes = st.one_of(st.none(), st.just(0), st.integers(1, 200))
    return Staking(
        rules,
        draw(st.integers(rules.least_bank, 600)),
        tuple(draw(st.lists(stakes, min_size=seats, max_size=seats))),
        draw(st.integers(0, seats - 1)),
        tuple(draw(st.permutations(range(seats)))),
    )


def of(step: Step[Any]) -> KooKiewRound:
    assert isinstance(step.round, KooKiewRound)
    return step.round


@given(stakings())
def test_who_is_quicker_makes_no_difference_to_what_is_covered(staking: Staking) -> None:
    """KK-12: what the cover leaves depends on the seats alone."""
    one, other = (staking.played(order) for order in (staking.order, sorted(staking.order)))

    assert of(one).covered == of(other).covered
    assert of(one).staked == of(other).staked
    told = [[event for event in step.events if isinstance(event, happened.CoveredInPart)] for step in (one, other)]
    assert told[0] == told[1]


@given(stakings())
def test_the_bank_covers_as_much_as_it_can_pay_and_no_more(staking: Staking) -> None:
    """KK-11, KK-12: every winner might hold a pair."""
    closed = of(staking.played(staking.order))
    stakes = [stake or 0 for stake in closed.stakes]

    assert sum(closed.covered) == min(sum(stakes), staking.bank // staking.rules.pair_payout)
    assert closed.staked[staking.banker] == sum(closed.covered) * staking.rules.pair_payout <= staking.bank
    assert all(covered <= stake for covered, stake in zip(closed.covered, stakes, strict=True))
    in_order = [(stakes[seat], closed.covered[seat]) for seat in closed.players if stakes[seat]]
    cut = [place for place, (stake, covered) in enumerate(in_order) if covered < stake]
    assert all(covered == 0 for _, covered in in_order[cut[0] + 1 :]) if cut else True


@given(stakings(), st.randoms(use_true_random=False), st.sampled_from(["cover", "collect", "unlimited"]))
def test_what_decided_and_what_is_left_unpaid_agree_with_the_settlement(
    staking: Staking, rng: Random, solvency: str
) -> None:
    """KK-7, KK-12: every stake goes where the comparison says, and each chip that does not is accounted for."""
    rules = replace(staking.rules, solvency=solvency, second_card=rng.random() < 0.5)
    pack = rng.sample(range(112), 112)
    step = staking._replace(rules=rules).played(staking.order)
    closed = of(step)._replace(pack=tuple(PACK[number] for number in pack))
    told = [event for event in step.events if isinstance(event, happened.CoveredInPart)]
    assert all(event.cover == staking.bank // rules.pair_payout for event in told)
    if closed.settlement is not None:
        return
    step = closed.play(staking.banker, Action("show"))
    hands = of(step).shown

    for event in step.events:
        if isinstance(event, happened.Settled):
            assert event.decided == ranking(rules).decide(event.hand, hands[staking.banker])
            assert event.wins == event.decided.wins
            due = event.covered * (rules.pair_payout if event.label == "pair" else 1) if event.wins else -event.covered
            assert event.net + event.owed + event.unpaid == due
            assert event.owed == 0 or solvency == "unlimited"
            assert event.unpaid == 0 or solvency == "collect"


@given(st.permutations(range(2, 8)), st.lists(st.integers(1, 1_000), min_size=6, max_size=6), st.integers(1, 1_000))
def test_quick_players_shut_nobody_out(quick: Sequence[int], amounts: Sequence[int], last: int) -> None:
    """Whatever six others have staked, the player at the banker's left may stake as before, and is covered first."""
    now = of(KOO_KIEW.deal(game.Deal(USUAL, (50, *(1_000,) * 7), 0, tuple(range(112)))))
    first = {seat: now.options(seat) for seat in now.awaited}
    for seat, amount in zip(quick, amounts, strict=True):
        now = of(now.play(seat, Action("stake", amount)))
        assert now.stage == "staking"
        assert {other: now.options(other) for other in now.awaited} == {other: first[other] for other in now.awaited}

    assert of(now.play(1, Action("stake", last))).covered[1] == min(last, 50)


def test_bids_are_hidden_until_all_are_in() -> None:
    """What two worlds show is the same if they differ only in a bid."""
    low = Deal(dict.fromkeys(("Ani", "Budi", "Citra"), (500, "")), rules=PRESETS["auction"]).play("Budi bid 10").now
    high = Deal(dict.fromkeys(("Ani", "Budi", "Citra"), (500, "")), rules=PRESETS["auction"]).play("Budi bid 400").now

    assert all(low.view(seat) == high.view(seat) for seat in (None, 0, 2))
    assert (low.awaited, low.staked) == (high.awaited, high.staked)
