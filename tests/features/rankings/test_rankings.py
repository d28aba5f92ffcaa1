"""Rankings and seasons: what counts for whom, how long, and what a season leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.messages import Message
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario
from tests.engine.stories import Story, stories
from tests.features.stories import BEST, WORST, a_hand, lived

pytestmark = pytest.mark.usefixtures("no_pictures")

DAY = 24 * 3600.0


async def page(scenario: Scenario, name: str, text: str) -> Message:
    reply = await scenario.say(name, text)
    assert not reply.refused, words(reply.message)
    assert reply.menu
    return reply.message


async def pressed(scenario: Scenario, name: str, shown: Message, label: str) -> Message:
    """The page that a button of another page leads to."""
    reply = await scenario.press(name, next(each for each in shown.pressable if each.label == label))
    assert not reply.refused, words(reply.message)
    return reply.message


async def lines(scenario: Scenario, name: str, text: str) -> list[str]:
    return [line for line in (await page(scenario, name, text)).lines if line]


@stories(Path(__file__).with_name("rankings.txt"))
async def test_rankings_and_seasons_are_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_the_own_line_is_shown_below_the_first_ten_and_level_players_share_a_place(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    names = [f"guest{number:02}" for number in range(12)]
    for name in names:
        await scenario.do(name, "chips")
    for number, name in enumerate(names[:9]):
        await scenario.do("boss", f"bank grant {name} {900 - 100 * number} to rank them")
    await scenario.do("boss", "bank take guest11 500 to rank them")

    shown = await lines(scenario, "guest11", "top")

    assert shown[9].startswith("10. ")
    assert shown[10:] == ["…", "13. Guest11 · 1,500 (you)"]
    assert {line.split(".")[0] for line in shown[9:10]} == {"10"}, "guests 9 and 10 and the boss are level"


# --- seasons -----------------------------------------------------------------------------------------------------


async def test_wallets_are_reset_by_transfers_that_everybody_can_read(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("boss", "season open Spring")
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    scenario.stack(f"sari: {BEST}; anoman: {WORST}; then: 3-1, 4-1", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.act("bet 60")
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    await scenario.wait(60)
    await a_hand(scenario, winner="wati", loser="budi", pot=100)
    farmed = await scenario.in_wallet("sari") - 2000
    assert farmed > 0
    given = await scenario.all_chips()
    asked = await page(scenario, "boss", "season close")
    first = await pressed(scenario, "boss", asked, "Reset wallets too")
    assert "Wallets that change: 3" in words(first)
    assert f"back: {100 + farmed} chips; given: 100." in words(first)
    await scenario.sit("sari", "budi")
    assert await scenario.refused("boss", "season close reset 1") == "season-tables-open"
    assert "Close them first" in words(await page(scenario, "boss", "season close reset"))
    await scenario.do("sari", "close")
    assert await scenario.all_chips() == given, "nothing has moved"

    await pressed(scenario, "boss", first, "Close and reset")

    assert {name: await scenario.fortune(name) for name in ("sari", "budi", "wati", "boss")} == dict.fromkeys(
        ("sari", "budi", "wati", "boss"), 2000
    )
    assert await scenario.all_chips() == given - farmed
    assert "Every wallet was set to 2,000 chips" in words(scenario.chat.newest())
    assert "First: Wati +100" in scenario.chat.newest().lines
    assert "back to the starting chips after season Spring" in words((await scenario.say("sari", "ledger")).message)
    await scenario.sound()
    assert {line.split(" · ")[1] for line in await lines(scenario, "joko", "top")} == {"2,000", "2,000 (you)"}, (
        "what was won from computer players before went back with the rest"
    )
    await scenario.restart()
    await scenario.wait(60)
    await a_hand(scenario, winner="sari", loser="budi", pot=40)
    assert (await lines(scenario, "sari", "top"))[0] == "1. Sari · 2,040 (you)"
