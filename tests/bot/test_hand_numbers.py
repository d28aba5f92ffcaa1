"""Hands are counted in each group from 1 on, and practice counts apart, so a number means one hand."""

from __future__ import annotations

from bot.presenting.table_messages import hand_title
from bot.wording import in_language
from tests.bot.scenario import GROUP, Scenario

ENGLISH = in_language("en")


async def play(scenario: Scenario, *names: str, channel: str = "main") -> str:
    """Play a hand at a new table, and return its title."""
    await scenario.sit(*names, channel=channel)
    await scenario.do(names[0], "start", channel=channel)
    title = scenario.chat.newest(channel).title
    await scenario.finish_hand(channel=channel)
    await scenario.do(names[0], "close", channel=channel)
    return title


async def test_practice_leaves_no_gap_in_the_numbers_of_hands(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    await scenario.wait(0)
    practised = scenario.hand().id
    assert scenario.chat.newest().title == "QiuQiu · hand 1 · practice"
    await scenario.do("sari", "close")
    await scenario.finish_hand()

    assert await play(scenario, "sari", "budi") == "QiuQiu · hand 1"
    assert await play(scenario, "sari", "budi") == "QiuQiu · hand 2"

    assert "hand 1" in (await scenario.say("sari", "verify 1")).message.title.lower()
    assert practised not in (1, 2), "a button of practice names another hand"
    pressed = await scenario.say("sari", f"replay {practised}")
    assert pressed.message.title == hand_title("qiuqiu", practised, ENGLISH, practice=True)


async def test_another_group_begins_with_its_own_first_hand(scenario: Scenario) -> None:
    await play(scenario, "sari", "budi")
    ledger = scenario.app.ledger

    first, practice = [await ledger.numbers.next_hand("local:away", practice=each) for each in (False, True)]

    assert hand_title("qiuqiu", first, ENGLISH, practice=False) == "QiuQiu · hand 1"
    assert hand_title("qiuqiu", practice, ENGLISH, practice=True) == "QiuQiu · hand 1 · practice"
    assert (first, practice) == (2 * 10**9 + 1, 3 * 10**9 + 1)
    assert await ledger.numbers.next_hand("local:away", practice=False) == first + 1
    assert await ledger.numbers.next_hand(GROUP, practice=False) == 2


async def test_the_count_goes_on_after_a_restart(scenario: Scenario) -> None:
    await play(scenario, "sari", "budi")
    await scenario.restart()

    assert await play(scenario, "sari", "budi") == "QiuQiu · hand 2"
