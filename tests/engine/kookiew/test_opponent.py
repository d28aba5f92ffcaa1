"""The computer player: it stakes and banks within its means, and sees only its own view."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import game
from engine.kookiew.opponent import choose
from engine.kookiew.round import PASS, PASS_BANK, SHOW, KooKiewView
from engine.kookiew.rules import PRESETS, USUAL, KooKiewRules
from engine.play import Action
from tests.engine.kookiew.storytelling import KOO_KIEW, Deal

GOOD_FOR_PLAYERS = replace(USUAL, pair_payout=3)
AUCTION = PRESETS["auction"]


def at_table(rules: KooKiewRules = USUAL, chips: int = 1_000) -> Deal:
    return Deal({"Ani": (chips, ""), "Budi": (chips, ""), "Citra": (chips, "")}, rules=rules)


def chosen(deal: Deal, name: str, times: int = 60) -> list[Action]:
    """What it does in the place of a player, in so many moods."""
    view = deal.now.view(deal.names.index(name))
    return [choose(view, Random(mood)) for mood in range(times)]


def test_it_stakes_a_small_part_of_its_chips() -> None:
    amounts = {action.amount for action in chosen(at_table(), "Budi")}

    assert 10 <= min(amounts) < max(amounts) <= 60
    assert all(amount % 5 == 0 for amount in amounts), "in round figures"


def test_it_stakes_more_where_the_players_have_the_edge() -> None:
    usual, better = chosen(at_table(), "Budi"), chosen(at_table(GOOD_FOR_PLAYERS), "Budi")

    assert sum(action.amount for action in better) > 1.5 * sum(action.amount for action in usual)
    assert max(action.amount for action in better) <= 120, "still a small part"


@pytest.mark.parametrize(
    ("chips", "figures"),
    [
        pytest.param(100, {2, 3, 4, 5}, id="each chip counts"),
        pytest.param(400, {8, 9, 10, 15, 20}, id="every fifth from ten on"),
        pytest.param(10_000, set(range(200, 600, 50)), id="every fiftieth"),
        pytest.param(100_000, set(range(2_000, 6_000, 500)), id="every five hundredth"),
    ],
)
def test_it_stakes_round_figures_as_people_like_them(chips: int, figures: set[int]) -> None:
    """From a fiftieth to six hundredths of its chips, rounded down."""
    assert {action.amount for action in chosen(at_table(chips=chips), "Budi", times=200)} == figures


def test_it_stays_within_what_is_offered() -> None:
    limited = at_table(replace(USUAL, min_stake=200, max_stake=210))
    assert {action.amount for action in chosen(limited, "Budi")} == {200}
    assert {action.amount for action in chosen(at_table(replace(USUAL, max_stake=3)), "Budi")} == {3}
    assert {action.amount for action in chosen(at_table(chips=1), "Budi")} == {1}


def test_it_stakes_no_more_than_the_bank_covers() -> None:
    """What is beyond that would only go back (KK-12)."""
    small = {"Ani": (30, ""), "Budi": (1_000, ""), "Citra": (1_000, "")}

    assert max(action.amount for action in chosen(Deal(small), "Budi")) == 30
    assert max(action.amount for action in chosen(Deal(small, rules=replace(USUAL, pair_payout=3)), "Budi")) == 10
    assert max(action.amount for action in chosen(Deal(small, rules=replace(USUAL, solvency="collect")), "Budi")) > 30


def test_it_keeps_a_bank_that_it_can_bear() -> None:
    assert set(chosen(at_table().play("Budi stake 100 · Citra stake 400"), "Ani")) == {SHOW}


def test_it_gives_up_a_bank_that_is_too_much_for_it() -> None:
    assert set(chosen(at_table().play("Budi stake 101 · Citra stake 400"), "Ani")) == {PASS_BANK}


def test_it_gives_up_a_bank_without_an_edge() -> None:
    assert set(chosen(at_table(GOOD_FOR_PLAYERS).play("Budi stake 1 · (time)"), "Ani")) == {PASS_BANK}


def test_it_shows_where_the_bank_cannot_be_given_up() -> None:
    fixed = replace(GOOD_FOR_PLAYERS, bank="fixed")

    assert set(chosen(at_table(fixed).play("Budi stake 1 · (time)"), "Ani")) == {SHOW}


def test_it_bids_up_to_half_its_chips() -> None:
    amounts = {action.amount for action in chosen(at_table(AUCTION), "Budi")}

    assert 250 <= min(amounts) < max(amounts) <= 500


def test_it_bids_for_a_bank_that_takes_half_its_chips() -> None:
    assert {action.amount for action in chosen(at_table(replace(AUCTION, min_stake=500)), "Budi")} == {500}


@pytest.mark.parametrize(
    "rules", [replace(AUCTION, pair_payout=3), replace(AUCTION, min_stake=501)], ids=["no edge", "too dear"]
)
def test_it_does_not_bid_for_a_bank_it_should_not_hold(rules: KooKiewRules) -> None:
    assert set(chosen(at_table(rules), "Budi")) == {PASS}


def random_player(view: KooKiewView, rng: Random) -> Action:
    """Take any option, and any amount."""
    named = [Action(each.verb, rng.randint(each.least, each.most)) for each in view.options.amounts]
    return rng.choice([*view.options.ready, *named])


def deals_survived(player: object, seed: int, most: int) -> int:
    """How many deals against a rich, fixed bank it takes to lose 500 chips, up to ``most``."""
    assert callable(player)
    rng, chips = Random(seed), 500
    for played in range(most):
        if not chips:
            return played
        pack = rng.sample(range(112), 112)
        now = KOO_KIEW.deal(game.Deal(replace(USUAL, bank="fixed"), (1_000_000, chips), 0, tuple(pack))).round
        while now.settlement is None:
            (seat,) = now.awaited
            action = player(now.view(seat), rng) if seat else SHOW
            now = now.play(seat, action).round
        chips += now.settlement[1]
    return most


def test_it_is_not_ruined_as_a_random_player_is() -> None:
    """Everybody loses to the bank in the end; who stakes anything at random is ruined within a few dozen deals."""
    careful = [deals_survived(choose, seed, 200) for seed in range(12)]
    careless = [deals_survived(random_player, seed, 200) for seed in range(12)]

    assert sum(deals == 200 for deals in careful) >= 11
    assert sum(deals == 200 for deals in careless) <= 1
