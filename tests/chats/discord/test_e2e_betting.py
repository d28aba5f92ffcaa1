"""Betting on Discord: a clock that Discord runs, an own amount in a modal, an all-in that asks once more."""

from __future__ import annotations

import re
from datetime import timedelta

from tests.chats.discord.double.member import Member
from tests.chats.discord.scenario import Scenario

RELATIVE = re.compile(r"<t:(\d+):R>")


async def without_limits(scenario: Scenario, *names: str) -> list[Member]:
    await scenario.set_rule("max_bet", "none")
    people = scenario.members(*names)
    await scenario.sit(*people)
    return list(people)


async def test_the_clock_is_discords_own_and_begins_when_the_question_is_shown(scenario: Scenario) -> None:
    people = await without_limits(scenario, "Sari", "Budi")
    shown = scenario.clock.utc()

    (ends,) = RELATIVE.findall(people[0].live_message.text)
    assert int(ends) == int((shown + timedelta(seconds=45)).timestamp())

    # A message that is edited while the question stands keeps its end, and only a clock is no reason to edit it.
    await scenario.wait(10)
    edits = people[0].live_message.edits
    await scenario.wait(5)
    assert people[0].live_message.edits == edits
    dewi = scenario.member("Dewi")
    await dewi.slash("table join")
    await scenario.wait(10)
    assert "Dewi" in people[0].live_message.text
    assert RELATIVE.findall(people[0].live_message.text) == [ends]

    await scenario.finish_hand()
    (ends,) = RELATIVE.findall(people[0].live_message.text)
    assert int(ends) == int((scenario.clock.utc() + timedelta(seconds=8)).timestamp())


async def test_an_own_amount_is_asked_with_hand_and_pot_in_sight(scenario: Scenario) -> None:
    await without_limits(scenario, "Sari", "Budi")
    asked = scenario.asked()

    modal = await asked.press("Bet …")

    assert modal.modal is not None
    text = modal.modal["components"][0]["content"]
    assert "Pot 20" in text
    assert all(tile in text for tile in scenario.tiles(asked))
    refused = await asked.fill(modal, "1.5")
    assert "1,500 or 1.5k" in refused.text
    assert (await asked.fill(modal, "0.2k")).silent
    await scenario.app.wait_until_idle()
    assert scenario.staked(asked) == 210


async def test_an_all_in_asks_once_more_in_private(scenario: Scenario) -> None:
    await without_limits(scenario, "Sari", "Budi")
    asked = scenario.asked()
    board, edits = asked.live_message, asked.live_message.edits

    asks = await asked.press("All-in 490")

    assert asks.ephemeral
    assert "All-in with 490?" in asks.text
    assert scenario.staked(asked) == 10, "nothing is done yet"
    await asked.press("Back", asks.messages)
    assert scenario.staked(asked) == 10
    assert board.edits == edits, "nothing of it is public"

    asks = await asked.press("All-in 490")
    (question,) = asks.messages
    assert question in asked.visible
    await asked.press("Yes, all-in", asks.messages)
    await scenario.app.wait_until_idle()
    assert question not in asked.visible
    assert scenario.staked(asked) == 500
    other = scenario.asked()
    assert "All-in with 490?" in (await other.press("Call all-in 490")).text, "a call can take the last chip as well"


async def test_what_is_typed_is_meant(scenario: Scenario) -> None:
    await without_limits(scenario, "Sari", "Budi")
    asked = scenario.asked()
    await asked.slash("play all-in")
    await scenario.app.wait_until_idle()
    assert scenario.staked(asked) == 500


async def test_a_question_is_taken_away_with_its_turn(scenario: Scenario) -> None:
    await without_limits(scenario, "Sari", "Budi")
    asked = scenario.asked()
    (question,) = (await asked.press("All-in 490")).messages
    await scenario.act("Check")
    await scenario.app.wait_until_idle()
    assert question not in asked.visible


async def test_a_stale_press_is_shown_what_is_asked_now(scenario: Scenario) -> None:
    await without_limits(scenario, "Sari", "Budi")
    first = scenario.asked()
    hand = await first.press("My hand")
    opened = await first.press("Bet …", hand.messages)
    await scenario.act("Check")
    await scenario.act("Bet 20")
    assert scenario.asked() is first

    assert first.find("Bet 10", hand.messages) is None, "what is shown in private follows the table"
    refused = await first.fill(opened, "10")

    assert refused.ephemeral
    assert "20 to call" in refused.text
    assert first.find("Call 20", refused.messages) is not None
    assert scenario.staked(first) == 10
