"""What a player alone is shown once a hand is over for them, on a chat where every private edit costs a call."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from bot.messages import TIME_LEFT
from engine.play import Action
from engine.table.state import Chair
from tests.bot.fake_chat import Seen, words
from tests.bot.scenario import Scenario, player_id, sentence
from tests.removed_features import needs


def told(scenario: Scenario, name: str) -> list[Seen]:
    return [seen for seen in scenario.chat.seen if seen.how == "private" and seen.where == player_id(name)]


def last(scenario: Scenario, name: str) -> str:
    """What the one private message of the last hand says now."""
    ((number, message),) = scenario.chat.standing(player_id(name)).items()
    assert number == told(scenario, name)[0].number, "it is rewritten, and no other is sent"
    return words(message)


def labels(seen: Seen) -> list[str]:
    return [button.label for row in seen.message.buttons for button in row]


async def one_hand(scenario: Scenario, *names: str) -> None:
    """These people play one hand that ends with its first bet."""
    await scenario.deal(*names)
    await scenario.act("bet 10", *["fold"] * (len(names) - 1))
    assert scenario.hand().over


async def test_between_hands_it_says_what_happened_and_when_the_next_begins(scenario: Scenario) -> None:
    people = ("sari", "budi", "wati")
    scenario.chat.called_in_private = set(map(player_id, people))
    await one_hand(scenario, *people)
    first = {name: told(scenario, name)[0].number for name in people}
    for name in people:
        assert f"Hand {scenario.hand().id} is over" in last(scenario, name)
        (message,) = scenario.chat.standing(player_id(name)).values()
        assert message.lines[-1] == f"Next hand: {TIME_LEFT}"
        assert message.countdown is not None
        assert message.countdown.ends == scenario.clock.utc() + timedelta(seconds=8)
        assert message.buttons == ()
    await scenario.wait(8)
    assert scenario.hand().number == 2
    for name in people:
        (number,) = scenario.chat.standing(player_id(name))
        assert number != first[name], "a new hand is a new message, which takes the last one away"


ANYTHING = (
    "join", "leave", "sit out", "sit back", "start", "close", "pause", "pause now", "resume", "stop", "stop confirm",
    "rebuy", "daily", "open qiuqiu", "hand", "add computer", "remove computer", "kick wati", "house set hui on",
)  # fmt: skip


@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
async def test_every_private_message_is_true_whatever_happens_to_the_table(scenario: Scenario, game: str) -> None:
    people, rng = ("sari", "budi", "wati"), Random(f"private truth {game}")
    scenario.admins |= {"sari"}
    scenario.chat.called_in_private = {player_id("sari")}
    for step in range(150):
        state = scenario.state() if scenario.is_open() else None
        name = rng.choice(people)
        if state is None:
            await scenario.say(name, f"open {game}")
        elif len(state.people) < 2:
            await scenario.say(name, "join")
        elif rng.random() < 0.2:
            await scenario.say(name, rng.choice(ANYTHING))
        elif rng.random() < 0.02:
            await scenario.restart()
        elif state.playing is None:
            await scenario.say(name, "start")
            await scenario.wait(rng.choice((1, 8)))
        elif rng.random() < 0.2:
            await scenario.wait(rng.choice((5, 25, 60)))
        else:
            options = state.playing.round.options(seat := rng.choice(state.playing.round.awaited))
            actions = [*options.ready, *(Action(each.verb, each.least) for each in options.amounts)]
            player = state.playing.players[seat].removeprefix("test:")
            await (scenario.wait(2) if ":" in player else scenario.say(player, rng.choice(actions).text))
        for each in people:
            check_truth(scenario, each, step)


def check_truth(scenario: Scenario, name: str, step: int) -> None:
    """What stands before somebody in private is one message at most, and agrees with their table as it is now."""
    standing = scenario.chat.standing(player_id(name))
    assert len(standing) <= 1, step
    state = scenario.state() if scenario.is_open() else None
    chair = None if state is None else state.chair_of(player_id(name))
    for message in standing.values():
        said = words(message)
        turns = {each.turn.partition(":")[2] for each in message.pressable if "." in each.turn}
        if state is None or chair is None:
            assert not turns, (step, said)
            assert "You ended with" in said or "You left" in said, (step, said)
            continue
        hand = state.playing
        seat = None if hand is None or chair.leaving else hand.seat(player_id(name))
        if hand is None or seat is None:
            assert not turns, (step, said)
            assert f"Your chips on the table: {chair.stack:,}." in said, (step, said)
            assert ("Next hand:" in said) == (state.playing is None and will_play(scenario, chair)), (step, said)
        else:
            assert f"You have {chair.stack:,} chip" in said or state.game_name == "koo-kiew", (step, said)
            assert turns <= ({hand.turn} if seat in hand.round.awaited and not state.stands_still else set()), said


def will_play(scenario: Scenario, chair: Chair) -> bool:
    """Whether a pause runs after which a player is dealt in."""
    state, least = scenario.state(), scenario.table().store.least_stack
    return state.hand is not None and state.expects_hand(least) and chair in state.ready(least) and not chair.removed


async def broke(scenario: Scenario) -> str:
    """Sari, Budi and Wati play, and one of them loses all; return who."""
    await scenario.sit("sari", "budi", "wati")
    scenario.stack("sari: 6-6, 6-5, 5-5; budi: 2-0, 3-0, 4-1; wati: 2-2, 2-1, 3-1; then: 6-4, 6-3, 5-4")
    await scenario.set_rules("max_bet none")
    await scenario.do("sari", "start")
    while (hand := scenario.state().playing) is not None:
        name = scenario.asked()
        verbs = [action.verb for action in hand.round.options(hand.round.awaited[0]).ready]
        await scenario.act("fold" if name == "wati" and "fold" in verbs else "all-in" if "all-in" in verbs else "check")
    (loser,) = [name for name in ("sari", "budi") if not scenario.chair(name).stack]
    return loser


async def test_who_is_broke_is_told_so_and_how_to_go_on_for_as_long_as_it_is_so(scenario: Scenario) -> None:
    loser = await broke(scenario)
    shown = told(scenario, loser)[-1]
    hand = scenario.hand().id
    assert f"Hand {hand} is over: you lost 500." in words(shown.message)
    assert "You need 10 chips to be dealt in. Press More chips, or try /daily." in words(shown.message)
    assert labels(shown) == ["More chips", "Daily chips"]
    result = scenario.chat.text()
    name = loser.capitalize()
    assert f"{name} out of chips" in result
    await scenario.wait(8)
    assert scenario.hand().id == hand + 1
    assert scenario.hand().seat(player_id(loser)) is None
    line = next(line for line in scenario.chat.text().splitlines()[::-1] if name in line and "0 chips" in line)
    assert line.endswith("0 chips · out of chips"), "and not: next hand"
    reply = await scenario.say(loser, "hand")
    assert "chips to be dealt in" in sentence(reply)
    more, _ = [button for row in reply.message.buttons for button in row]
    assert not (await scenario.press(loser, more)).refused
    assert "You are dealt in with the next hand." in words(told(scenario, loser)[-1].message)
    await scenario.finish_hand()
    await scenario.wait(8)
    assert scenario.hand().seat(player_id(loser)) is not None


async def test_a_closed_table_says_who_ended_with_what(scenario: Scenario) -> None:
    needs("evenings")
    await one_hand(scenario, "sari", "budi", "wati")
    await scenario.do("wati", "leave")
    await scenario.do("wati", "join 100")
    chairs = {name: scenario.chair(name).stack for name in ("sari", "budi", "wati")}
    await scenario.do("sari", "close")
    lines = words(scenario.chat.public()[-1].message).splitlines()
    at = lines.index("Hands played: 1. Chips at the end:")
    nets = {name: await scenario.in_wallet(name) - 2000 for name in chairs}
    took = {**chairs, "wati": 500 + nets["wati"] + 100}
    expected = sorted(nets, key=lambda name: (-nets[name], name))
    assert sum(nets.values()) == 0
    assert lines[at + 1 : at + 4] == [
        f"{name.capitalize()} · {took[name]} · {'+' if nets[name] > 0 else '−'}{abs(nets[name])}" for name in expected
    ]
    assert sum("Table closed." in line for line in lines) == 1
    assert not any("seats taken" in line or "Waiting for" in line for line in lines)
