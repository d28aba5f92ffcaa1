"""Koo Kiew on Discord: a deal of 56 players in one message."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

from engine.kookiew.round import KooKiewRound
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario

GRANT = 2000
"""The chips that a new player is given."""

POST = "POST /channels/{channel_id}/messages"


def round_of(scenario: Scenario) -> KooKiewRound:
    present = scenario.hand().round
    assert isinstance(present, KooKiewRound)
    return present


def parted(scenario: Scenario, people: list[Member]) -> tuple[Member, list[Member]]:
    """Return the banker, and those who are asked for a stake."""
    player = scenario.hand().players[round_of(scenario).dealer]
    (banker,) = [member for member in people if member.player == player]
    return banker, [member for member in people if member is not banker]


def settled(live_message: Message) -> bool:
    """True if the message shows all hands in a picture."""
    return any(each.data.startswith(b"\x89PNG") for each in live_message.attachments)


async def test_56_people_stake_and_are_settled_in_one_message(discord: Discord, tmp_path: Path) -> None:
    async with Scenario(discord, tmp_path, second=0.1) as scenario:
        people = [scenario.member(f"Anak Agung Gde Putra {number:02}") for number in range(56)]
        await people[0].slash("table open", game="koo-kiew")
        await people[1].is_offered("Join")
        for start in range(1, 56, 11):
            await asyncio.gather(*(member.press("Join") for member in people[start : start + 11]))
        await scenario.wait(0)
        assert round_of(scenario).stage == "staking", "a full table begins by itself"
        banker, others = parted(scenario, people)
        roster, channel = banker.live_message, banker.channel.id
        (closing,) = [message for message in banker.public if message.text.startswith("-# 🔒")]
        assert all(member.name in closing.text for member in people), "every seat is told before the deal"
        discord.calls.clear()

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
