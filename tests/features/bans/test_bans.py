"""Bans: who is banned reads on, keeps their chips, finishes the hand they play, and sits down nowhere in the group."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.messages import Command, Person, Place, Reply
from tests.bot.scenario import Scenario, player_id
from tests.engine.stories import Story, stories
from tests.features.stories import lived


@stories(Path(__file__).with_name("bans.txt"))
async def test_bans_hold_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_a_ban_that_was_stored_but_not_carried_out_is_when_the_table_is_resumed(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi", "wati")

    async def never(group: str, player: str) -> None:
        """As if the process had been killed here."""

    scenario.app.tables.banned = never  # type: ignore[method-assign]
    await scenario.do("boss", "ban budi")
    assert scenario.sits("budi")
    await scenario.die()
    assert not scenario.sits("budi")
    assert await scenario.in_wallet("budi") == 2000
    assert await scenario.refused("budi", "join") == "banned"


async def test_somebody_banned_while_they_sit_down_has_no_chair_afterwards(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "wati")
    for late in range(6):
        name = f"budi{late}"
        await scenario.do(name, "chips")
        joining = asyncio.create_task(scenario.app.dispatcher.handle(scenario.command(name, "join")))
        for _ in range(late):
            await asyncio.sleep(0)
        await scenario.app.dispatcher.handle(scenario.command("boss", f"ban {name}"))
        await joining
        await scenario.app.wait_until_idle()
        assert not scenario.sits(name), f"banned {late} steps after the join was asked"


async def test_in_a_group_of_their_own_they_practise(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.do("boss", "ban budi")
    own = Command(Person(player_id("budi"), "Budi"), Place("test:@budi", "private"), "practice qiuqiu", key="own")
    reply: Reply = await scenario.app.dispatcher.handle(own)
    await scenario.app.wait_until_idle()
    assert not reply.refused
