"""What is counted of players, page by page, and the records of a group."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.features.statistics.queries import statistics_of
from bot.messages import Button, Message, Reply
from engine.qiuqiu.round import QiuQiuRound
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id

DEALT = "sari: 6-3, 5-4, 6-4; budi: 5-3, 5-2, 3-3; wati: 6-6, 5-5, 4-2; then: 1-0, 2-0, 4-4"
"""Sari gets 9 / 7, Budi 9 / 3; the fourth dominoes go to Budi, Wati and Sari."""


ELSEWHERE = "sari: 6-3, 5-4, 6-4; budi: 5-3, 5-2, 3-3; wati: 0-0, 1-1, 2-2; then: 1-0, 6-6, 4-4"
"""A world in which Wati folds other dominoes: Four Doubles."""


@pytest.fixture
async def evening(scenario: Scenario) -> Scenario:
    """Sari shows the better hand to Budi, and Wati folds with four dominoes that nobody else has seen."""
    return await played(scenario, DEALT)


async def played(scenario: Scenario, dealt: str) -> Scenario:
    await scenario.sit("sari", "budi", "wati")
    scenario.stack(dealt)
    await scenario.do("sari", "start")
    while (now := scenario.hand().round).settlement is None:
        assert isinstance(now, QiuQiuRound)
        name, street = scenario.asked(), now.street
        ready = {action.verb for action in now.options(now.awaited[0]).ready}
        folds = name == "wati" and street == 1
        await scenario.do(name, "fold" if folds else "call" if "call" in ready else "bet 20")
    return scenario


def buttons(message: Message) -> dict[str, Button]:
    return {button.label: button for button in message.pressable}


async def pressed(scenario: Scenario, name: str, reply: Reply, label: str) -> Reply:
    answer = await scenario.press(name, buttons(reply.message.as_page)[label])
    assert not answer.refused, words(answer.message)
    assert answer.menu
    return answer


async def test_ones_own_statistics_tell_everything(evening: Scenario) -> None:
    reply = await evening.say("sari", "stats")
    text, hand = words(reply.message), evening.hand().id
    assert "1 hand, 1 won (100.0 %), net +80" in text
    assert f"Biggest pot: 130 (hand {hand})" in text
    assert f"Best hand: 9\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}7 (hand {hand})" in text
    assert "Cards shown at the end: 1, 1 of them won" in text
    assert "Won in a row: 1 now, 1 at most" in text
    assert "Moves: " in text
    assert reply.menu
    assert reply.secret


async def test_of_others_only_what_everybody_saw(evening: Scenario) -> None:
    """What Wati folded counts in her own statistics alone."""
    own = await evening.say("wati", "stats page qiuqiu 2")
    of_others = await evening.say("sari", "stats page qiuqiu 2 Wati")
    assert "Your hands: 1" in words(own.message)
    assert "Hands shown to everybody: 0." in words(of_others.message)
    assert own.secret
    assert not of_others.secret
    assert "Best hand" in words((await evening.say("wati", "stats")).message)
    assert "Best hand" not in words((await evening.say("sari", "stats Wati")).message)
    balance = await evening.say("sari", "stats page qiuqiu 3 Wati")
    assert balance.message.picture is None, "what others have had is in no chart"
    assert "Chips over time" not in buttons((await evening.say("sari", "stats Wati")).message)


async def test_worlds_that_differ_in_what_was_folded_cannot_be_told_apart(evening: Scenario, tmp_path: Path) -> None:
    lines = [f"stats page qiuqiu {page} {name}" for page in (1, 2, 3) for name in ("Budi", "Wati")]

    async def seen(world: Scenario) -> list[Message]:
        return [(await world.say("sari", line)).message for line in (*lines, "records", "stats", "stats page qiuqiu 2")]

    here, own = await seen(evening), (await evening.say("wati", "stats page qiuqiu 2")).message
    async with Scenario(tmp_path / "elsewhere") as other:
        await played(other, ELSEWHERE)
        assert await seen(other) == here
        assert (await other.say("wati", "stats page qiuqiu 2")).message != own, "what they folded is another hand"


async def test_every_page_is_reached_by_buttons(evening: Scenario) -> None:
    first = await evening.say("sari", "stats")
    types = await pressed(evening, "sari", first, "Hand types")
    back = await pressed(evening, "sari", types, "Back")
    assert words(back.message) == words(first.message)
    balance = await pressed(evening, "sari", back, "Chips over time")
    assert "to 2,080" in words(balance.message)
    for page in (types, balance):
        picture = page.message.picture
        assert picture is not None
        assert Image.open(BytesIO(picture.png)).width == 1000
        assert set(page.message.lines) & set(picture.alt.splitlines()) or page.message.lines[0] in picture.alt
    records = await pressed(evening, "sari", first, "Records")
    assert f"Biggest pot: 130, Sari (hand {evening.hand().id})" in words(records.message)
    assert "Rarest hand: " in words(records.message)
    assert "Most hands won in a row: 1, Sari" in words(records.message)
    assert any(each.command.startswith("replay") for each in records.message.pressable)
    assert words((await pressed(evening, "sari", records, "Stats")).message) == words(first.message)


async def test_hands_of_records_can_be_looked_at_again(evening: Scenario) -> None:
    hand = evening.hand().id
    records = (await evening.say("sari", "records")).message
    assert records.select is not None
    assert [(each.label, each.command) for each in records.select.options] == [(f"Hand {hand}", f"replay {hand}")]
    offered = buttons((await evening.say("sari", "stats")).message)
    assert offered[f"Hand {hand}"].command == f"replay {hand}"


async def test_the_chart_of_types_says_the_exact_odds(evening: Scenario) -> None:
    picture = (await evening.say("sari", "stats page qiuqiu 2")).message.picture
    assert picture is not None
    assert "Six Gods: 0 · 0.0 %, odds 0.005 %." in picture.alt


async def test_whoever_has_played_nothing_is_told_so(scenario: Scenario) -> None:
    assert "Sari has finished no hand" in await scenario.do("sari", "stats")
    assert "Sari has finished no hand" in await scenario.do("budi", "stats Sari")
    assert "no records before" in await scenario.do("sari", "records")
    assert await scenario.refused("sari", "stats nobody") == "nobody-of-that-name"
    page = await scenario.say("sari", "stats page koo-kiew 3")
    assert page.message.picture is not None, "the grant has changed their chips"


async def test_practice_counts_for_nobody_and_computers_hold_no_record(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    await scenario.wait(10)
    await scenario.finish_hand()
    assert "Sari has finished no hand" in await scenario.do("sari", "stats")
    await scenario.do("sari", "leave")
    await scenario.wait(600)
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    computer = next(player for player in scenario.hand().players if player != player_id("sari"))
    await scenario.do("sari", "leave")
    await scenario.wait(60)
    statistics = await scenario.app.ledger.read(statistics_of, scenario.name, computer, own=False)
    assert statistics["qiuqiu"].counts["won"] == 1
    assert "no records before" in await scenario.do("sari", "records")


def test_the_plotting_library_is_loaded_when_first_needed() -> None:
    """Most processes never draw a chart, and starting must not wait for it."""
    program = "import sys, bot.app; sys.exit(bool({'matplotlib', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
