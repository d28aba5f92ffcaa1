"""Chips that new accounts lose to one person: the integrity report says so, and rankings can leave them out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import chain
from random import Random

import pytest

from bot.features.integrity.queries import FIRST_WEEK, Newcomer
from bot.features.integrity.tally import IntegrityReport, IntegrityTally, PlayedHand
from engine.game import Deal
from engine.games import GAMES
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario
from tests.features.stories import a_hand

BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)
GIVEN, BUY_INS = 2000, (500, 500, 500, 1000, 2000)
KINDS = ("", "week", "month", "season")


def report(hands: list[PlayedHand], *new: str) -> IntegrityReport:
    tally = IntegrityTally(dict.fromkeys(new, Newcomer(BEGAN, GIVEN)))
    tally.add(hands)
    return tally.report({})


def lost(giver: str, taker: str, *amounts: int, at: datetime = BEGAN) -> list[PlayedHand]:
    return [PlayedHand((giver, taker), (-amount, amount), (), at) for amount in amounts]


# --- what is counted -----------------------------------------------------------------------------------------------


def test_a_new_account_that_loses_all_in_three_hands_is_marked() -> None:
    (fed,) = report(lost("tono", "wati", 500, 500, 1000), "tono").fed
    assert (fed.giver, fed.taker, fed.lost, fed.back, fed.given, fed.hands) == ("tono", "wati", 2000, 0, 2000, 3)
    assert fed.unusual


def test_what_comes_back_is_said_and_takes_the_mark_away() -> None:
    hands = [*lost("tono", "wati", 500, 500, 500), *lost("wati", "tono", 100)]
    (fed,) = report(hands, "tono", "wati").fed
    assert (fed.lost, fed.back, fed.unusual) == (1500, 100, False)


def test_less_than_three_quarters_of_it_are_said_without_a_mark() -> None:
    (fed,) = report(lost("tono", "wati", 450, 450, 500), "tono").fed
    assert not fed.unusual


def test_a_loss_over_a_week_is_marked_though_a_few_chips_came_back() -> None:
    evenings = [lost("tono", "wati", 150, 250, at=BEGAN + timedelta(days=day)) for day in range(4)]
    (fed,) = report([*lost("wati", "tono", 10, 40), *chain(*evenings)], "tono", "wati").fed
    assert (fed.lost, fed.back, fed.unusual) == (1600, 50, True)


@pytest.mark.parametrize("amounts", [(2000,), (1000, 1000), (1000, 990, 10)])
def test_one_or_two_all_ins_are_said_without_a_mark(amounts: tuple[int, ...]) -> None:
    (fed,) = report(lost("tono", "wati", *amounts), "tono").fed
    assert (fed.lost, fed.unusual) == (2000, False)


@pytest.mark.parametrize(
    ("hands", "new"),
    [
        (lost("tono", "wati", 1000), ["tono"]),
        (lost("tono", "wati", 2000), ["wati"]),
        (lost("tono", "wati", 2000, at=BEGAN + FIRST_WEEK), ["tono"]),
        ([*lost("tono", "wati", 1000), *lost("tono", "budi", 1000)], ["tono"]),
    ],
    ids=["half of it", "an old account", "after its first week", "to several"],
)
def test_nothing_is_said_of_others(hands: list[PlayedHand], new: list[str]) -> None:
    assert report(hands, *new).fed == ()


def test_whom_several_new_accounts_fed_is_said() -> None:
    found = report(
        [*lost("tono", "wati", 2000), *lost("budi", "wati", *[500] * 3), *lost("joko", "rini", 2000)],
        "tono", "budi", "joko",
    )  # fmt: skip
    ((taker, fed),) = found.fed_by_several.items()
    assert (taker, [each.giver for each in fed]) == ("wati", ["budi", "tono"])


# --- honest evenings -----------------------------------------------------------------------------------------------


def honest_evening(name: str, seed: int, hands: int = 60) -> list[PlayedHand]:
    """Two to six computer players, all of them new, who buy in again for as long as they have chips."""
    game, rng = GAMES[name], Random(seed)
    rules, buy_in = rng.choice(list(game.presets.values())), rng.choice(BUY_INS)
    people = [f"p{number}" for number in range(rng.randint(2, 6))]
    stacks, wallets = dict.fromkeys(people, 0), dict.fromkeys(people, GIVEN)
    found: list[PlayedHand] = []
    for number in range(hands):
        for each in people:
            if stacks[each] < game.least_stack(rules):
                bought = min(buy_in, wallets[each])
                wallets[each] -= bought
                stacks[each] += bought
        seated = tuple(each for each in people if stacks[each] >= game.least_stack(rules))
        if len(seated) < game.fewest:
            break
        pack = tuple(rng.sample(range(len(game.pack)), len(game.pack)))
        now = game.deal(Deal(rules, tuple(stacks[each] for each in seated), number % len(seated), pack)).round
        while now.settlement is None:
            question = now.question
            for seat in now.awaited:
                if now.question == question and now.settlement is None:
                    now = now.play(seat, game.choose(now.view(seat), rng)).round
            if now.question == question and now.settlement is None:
                now = now.close().round
        nets = tuple(now.settlement[seat] for seat in range(len(seated)))
        for each, net in zip(seated, nets, strict=True):
            stacks[each] += net
        found.append(PlayedHand(seated, nets, (), BEGAN + timedelta(minutes=number)))
    return found


def marks(name: str, evenings: int) -> int:
    """How many new accounts are marked in so many honest evenings."""
    people = [f"p{number}" for number in range(6)]
    return sum(each.unusual for seed in range(evenings) for each in report(honest_evening(name, seed), *people).fed)


@pytest.mark.parametrize(("name", "evenings"), [("qiuqiu", 6), ("koo-kiew", 6), ("quan-dui", 1)])
def test_nobody_is_marked_in_some_honest_evenings(name: str, evenings: int) -> None:
    assert marks(name, evenings) == 0


@pytest.mark.soak
@pytest.mark.parametrize(("name", "evenings"), [("qiuqiu", 6000), ("koo-kiew", 6000), ("quan-dui", 1000)])
def test_honest_evenings_get_at_most_one_mark_in_a_thousand(name: str, evenings: int) -> None:
    assert marks(name, evenings) <= evenings // 1000


# --- at a real table -----------------------------------------------------------------------------------------------


async def dumped(scenario: Scenario, *givers: str) -> None:
    """Each loses 1,500 of their 2,000 chips to Wati in three hands."""
    await scenario.set_rules("max_bet none")
    for giver in givers:
        for _ in range(3):
            await a_hand(scenario, winner="wati", loser=giver, pot=500)


@pytest.mark.usefixtures("no_pictures")
async def test_an_admin_reads_who_fed_whom_in_three_hands(scenario: Scenario) -> None:
    scenario.admins.add("ani")
    await dumped(scenario, "tono", "budi")
    said = words((await scenario.say("ani", "integrity")).message)
    assert "◆ Tono → Wati: lost 1,500 chips in 3 hands, won back 0, was given 2,000" in said
    assert "◆ Budi → Wati: lost 1,500 chips in 3 hands" in said
    assert "◆ Wati got 3,000 chips from 2 such accounts" in said


@pytest.mark.usefixtures("no_pictures")
async def test_what_an_account_of_a_week_loses_is_its_own_business(scenario: Scenario) -> None:
    scenario.admins.add("ani")
    await scenario.do("tono", "chips")
    await scenario.wait(FIRST_WEEK.total_seconds())
    await dumped(scenario, "tono")
    assert "lost 1,500" not in words((await scenario.say("ani", "integrity")).message)


@pytest.mark.usefixtures("no_pictures")
async def test_rankings_leave_dumped_chips_out_where_admins_say_so(scenario: Scenario) -> None:
    scenario.admins.add("ani")
    await scenario.do("ani", "season open Spring")
    await scenario.wait(1)
    await scenario.do("rini", "chips")
    await dumped(scenario, "tono")

    async def first(kind: str) -> str:
        """What stands beside Wati."""
        return words((await scenario.say("rini", f"top {kind}".strip())).message).partition("Wati · ")[2].split()[0]

    before = [await first(kind) for kind in KINDS]
    await scenario.set_rules("rank_without_dumps on")
    after = [await first(kind) for kind in KINDS]
    assert before == ["3,500", "+1,500", "+1,500", "+1,500"]
    assert after[0] == "2,000"
    assert "1,500" not in " ".join(after)


@pytest.mark.usefixtures("no_pictures")
async def test_a_week_leaves_out_its_part_of_what_was_dumped_since_the_week_before(scenario: Scenario) -> None:
    await scenario.set_rules("max_bet none")
    await a_hand(scenario, winner="wati", loser="tono", pot=500)
    await scenario.wait(timedelta(days=6).total_seconds())
    for _ in range(2):
        await a_hand(scenario, winner="wati", loser="tono", pot=500)
    await scenario.set_rules("rank_without_dumps on")
    assert "1,000" not in "".join((await scenario.say("rini", "top week")).message.lines).partition("Tono")[0]
