"""Koo Kiew on Discord: stakes by buttons and modals, one settlement with its picture, and 56 players at one table."""

from __future__ import annotations

import asyncio
import itertools
import re
from pathlib import Path

import pytest

from tests.chats.discord.double.server import Discord
from tests.chats.discord.koo_kiew_table import banker_of, in_order, opened, round_of, settled
from tests.chats.discord.scenario import Scenario

GRANT = 2000
"""The chips that a new player is given."""

WINDOW = 30
"""How many seconds the staking window takes under the usual rules."""

PAUSE = 8
"""How many seconds lie between two deals."""

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


async def test_a_deal_from_the_first_stake_to_the_settlement(scenario: Scenario) -> None:
    banker, (one, two, three) = await opened(scenario, "Sari", "Budi", "Wati", "Ani")
    live_message = one.live_message
    edits = live_message.edits
    scenario.discord.calls.clear()
    assert "The bank covers 500 more" in live_message.text

    assert (await one.press("Stake 10")).silent
    assert (await two.slash("play stake", amount=20)).text == "You staked 20."
    await scenario.app.wait_until_idle()
    assert f"{one.name} staked 10." in live_message.text
    assert "The bank covers 470 more" in live_message.text
    assert (await three.press("Sit out this deal")).silent
    await scenario.app.wait_until_idle()
    assert f"{banker.name} to show the bank's cards" in live_message.text
    assert (await banker.press("Show")).silent
    await scenario.app.wait_until_idle()

    assert one.live_message is live_message, "the whole deal is one message"
    assert settled(live_message)
    assert f"The bank of {banker.name} " in live_message.text
    assert live_message.text.count("All cards, the bank's first:") == 1, "the picture has an alt text"
    assert [member.hands for member in (banker, one, two, three)] == [[]] * 4, "there is nothing private"
    assert sum([await scenario.total_chips(member) for member in (banker, one, two, three)]) == 4 * GRANT
    calls = scenario.discord.calls
    assert len(calls.named(POST)) == 0
    assert len(calls.named(EDIT)) == 0, "every press is answered with the new state"
    assert 3 <= live_message.edits - edits <= 4, "at most an edit for each thing that happened"
    assert calls.invalid() == []


async def test_a_stake_of_ones_own_amount(scenario: Scenario) -> None:
    _, (one, two) = await opened(scenario, "Sari", "Budi", "Wati")

    modal = await one.press("Stake …")
    assert "Stake how many chips? 1 to 500" in str(modal.modal)
    assert (await one.fill(modal, "much")).ephemeral
    assert (await one.fill(modal, "501")).ephemeral, "that is more than the player has"
    assert scenario.staked(one) == 0
    assert (await one.fill(modal, "123")).silent
    await scenario.app.wait_until_idle()

    assert scenario.staked(one) == 123
    again = await one.press("Stake 10")
    assert again.ephemeral
    assert again.text == "You answered already, and it counts. Wait for the others."
    assert (await one.press("Stake …")).modal is None, "no modal is opened for a command that would be refused"
    assert scenario.staked(two) == 0


async def test_the_nearer_to_the_banker_s_left_is_covered_first_and_the_rest_goes_back(scenario: Scenario) -> None:
    banker, people = await opened(scenario, "Sari", "Budi", "Wati")
    left, right = in_order(scenario, people)
    modal = await left.press("Stake …")
    assert (await right.slash("play stake", amount=460)).text == "You staked 460."
    await scenario.app.wait_until_idle()
    edits = right.live_message.edits

    refused = await left.fill(modal, "501")

    assert refused.ephemeral, "that is more than the player has"
    await scenario.app.wait_until_idle()
    assert right.live_message.edits == edits, "nobody else is told"
    assert (await banker.press("Stake 10")).text.startswith("You hold the bank")
    assert round_of(scenario).stage == "staking", "a quicker player shuts nobody out"
    assert (await left.fill(modal, "341")).silent
    await scenario.app.wait_until_idle()
    assert round_of(scenario).stage == "showing"
    assert f"{right.name}: 159 of 460 covered, 301 go back: the bank covers 500, " in right.live_message.text
    assert "Covered: 500 of 801, from the banker's left" in right.live_message.text
    assert [scenario.staked(member) for member in (left, right)] == [341, 159]


async def test_a_player_who_does_not_stake_in_time_is_not_in_the_deal(scenario: Scenario) -> None:
    banker, (one, two) = await opened(scenario, "Sari", "Budi", "Wati")
    await one.press("Stake 1")
    mine = await two.press("My hand")
    assert mine.ephemeral
    assert "You can stake 1 to 500." in mine.text

    await scenario.wait(WINDOW)

    assert round_of(scenario).stage == "showing"
    assert two.find("Stake 10", mine.messages) is None, "what is shown in private follows the table"
    assert (await two.press("Show")).text == f"It's {banker.name}'s turn. Please wait for yours."
    await banker.press("Show")
    await scenario.app.wait_until_idle()
    hand = scenario.hand()
    assert (hand.round.settlement or {})[hand.players.index(two.player)] == 0


