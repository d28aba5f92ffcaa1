"""The integrity report: flows sum to what was won, planted collusion stands out, and an honest evening does not."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.integrity.reports import IntegrityReports
from bot.features.integrity.tally import FEWEST, IntegrityReport, IntegrityTally, PlayedHand, flows
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario, player_id

NAMES = ("budi", "joko", "rini", "sari", "tono", "wati")

balanced = st.lists(st.integers(-10_000, 10_000), max_size=12).map(lambda nets: [*nets, -sum(nets)])


def report(hands: list[PlayedHand]) -> IntegrityReport:
    tally = IntegrityTally()
    tally.add(hands)
    return tally.report({})


# --- the flows of a hand -------------------------------------------------------------------------------------------


@given(balanced)
def test_the_flows_of_a_hand_sum_to_its_nets(nets: list[int]) -> None:
    found = flows(nets)
    for seat, net in enumerate(nets):
        got = sum(amount for (_, winner), amount in found.items() if winner == seat)
        gave = sum(amount for (loser, _), amount in found.items() if loser == seat)
        assert got - gave == net
        assert got == 0 or gave == 0
    assert all(amount > 0 for amount in found.values())


@given(st.lists(st.integers(-10_000, 10_000), max_size=12))
def test_odd_chips_of_other_hands_flow_from_nobody_to_nobody(nets: list[int]) -> None:
    won, lost = sum(net for net in nets if net > 0), -sum(net for net in nets if net < 0)
    assert sum(flows(nets).values()) == min(won, lost)


@given(balanced)
def test_chips_are_shared_out_in_proportion_within_a_chip_of_each_loser(nets: list[int]) -> None:
    won, losers = sum(net for net in nets if net > 0), sum(1 for net in nets if net < 0)
    for (loser, winner), amount in flows(nets).items():
        assert abs(amount - -nets[loser] * nets[winner] / won) <= losers


# --- what stands out -----------------------------------------------------------------------------------------------


def honest_evening(seed: int, hands: int) -> list[PlayedHand]:
    """People who come and go, bet and fold as the cards fall, and win by chance."""
    rng, found = Random(seed), []
    for _ in range(hands):
        players = tuple(rng.sample(NAMES, rng.randint(2, 5)))
        moves, stakes = [], [rng.choice((10, 20, 40, 80)) for _ in players]
        raiser = rng.choice(players)
        moves.append((raiser, "raise 40"))
        moves += [(who, rng.choice(("fold", "call", "call"))) for who in players if who != raiser]
        winner, nets = rng.randrange(len(players)), [-stake for stake in stakes]
        nets[winner] = sum(stakes) - stakes[winner]
        found.append(PlayedHand(players, tuple(nets), tuple(moves)))
    return found


def dumping(hands: int) -> list[PlayedHand]:
    """Tono, who bets into Wati each time and gives way."""
    found = []
    for number in range(hands):
        players = ("tono", "wati", NAMES[number % 4])
        moves = (("wati", "raise 60"), ("tono", "fold"), (players[2], "fold" if number % 3 else "call"))
        found.append(PlayedHand(players, (-60, 70, -10), moves))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_an_honest_evening_does_not_stand_out(seed: int) -> None:
    found = report(honest_evening(seed, 300))
    assert found.pairs
    assert found.folds
    assert not [pair for pair in found.pairs if pair.unusual]
    assert not [rate for rate in found.folds if rate.unusual]


@pytest.mark.parametrize("seed", range(5))
def test_planted_dumping_stands_out_and_nobody_else(seed: int) -> None:
    found = report([*honest_evening(seed, 300), *dumping(40)])
    assert [(pair.giver, pair.taker) for pair in found.pairs if pair.unusual] == [("tono", "wati")]
    assert found.pairs[0].giver == "tono", "what is unusual comes first"


def test_folding_to_a_partner_stands_out() -> None:
    soft = [
        PlayedHand(("tono", "wati", "budi"), (0, 0, 0), (("wati", "bet 20"), ("tono", "fold"), ("budi", "call")))
    ] * 30
    hard = [
        PlayedHand(("tono", "wati", "budi"), (0, 0, 0), (("budi", "bet 20"), ("tono", "call"), ("wati", "call")))
    ] * 30
    (rate,) = [each for each in report(soft + hard).folds if each.unusual]
    assert (rate.who, rate.to, rate.folds, rate.cases, rate.folds_to_others) == ("tono", "wati", 30, 30, 0)


def test_nothing_is_unusual_of_a_few_hands() -> None:
    found = report(dumping(FEWEST - 1))
    assert not [pair for pair in found.pairs if pair.unusual]
    assert not found.folds


def test_folds_by_the_clock_all_ins_and_computer_players_are_left_out() -> None:
    moves = (
        *(("wati", "bet 20"), ("tono", "lapse fold"), ("wati", "all-in"), ("tono", "fold")),
        *(("computer:home:1", "raise 40"), ("tono", "fold"), ("tono", "bet 20"), ("computer:home:1", "fold")),
    )
    found = report([PlayedHand(("tono", "wati", "computer:home:1"), (-50, 20, 30), moves)] * 30)
    assert not found.folds
    assert [(pair.giver, pair.taker, pair.net) for pair in found.pairs] == [("tono", "wati", 20 * 30)]
    assert found.people == 2


# --- at real tables ------------------------------------------------------------------------------------------------


@pytest.fixture
async def played(scenario: Scenario) -> Scenario:
    """Three who have played two hands, of which one was reversed."""
    scenario.admins.add("ani")
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "start")
    for _ in range(2):
        while scenario.state().playing is None:
            await scenario.wait(20)
        await scenario.act("bet 20", "fold", "fold")
    return scenario


@pytest.mark.usefixtures("no_pictures")
async def test_an_admin_reads_it_in_private_by_buttons(played: Scenario) -> None:
    shown = len(played.chat.seen)
    page = await played.say("ani", "integrity")
    assert page.menu
    assert page.secret
    said = words(page.message)
    assert "2 hands without practice. People: 3." in said
    assert "→" in said
    assert "It proves nothing" in said
    assert not re.search("cheat|collu|suspect|curang", said, re.IGNORECASE)
    buttons = {button.label: button for button in page.message.pressable}
    assert {"7 days", "30 days", "90 days", "Details"} == set(buttons)
    detail = await played.press("ani", buttons["Details"])
    assert "Only what everybody could see" in words(detail.message)
    assert "100 %" in words(detail.message)
    assert len(played.chat.seen) == shown


@pytest.mark.usefixtures("no_pictures")
async def test_what_flowed_is_what_was_won_and_a_reversed_hand_counts_only_as_such(played: Scenario) -> None:
    hand = played.hand()
    nets = dict(zip(hand.players, hand.round.settlement.values(), strict=True))  # type: ignore[union-attr]
    await played.do("ani", f"bank void {hand.id - 1} by mistake")
    found = await IntegrityReports(played.app.ledger, played.clock).of(GROUP, 30)
    assert found.hands == 1
    assert found.voids == {player_id("ani"): 1}
    got = dict.fromkeys(nets, 0)
    for pair in found.pairs:
        got[pair.taker] += pair.net
        got[pair.giver] -= pair.net
    assert got == nets


@pytest.mark.usefixtures("no_pictures")
async def test_nobody_else_reads_it_and_practice_is_left_out(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    await scenario.finish_hand()
    assert await scenario.refused("sari", "integrity") == "admin-only"
    assert await scenario.refused("sari", "integrity details") == "admin-only"
    scenario.admins.add("ani")
    assert await scenario.refused("ani", "integrity 400") == "number-out-of-range"
    said = words((await scenario.say("ani", "integrity 7")).message)
    assert "0 hands without practice. People: 0." in said
    assert "No chips went" in said
