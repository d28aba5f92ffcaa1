"""How many requests a hand takes, and that hidden tiles stay hidden in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario

PEOPLE = ("Sari", "Budi", "Wati", "Ani", "Made", "Tono")
BETWEEN_ACTIONS = 3.0
"""Seconds that quick players think."""


FOLLOWUP = "POST /webhooks/{webhook_id}/{webhook_token}"


async def test_a_hand_of_six_with_fifteen_actions_stays_within_the_rate_limits(scenario: Scenario) -> None:
    people = await scenario.seated(*PEOPLE)
    channel = people[0].channel.id
    scenario.discord.calls.clear()
    actions = 0
    while scenario.hand().round.awaited:
        await scenario.act(*(("Bet 10", "Raise to 30", "Call") if actions in (0, 2, 11) else ("Check", "Call")))
        actions += 1
        await scenario.wait_in_real_time(BETWEEN_ACTIONS)
    await scenario.app.wait_until_idle()
    assert actions >= 15
    assert " the pot: " in people[0].live_message.text
    calls, limits = scenario.discord.calls, scenario.discord.rate_limiter.limits
    assert calls.invalid() == [], "no 429, and nothing else that counts towards a ban"
    assert calls.busiest(channel, limits.channel_seconds) <= limits.channel_requests
    assert len(calls.messages(channel)) <= 8, "the presses edit the board themselves; a long hand has a few messages"
    assert len([call for call in calls.named(FOLLOWUP) if not call.public]) <= 2 * len(people)


async def test_hidden_tiles_are_in_no_public_request_and_no_log(
    discord: Discord, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    with capture_logs() as logged:
        async with Scenario(discord, tmp_path) as scenario:
            people = await scenario.seated("Sari", "Budi", "Wati")
            hidden = {tile for member in people for tile in scenario.tiles(member)}
            for member in people:
                await member.press("My hand")
                await member.slash("hand")
            await scenario.act("Bet 30")
            await scenario.act("Call 30")
            hidden |= {tile for member in people for tile in scenario.tiles(member)}
            await scenario.restart()
            assert any(tile in call.text for tile in hidden for call in discord.calls), (
                "the tiles are found where they are sent"
            )
            assert [tile for tile in hidden if tile in discord.public()] == []
            await scenario.act("Fold")
    assert [tile for tile in hidden if tile in str(logged)] == []
    assert discord.token not in str(logged) + caplog.text
