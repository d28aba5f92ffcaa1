"""Practice tables: chips that are nobody's whatever happens there, and hints for one person alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.ledger import STACK, queries, statement_queries
from engine.games import GAMES
from tests.bot.fake_chat import buttons
from tests.bot.scenario import GROUP, Scenario, player_id

GRANT = 2000
"""What a newcomer is given, and all that anybody has who only ever practises."""


async def begin(scenario: Scenario, game: str, name: str = "sari") -> None:
    """Let somebody ask for practice, and the first hand begin."""
    await scenario.do(name, f"practice {game}")
    await scenario.wait(0)


async def answer(scenario: Scenario, rng: Random) -> None:
    """Let the people who are asked do what a computer player would, and then time pass."""
    hand = scenario.hand()
    people = [seat for seat in hand.round.awaited if not scenario.chair(hand.players[seat]).computer]
    for seat in people:
        if hand.round.window and rng.random() < 0.3:
            continue
        # An answer may close the window before its time.
        if scenario.state().playing is None or scenario.hand().turn != hand.turn:
            break
        action = scenario.state().game.choose(hand.round.view(seat), rng)
        await scenario.do(hand.players[seat].removeprefix("test:"), action.text)
        if not hand.round.window:
            return
    for _ in range(hand.round.window or 2):
        # A window may close before its time and end the hand; the pause after it must not pass unnoticed.
        if scenario.is_open() and scenario.state().playing is not None:
            await scenario.wait(1)


async def play(scenario: Scenario, rng: Random, look: Callable[[], None] = lambda: None) -> None:
    """Let the hand be played to its end, and look at it at every question."""
    while scenario.is_open() and scenario.state().playing is not None:
        look()
        await answer(scenario, rng)


async def wealth_is_as_given(scenario: Scenario) -> None:
    """Nobody has won, lost or staked a chip of their own."""
    ledger = scenario.app.ledger
    for player in await ledger.read(queries.people, GROUP):
        computer = player.startswith("computer:")
        reasons = [entry.reason for entry in await ledger.read(statement_queries.statement, GROUP, player)]
        assert reasons == ([] if computer else ["newcomer"]), player
        assert await scenario.in_wallet(player) == (0 if computer else GRANT)
        assert (await ledger.read(queries.wealth, GROUP, player)).on_tables == 0


# --- the table -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_practice_begins_at_once_with_computer_players_and_says_what_it_is(scenario: Scenario, game: str) -> None:
    await begin(scenario, game)

    assert [chair.computer for chair in scenario.state().seated] == [False, True, True, True]
    assert len(scenario.hand().players) == 4
    shown = scenario.chat.newest()
    assert shown.title.endswith("· practice")
    assert shown.footer == "Practice chips: they don't count"
    await scenario.sound()


async def test_chips_of_practice_are_no_wealth(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    given = await scenario.all_chips()
    await begin(scenario, "qiuqiu")

    assert await scenario.all_chips() > given, "they come from the group"
    assert "Wallet 2,000 · on tables 0" in await scenario.do("sari", "chips")
    assert all("2,000" in line for line in (await scenario.say("sari", "top")).message.lines)
    assert "chips for newcomers" in await scenario.do("sari", "ledger")
    assert "practice" not in await scenario.do("sari", "ledger")


async def test_whoever_has_no_chips_may_practise_all_the_same(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    for name in ("boss", "sari", "budi"):
        await scenario.do(name, "chips")
    for name in ("sari", "budi"):
        await scenario.do("boss", f"bank take {name} 2000 to test")
    await begin(scenario, "quan-dui")
    await scenario.do("budi", "join 2000")

    assert (scenario.chair("sari").stack + scenario.hand().round.staked[0], scenario.chair("budi").stack) == (500, 2000)
    assert await scenario.refused("budi", "rebuy") == "rebuy-out-of-range"
    assert await scenario.in_wallet("budi") == 0
    assert await scenario.refused("wati", "join 2001") == "buy-in-out-of-range"


def asked(scenario: Scenario, name: str) -> bool:
    hand = scenario.state().playing
    seat = None if hand is None else hand.seat(player_id(name))
    return hand is not None and seat in hand.round.awaited


async def until_asked(scenario: Scenario, name: str) -> None:
    """Let computer players act until somebody is asked; it is their turn within two minutes, or the test fails."""
    for _ in range(120):
        if asked(scenario, name):
            return
        await scenario.wait(1)
    raise AssertionError(f"{name} is never asked")


@pytest.mark.parametrize("game", GAMES)
async def test_one_person_alone_may_take_any_time(scenario: Scenario, game: str) -> None:
    await begin(scenario, game)
    for _ in range(6):
        await until_asked(scenario, "sari")
        turn = scenario.hand().turn
        await scenario.wait(600)
        assert scenario.hand().turn == turn
        assert not scenario.chair("sari").lapses
        seat = scenario.hand().seat(player_id("sari"))
        assert seat is not None
        action = scenario.state().game.choose(scenario.hand().round.view(seat), Random(1))
        await scenario.do("sari", action.text)
    assert scenario.chair("sari").out is False


async def test_only_the_first_hand_of_a_second_person_has_no_clock(scenario: Scenario) -> None:
    await begin(scenario, "qiuqiu")
    await scenario.do("budi", "join")
    await play(scenario, Random(1))
    await scenario.wait(15)
    await until_asked(scenario, "budi")
    turn = scenario.hand().turn

    await scenario.wait(600)
    assert scenario.hand().turn == turn, "budi has not played a hand yet"

    if (await scenario.say("budi", "check")).refused:
        await scenario.do("budi", "call")
    await until_asked(scenario, "sari")
    turn = scenario.hand().turn
    await scenario.wait(600)
    assert scenario.state().playing is None or scenario.hand().turn != turn, "sari has, and budi waits"


# --- the chips -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(each, marks=pytest.mark.soak) for each in (1, 2))])
async def test_whatever_happens_at_practice_no_wallet_is_touched(tmp_path: Path, game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    async with Scenario(tmp_path, seed=f"practice {seed}") as scenario:
        scenario.admins.add("boss")
        for name in ("boss", "sari", "budi"):
            await scenario.do(name, "chips")
        await begin(scenario, game)
        given = await scenario.all_chips() - sum(chair.stack for chair in scenario.state().seated)
        given -= sum(scenario.hand().round.staked)
        await scenario.do("budi", "join")
        for number in range(4):
            for _ in range(rng.randrange(8)):
                if scenario.state().playing is not None:
                    await answer(scenario, rng)
            running = scenario.state().playing
            if number == 2 and running is not None:
                await scenario.do("boss", f"bank void {running.id} to see what happens")
            await rng.choice((scenario.die, scenario.restart))()
            assert scenario.state().practice
            await scenario.sound()
            await play(scenario, rng)
            await wealth_is_as_given(scenario)
            await scenario.say("sari", "rebuy 100")
            await scenario.wait(8)
        await scenario.say("budi", "leave")
        await scenario.say("sari", "close")
        if scenario.is_open():
            await play(scenario, rng)

        assert not scenario.is_open()
        await wealth_is_as_given(scenario)
        assert await scenario.all_chips() == given, "every chip is back with the group"
        assert set((await scenario.app.ledger.read(queries.balances, GROUP, STACK)).values()) == {0}
        await scenario.sound()


# --- hints -----------------------------------------------------------------------------------------------------


async def test_hints_are_for_practice_alone_and_for_those_who_sit_there(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi", game="quan-dui")
    assert await scenario.refused("sari", "hint") == "practice-only"
    await scenario.do("wati", "practice quan-dui", channel="side")
    assert await scenario.refused("budi", "hint", channel="side") == "not-seated"


async def test_a_hint_goes_to_one_person_alone_and_changes_nothing(scenario: Scenario) -> None:
    await begin(scenario, "quan-dui")
    await scenario.do("budi", "join")
    (button,) = [
        each for each in buttons(scenario.chat.private_messages(player_id("sari"))[-1]) if each.label == "Hint"
    ]
    before, seen = scenario.state(), list(scenario.chat.seen)

    reply = await scenario.press("sari", button)

    assert reply.secret
    assert not reply.refused
    assert (scenario.state(), scenario.chat.seen) == (before, seen)
    assert "You are not in this hand" in await scenario.do("budi", "hint"), "and who waits has nothing to be told of"
