"""What a player alone is shown once a hand is over for them, on a chat where every private edit costs a call."""

from __future__ import annotations

import pytest

from bot.messages import Button
from tests.bot.fake_chat import Seen, words
from tests.bot.leaks import dominoes_in
from tests.bot.scenario import Scenario, player_id, sentence


def told(scenario: Scenario, name: str) -> list[Seen]:
    return [seen for seen in scenario.chat.seen if seen.how == "private" and seen.where == player_id(name)]


def last(scenario: Scenario, name: str) -> str:
    """What the one private message of the last hand says now."""
    first, *_, newest = told(scenario, name)
    assert newest.number == first.number, "it is rewritten, and no other is sent"
    return words(newest.message)


def labels(seen: Seen) -> list[str]:
    return [button.label for row in seen.message.buttons for button in row]


async def one_hand(scenario: Scenario, *names: str) -> None:
    """These people play one hand that ends with its first bet."""
    await scenario.sit(*names)
    await scenario.do(names[0], "start")
    await scenario.act("bet 10", *["fold"] * (len(names) - 1))
    assert scenario.hand().over


async def test_the_message_of_a_hand_stays_if_the_next_hand_brings_another(scenario: Scenario) -> None:
    await one_hand(scenario, "sari", "budi", "wati")
    before = [len(told(scenario, name)) for name in ("sari", "budi", "wati")]
    assert before == [1, 1, 1], "an edit would cost a call, and in some seconds there is a new message anyway"
    await scenario.wait(8)
    assert scenario.hand().number == 2
    for name in ("sari", "budi", "wati"):
        first, second = told(scenario, name)
        assert first.number != second.number


@pytest.mark.parametrize("end", ["close", "others leave", "sit out", "leave"])
async def test_it_is_rewritten_where_no_next_hand_brings_another(scenario: Scenario, end: str) -> None:
    await one_hand(scenario, "sari", "budi")
    hand, net = scenario.hand(), {}
    for name in ("sari", "budi"):
        assert hand.round.settlement is not None
        net[name] = hand.round.settlement[hand.players.index(player_id(name))]
        assert dominoes_in(words(told(scenario, name)[-1].message))
    match end:
        case "close":
            await scenario.do("sari", "close")
        case "others leave":
            await scenario.do("sari", "leave")
        case _:
            await scenario.do("budi", end)
    text = last(scenario, "budi")
    verb = "won" if net["budi"] > 0 else "lost"
    assert f"Hand {hand.id} is over: you {verb} 10." in text
    assert not dominoes_in(text)
    chips, sign = 500 + net["budi"], "+" if net["budi"] > 0 else "−"
    assert {
        "close": f"The table is closed. You ended with {chips} chips: {sign}10 against what you brought.",
        "others leave": f"You have {chips} chips on the table.\nThe next hand begins when enough players are ready.",
        "sit out": f"You have {chips} chips on the table.\nYou are sitting out. Press I'm back to be dealt in again.",
        "leave": f"You left the table with {chips} chips: {sign}10 against what you brought.",
    }[end] in text
    calls = len(told(scenario, "budi"))
    await scenario.wait(120)
    assert len(told(scenario, "budi")) == calls == 2, "it costs one call"


async def test_it_is_rewritten_after_a_restart_that_came_before_the_end_of_the_hand(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.restart()
    await scenario.do("sari", "close")
    await scenario.act("bet 10", "fold")
    for name in ("sari", "budi"):
        assert "The table is closed. You ended with" in last(scenario, name)


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
    assert "You need 10 chips to be dealt in. Press More chips; if your wallet is empty, /daily" in words(shown.message)
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


async def test_at_a_practice_table_nobody_is_sent_to_the_daily_chips(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    await scenario.set_rules("max_bet none")
    while scenario.chair("sari").stack or scenario.state().playing is not None:
        hand = scenario.state().playing
        if hand is None:
            await scenario.wait(8)
        elif player_id("sari") not in [hand.players[seat] for seat in hand.round.awaited]:
            await scenario.wait(2)
        else:
            verbs = [action.verb for action in hand.round.options(hand.round.awaited[0]).ready]
            await scenario.do("sari", next(verb for verb in ("all-in", "call", "check", "fold") if verb in verbs))
    reply = await scenario.say("sari", "hand")
    assert "You need 10 chips to be dealt in. Press More chips." in sentence(reply)
    buttons: list[Button] = [button for row in reply.message.buttons for button in row]
    assert [button.command for button in buttons] == ["rebuy"]


async def test_a_closed_table_says_who_ended_with_what(scenario: Scenario) -> None:
    await one_hand(scenario, "sari", "budi", "wati")
    await scenario.do("wati", "leave")
    await scenario.do("wati", "join 100")
    chairs = {name: scenario.chair(name).stack for name in ("sari", "budi", "wati")}
    await scenario.do("sari", "close")
    lines = words(scenario.chat.public()[-1].message).splitlines()
    at = lines.index("One hand was played. Chips at the end:")
    nets = {name: await scenario.in_wallet(name) - 2000 for name in chairs}
    took = {**chairs, "wati": 500 + nets["wati"] + 100}
    expected = sorted(nets, key=lambda name: (-nets[name], name))
    assert sum(nets.values()) == 0
    assert lines[at + 1 : at + 4] == [
        f"{name.capitalize()} · {took[name]} · {'+' if nets[name] > 0 else '−'}{abs(nets[name])}" for name in expected
    ]
    assert sum("Table closed." in line for line in lines) == 1
    assert not any("seats taken" in line or "Waiting for" in line for line in lines)


async def test_what_a_table_remembers_of_the_evening_survives_a_restart(scenario: Scenario) -> None:
    await one_hand(scenario, "sari", "budi")
    before = scenario.state().tallies
    await scenario.restart()
    assert scenario.state().tallies == before
    assert [(each.name, each.brought) for each in before] == [("Sari", 500), ("Budi", 500)]
