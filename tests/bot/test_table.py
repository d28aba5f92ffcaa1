"""Opening, joining, leaving and closing: everything about a table but its clock."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.bot.scenario import GROUP, Scenario, player_id
from tests.engine.stories import Story, stories
from tests.features.stories import lived

PEOPLE = ("sari", "budi", "wati", "joko", "rini", "agus")


@stories(Path(__file__).with_name("tables.txt"))
async def test_tables_are_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


# --- opening and sitting down ----------------------------------------------------------------------------------


async def test_two_people_opening_at_the_same_moment_get_one_table(scenario: Scenario) -> None:
    replies = await asyncio.gather(
        *(scenario.app.dispatcher.handle(scenario.command(name, "open qiuqiu")) for name in ("sari", "budi"))
    )
    await scenario.app.wait_until_idle()
    assert sorted(reply.refused for reply in replies) == [False, True]
    assert len(scenario.app.tables.of_group(GROUP)) == 1


async def test_one_person_opens_at_most_three_tables_even_at_once(scenario: Scenario) -> None:
    commands = [scenario.command("sari", "open qiuqiu 100", channel=f"room-{number}") for number in range(5)]
    replies = await asyncio.gather(*(scenario.app.dispatcher.handle(command) for command in commands))
    assert sum(not reply.refused for reply in replies) == 3
    opened = [number for number, reply in enumerate(replies) if not reply.refused]
    await scenario.do("sari", "close", channel=f"room-{opened[0]}")
    await scenario.do("sari", "open qiuqiu 100", channel="another")


# --- hand after hand -------------------------------------------------------------------------------------------


async def test_a_busted_player_is_left_out_until_a_rebuy(scenario: Scenario) -> None:
    await scenario.set_rules("max_bet none")
    await scenario.sit("sari", "budi", "wati", buy_in=100)
    await scenario.do("sari", "start")
    while not scenario.hand().over:
        await scenario.act("all-in" if scenario.hand().round.staked[scenario.hand().round.awaited[0]] == 10 else "call")
    broke = [name for name in ("sari", "budi", "wati") if scenario.chair(name).stack == 0]
    assert broke
    if len(broke) == 2:
        await scenario.wait(30)
        assert scenario.hand().number == 1, "one player alone is not dealt to"
    await scenario.do(broke[0], "rebuy 200")
    assert scenario.chair(broke[0]).stack == 200
    await scenario.wait(8)
    assert scenario.hand().number == 2
    assert player_id(broke[0]) in scenario.hand().players


# --- computer players ------------------------------------------------------------------------------------------


async def test_computers_play_by_themselves_and_are_marked(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")
    for _ in range(3):
        await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    for _ in range(5):
        await scenario.finish_hand(prefer=("check",))
        await scenario.sound()
        await scenario.wait(8)
    assert scenario.hand().number == 6
    assert "computer" in scenario.chat.text()
    assert scenario.chat.private_messages(f"computer:{GROUP}:1") == []


async def test_a_busted_computer_buys_in_again_from_its_own_wallet_and_leaves_when_broke(scenario: Scenario) -> None:
    computer = f"computer:{GROUP}:1"
    await scenario.set_rules("max_bet none", "ante 100", "computer_seconds 0")
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("sari", "add computer")
    await scenario.do("admin", "bank grant Anoman 200 to buy in once more")
    await scenario.do("admin", "bank grant sari 100000 to keep going")
    await scenario.do("sari", "start")
    wallets = [await scenario.in_wallet(computer)]
    while scenario.state().chair_of(computer) is not None:
        assert scenario.hand().number < 200, "it never goes broke"
        await scenario.finish_hand(prefer=("all-in", "call"))
        await scenario.sound()
        if scenario.chair("sari").stack < 100:
            await scenario.do("sari", "rebuy")
        await scenario.wait(8)
        wallets.append(await scenario.in_wallet(computer))
    assert wallets[0] == 200
    assert 0 in wallets, "it bought in again before it left"
    assert wallets[-1] < 100
    await scenario.wait(60)
    assert scenario.state().playing is None, "one player alone is not dealt to"
