"""Whoever has left a guild or was banned from it: in direct messages they get their own chips back, nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.chats.discord.double.api_errors import ApiError, missing_access
from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.member import Member
from tests.chats.discord.scenario import Scenario
from tests.chats.discord.test_e2e_private import in_messages_of, own_table
from tests.patience import LONGEST_WAIT

GONE = "You left that group"
UNKNOWN = "Discord can't tell me"
MEMBER = "GET /guilds/{guild_id}/members/{user_id}"

COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hand", {}),
    ("money ledger", {}),
    ("table status", {}),
    ("proof verify", {"hand": 1}),
    ("table sit-out", {}),
    ("money daily", {}),
    ("shuffle", {"words": "rain"}),
    ("language", {"language": "id"}),
    ("play fold", {}),
    ("play bet", {"amount": 20}),
)


async def in_private(member: Member, path: str, **given: Any) -> Interaction:
    """Use a command in direct messages; whoever has left the guild is offered it there all the same."""
    return await member.slash(path, in_private=True, hidden=True, **given)


async def test_they_read_nothing_in_direct_messages_and_change_nothing(scenario: Scenario) -> None:
    _, budi = await scenario.seated("Sari", "Budi")
    before = (scenario.state(), await scenario.total_chips(budi))
    scenario.discord.leave(budi)
    for path, given in COMMANDS:
        answer = await in_private(budi, path, **given)
        assert GONE in answer.text, (path, answer.text)
    assert (scenario.state(), await scenario.total_chips(budi)) == before
    assert len([call for call in scenario.discord.calls if call.name == MEMBER]) == 1, "it is asked once a minute"
    assert GONE not in (await in_private(budi, "help")).text


async def test_after_the_bot_was_removed_its_absence_is_said_in_direct_messages(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    scenario.discord.remove_bot(scenario.guild)
    await scenario.until_away()

    for path in ("money chips", "hand"):
        assert "I'm no longer in that group" in (await in_private(sari, path)).text, path


async def test_they_play_by_no_button_of_a_direct_message(scenario_without_tokens: Scenario) -> None:
    scenario = scenario_without_tokens
    await scenario.seated("Sari", "Budi")
    await scenario.app.wait_until_idle()
    person = scenario.asked()
    scenario.discord.leave(person)
    before, there = scenario.state(), in_messages_of(scenario, person)
    labels = [part["label"] for message in there.visible for part in message.parts() if "label" in part]
    assert labels
    for label in labels:
        answer = await there.press(label)
        assert GONE in answer.text, (label, answer.text)
    assert scenario.state() == before


async def test_they_get_their_own_chips_back_and_practise_without_a_question(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await sari.slash("table open", game="qiuqiu")
    await budi.slash("table join")
    scenario.discord.leave(budi)
    assert "left the table" in (await in_private(budi, "table leave")).text
    assert scenario.state().chair_of(budi.player) is None
    assert await scenario.total_chips(budi) == 2000
    await in_private(budi, "practice", game="qiuqiu")
    assert own_table(scenario, budi).state.chair_of(budi.player) is not None
    assert [call for call in scenario.discord.calls if call.name == MEMBER] == []


@pytest.mark.parametrize("error", [missing_access(), ApiError(400, 0, "Bad Request")])
async def test_as_long_as_discord_does_not_say_nothing_is_done_and_that_is_said(
    scenario: Scenario, error: ApiError
) -> None:
    _, budi = await scenario.seated("Sari", "Budi")
    before = scenario.state()
    scenario.discord.fail_next(MEMBER, error)
    assert UNKNOWN in (await in_private(budi, "table sit-out")).text
    assert scenario.state() == before
    await in_private(budi, "table sit-out")
    chair = scenario.state().chair_of(budi.player)
    assert chair is not None
    assert chair.out, "it is not remembered that Discord did not say"


@pytest.mark.parametrize("gone", [False, True])
async def test_amounts_are_suggested_to_members_only(scenario: Scenario, *, gone: bool) -> None:
    await scenario.seated("Sari", "Budi")
    person = scenario.asked()
    await in_private(person, "help")
    there = in_messages_of(scenario, person)
    if gone:
        scenario.discord.leave(person)
    assert bool(await there.autocomplete("play bet", "amount", "", hidden=True)) is not gone


async def test_what_was_remembered_is_lost_by_a_ban_and_their_seat_with_it(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await sari.slash("table open", game="qiuqiu")
    await budi.slash("table join")
    assert "on tables" in (await in_private(budi, "money chips")).text
    scenario.discord.ban(budi)
    scenario.discord.leave(budi)
    async with asyncio.timeout(LONGEST_WAIT):
        while scenario.state().chair_of(budi.player) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await scenario.total_chips(budi) == 2000
    assert GONE in (await in_private(budi, "money chips")).text
