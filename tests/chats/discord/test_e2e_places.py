"""Channels and threads that are deleted, or closed to Kiu for a while: no chip is lost, and the table comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.ledger import carried, queries, stack, wallet
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Channel
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.scenario import Scenario
from tests.chats.discord.served_process import group_of
from tests.patience import LONGEST_WAIT


async def seated(scenario: Scenario, where: Channel) -> list[Member]:
    """Two players in mid-hand in a channel."""
    people = [member.at(where) for member in scenario.members("Sari", "Budi")]
    await scenario.sit(*people)
    return people


async def assert_all_back(scenario: Scenario, people: Sequence[Member], table: str) -> None:
    """Wait until a table is closed; every chip has to be in the wallets then."""
    async with asyncio.timeout(LONGEST_WAIT):
        while scenario.app.tables.by_id(table) is not None:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    group, ledger = group_of(scenario.guild), scenario.app.ledger
    assert await ledger.read(queries.balance, carried(group, table)) == 0
    for member in people:
        assert await ledger.read(queries.balance, stack(group, table, member.player)) == 0
        assert await ledger.read(queries.balance, wallet(group, member.player)) == 2000


@pytest.mark.parametrize("what", ["channel", "thread", "channel of the thread"])
async def test_a_deleted_place_returns_every_stack(scenario: Scenario, what: str) -> None:
    parent = scenario.discord.channel(scenario.guild, "cards")
    where = parent if what == "channel" else scenario.discord.thread(parent, "evening")
    people = await seated(scenario, where)
    table = scenario.state(where).id
    scenario.discord.delete(where if what == "thread" else parent)
    await assert_all_back(scenario, people, table)
    told = await people[0].at(scenario.guild.channels[0]).slash("money chips")
    assert "Wallet 2,000 · on tables 0" in told.text


async def test_a_place_deleted_while_the_process_was_down(scenario: Scenario) -> None:
    parent = scenario.discord.channel(scenario.guild, "cards")
    people = await seated(scenario, parent)
    table = scenario.state(parent).id
    await scenario.kill()
    scenario.discord.delete(parent)
    await scenario.begin()
    await assert_all_back(scenario, people, table)


async def test_a_deletion_that_is_told_right_before_a_kill(scenario: Scenario) -> None:
    cards = scenario.discord.channel(scenario.guild, "cards")
    people = await seated(scenario, cards)
    table = scenario.state(cards).id
    scenario.discord.delete(cards)
    await scenario.kill()
    await scenario.begin()
    await assert_all_back(scenario, people, table)


async def test_a_deletion_nobody_told_of_is_learnt_from_the_first_refusal(scenario_without_tokens: Scenario) -> None:
    scenario = scenario_without_tokens
    cards = scenario.discord.channel(scenario.guild, "cards")
    people = await seated(scenario, cards)
    table = scenario.state(cards).id
    scenario.discord.gateway.losing = True
    scenario.discord.delete(cards)
    scenario.discord.gateway.losing = False
    player = scenario.asked(cards)
    await player.press("My move", player.inbox)
    assert (await player.press("Bet 20", player.inbox)).silent
    await assert_all_back(scenario, people, table)


async def test_a_channel_that_is_only_hidden_keeps_its_table(scenario: Scenario) -> None:
    """An archived thread is not among those that Discord tells of on connecting, and is not gone either."""
    thread = scenario.discord.thread(scenario.guild.channels[0], "evening")
    people = await seated(scenario, thread)
    table = scenario.state(thread).id
    await scenario.kill()
    scenario.guild.channels.remove(thread)
    await scenario.begin()
    await scenario.app.wait_until_idle()
    assert scenario.app.tables.by_id(table) is not None
    assert [await scenario.total_chips(member) for member in people] == [2000, 2000]


@pytest.mark.parametrize("sign", ["a command", "a minute"])
async def test_a_table_comes_back_when_it_may_be_shown_again(scenario_without_tokens: Scenario, sign: str) -> None:
    scenario = scenario_without_tokens
    sari, budi = await scenario.seated("Sari", "Budi")
    sari.channel.denied = Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL
    first = scenario.asked()
    await first.press("My move", first.inbox)
    await first.press("Bet 20", first.inbox)
    await scenario.app.wait_until_idle()
    refused = len(scenario.discord.calls.invalid())
    assert refused
    await budi.slash("money chips")
    await scenario.app.wait_until_idle()
    assert len(scenario.discord.calls.invalid()) == refused, "a command from where nothing can be shown yet is no sign"
    assert "bet 20" not in sari.live_message.text

    sari.channel.denied = Permission.NONE
    if sign == "a command":
        await budi.slash("money chips")
    else:
        await scenario.wait(60)

    await sari.sees(f"{first.name} bet 20")
    assert len(scenario.discord.calls.invalid()) == refused