async def test_the_bank_is_given_up_and_the_next_deal_is_the_next_bankers(scenario: Scenario) -> None:
    banker, others = await opened(scenario, "Sari", "Budi", "Wati")
    first = banker.live_message
    for member in others:
        await member.press("Stake 1")
    await scenario.app.wait_until_idle()

    await banker.press("Show, pass the bank")
    await scenario.app.wait_until_idle()
    assert f"{banker.name} gave up the bank; " in first.text
    await scenario.wait(PAUSE)

    following = banker_of(scenario, others)
    live_message = following.live_message
    assert live_message is not first
    assert f"{following.name} holds the bank" in live_message.text
    assert banker.find("Stake 1", [first]) is None, "a finished hand has no buttons"
    assert (await banker.press("Stake 1")).silent, "the old banker plays like everybody else"
    assert (await following.press("Stake 1")).text.startswith("You hold the bank")


@pytest.mark.parametrize("how", ["cleanly", "killed"])
async def test_stakes_that_were_open_stay_open_through_a_restart(scenario: Scenario, how: str) -> None:
    banker, (one, two, three) = await opened(scenario, "Sari", "Budi", "Wati", "Ani")
    await one.press("Stake 50")
    modal = await three.press("Stake …")
    live_message, button, before = one.live_message, two.button("Stake 10"), round_of(scenario)
    await scenario.wait(25)

    await scenario.restart(how)

    assert round_of(scenario) == before
    await scenario.wait(WINDOW - 1)
    assert round_of(scenario).stage == "staking", "the window has its full time again"
    assert (await two.press(button)).silent, "a button from before the restart works"
    assert (await three.fill(modal, "77")).silent, "and so does a modal"
    await scenario.app.wait_until_idle()
    assert one.live_message is live_message, "the same message is edited"
    await banker.press("Show")
    await scenario.app.wait_until_idle()
    assert settled(live_message)
    assert [scenario.staked(member) for member in (one, two, three)] == [50, 10, 77]


async def test_the_bank_goes_to_the_highest_sealed_bid(scenario: Scenario) -> None:
    people = scenario.members("Sari", "Budi", "Wati")
    await scenario.sit(*people, game="koo-kiew", preset="auction")
    one, two, three = people
    modal = await one.press("Bid …")
    assert (await one.fill(modal, "321")).silent
    assert (await two.press("Pass")).silent
    await scenario.app.wait_until_idle()
    # Ids and nonces are numbers too, of which any may contain it.
    assert not re.search(r"\b321\b", scenario.discord.public()), "a bid is sealed until all are in"
    await three.press("Bid 10")
    await scenario.app.wait_until_idle()

    assert banker_of(scenario, people) is one
    assert "Bank of Sari: 321" in one.live_message.text


async def test_56_people_stake_and_are_settled_in_one_message(discord: Discord, tmp_path: Path) -> None:
    async with Scenario(discord, tmp_path, second=0.1) as scenario:
        people = [scenario.member(f"Anak Agung Gde Putra {number:02}") for number in range(56)]
        await people[0].slash("table open", game="koo-kiew")
        await people[1].is_offered("Join")
        for start in range(1, 56, 11):
            await asyncio.gather(*(member.press("Join") for member in people[start : start + 11]))
        await scenario.wait(0)
        assert round_of(scenario).stage == "staking", "a full table begins by itself"
        banker = banker_of(scenario, people)
        roster, channel = banker.live_message, banker.channel.id
        (closing,) = [message for message in banker.public if message.text.startswith("-# 🔒")]
        assert all(member.name in closing.text for member in people), "every seat is told before the deal"
        discord.calls.clear()

        others = [member for member in people if member is not banker]
        for start in range(0, 54, 9):
            stakes = zip(others[start : start + 9], itertools.cycle(("Stake 10", "Stake 1")), strict=False)
            answers = await asyncio.gather(*(member.press(stake) for member, stake in stakes))
            assert all(answer.silent for answer in answers)
            await scenario.wait_in_real_time(1)
        assert round_of(scenario).awaited == (scenario.hand().seat(others[-1].player),)
        await others[-1].press("Stake 10")
        await scenario.app.wait_until_idle()
        assert "Staked (55):" in roster.text
        assert banker.live_message is roster, "one roster, edited in place"
        await scenario.wait_in_real_time(2)
        await banker.press("Show")
        await scenario.app.wait_until_idle()

        settlement = banker.live_message
        assert [message for message in banker.public if settled(message)] == [settlement]
        assert f"The bank of {banker.name} " in settlement.text
        assert settlement.attachments, "the picture says the rest"
        assert not any("\n…\n" in message.text for message in (roster, settlement)), "nothing is left out"
        calls, limits = discord.calls, discord.rate_limiter.limits
        assert calls.invalid() == []
        assert len(calls.named(POST)) <= 1, "the settlement, if the stakes have made their message an old one"
        assert calls.busiest(channel, limits.channel_seconds) <= limits.channel_requests
        assert len(calls.messages(channel)) <= 6, "the presses edit the roster themselves"
        assert sum([await scenario.total_chips(member) for member in people]) == 56 * GRANT
        await scenario.check_books()
