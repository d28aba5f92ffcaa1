"""Direct messages with Kiu: commands that are about a table elsewhere, and a table of one's own to practise at."""

from __future__ import annotations

import pytest

from bot.messages import Place
from bot.tables.table import Table
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Channel
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.scenario import Scenario


def in_messages_of(scenario: Scenario, member: Member) -> Member:
    """The same person, looking at the direct messages with Kiu."""
    chat = scenario.discord.world.dm_channel(member.user)
    assert chat is not None
    return member.at(chat)


def own_table(scenario: Scenario, member: Member) -> Table:
    """The table in the direct messages of a member."""
    chat = scenario.discord.world.dm_channel(member.user)
    assert chat is not None
    table = scenario.app.tables.at(Place(f"discord:@{member.user.id}", str(chat.id)))
    assert table is not None
    return table


async def asked(scenario: Scenario, member: Member) -> Table:
    """Wait until a member is asked at their own table."""
    table = own_table(scenario, member)
    for _ in range(60):
        await scenario.wait(1)
        hand = table.state.playing
        if hand is not None and hand.seat(member.player) in hand.round.awaited:
            await scenario.app.wait_until_idle()
            return table
    raise AssertionError(f"{member.name} is never asked")


# --- tables elsewhere ------------------------------------------------------------------------------------------


async def test_leave_in_direct_messages_leaves_the_table(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await sari.slash("table open", game="qiuqiu")
    await budi.slash("table join")
    answer = await budi.slash("table leave", in_private=True)
    assert "left the table" in answer.text
    assert "In Home" in answer.text, "it says in which server"
    assert scenario.state().chair_of(budi.player) is None
    assert "Wallet 2,000 · on tables 0" in (await budi.slash("money chips", in_private=True)).text
    assert await scenario.total_chips(budi) == 2000


async def test_personal_commands_in_direct_messages_are_about_the_server(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    chips = await sari.slash("money chips", in_private=True)
    assert "on tables" in chips.text
    assert "In Home" in chips.text
    hand = await sari.slash("hand", in_private=True)
    assert all(tile in hand.text for tile in scenario.tiles(sari))
    assert "sumatra" in (await sari.slash("house show", in_private=True)).text
    assert "In Home" not in (await sari.slash("help", in_private=True)).text
    await scenario.finish_hand()
    assert "Your cards in hand 1 are proved" in (await sari.slash("proof verify-mine", in_private=True)).text
    assert "Indonesia" in (await sari.slash("language", language="id", in_private=True)).text
    assert scenario.app.members.language(scenario.place().group, sari.player) == "id"


async def test_with_tables_in_two_servers_the_answer_says_which_one_is_meant(scenario: Scenario) -> None:
    other, sari = scenario.discord.guild("Other"), scenario.member("Sari")
    await scenario.restart()
    other.members[sari.user.id] = (
        other.members.get(sari.user.id, Permission.NONE) | scenario.guild.members[sari.user.id]
    )
    await sari.slash("table open", game="qiuqiu")
    there = Member(scenario.discord, sari.user, other, other.channels[0])
    await there.slash("table open", game="qiuqiu")
    assert "In Other" in (await sari.slash("table leave", in_private=True)).text
    assert "In Home" in (await sari.slash("table leave", in_private=True)).text


# --- a table of one's own --------------------------------------------------------------------------------------


async def test_practice_in_direct_messages(scenario: Scenario) -> None:
    sari = scenario.member("Sari")
    answer = await sari.slash("practice", game="qiuqiu", in_private=True)
    assert "practice table is open" in answer.text
    table = await asked(scenario, sari)
    here = in_messages_of(scenario, sari)
    (board,) = [message for message in here.public if "· hand 1" in message.text or "Your dominoes" in message.text]
    assert "Your dominoes" in board.text, "the table and the hand are one message"
    turn = table.state.hand
    assert (await here.press("Check" if here.find("Check") else "Call")).silent
    assert table.state.hand != turn
    assert sari.channel.messages == {}, "nobody's channel is taken"
    assert "You'll leave after this hand" in (await sari.slash("table leave", in_private=True)).text
    await scenario.wait(300)
    assert not scenario.app.tables.places("discord")


async def test_practice_goes_on_after_a_restart_and_is_not_taken_for_a_server_that_was_left(scenario: Scenario) -> None:
    sari = scenario.member("Sari")
    await sari.slash("practice", game="qiuqiu", in_private=True)
    await asked(scenario, sari)
    await scenario.kill()
    await scenario.begin()
    await scenario.app.wait_until_idle()
    assert not scenario.app.groups.of((await asked(scenario, sari)).state.place.group).away


# --- where Kiu is not ------------------------------------------------------------------------------------------


def installed(scenario: Scenario, where: str) -> tuple[Member, Channel]:
    """Somebody who has Kiu for themselves, where Kiu is not."""
    foreign = scenario.discord.guild("Foreign")
    foreign.has_bot = False
    sari = scenario.discord.member(foreign, "Sari")
    sari.user.has_app = True
    channel = foreign.channels[0] if where == "server" else scenario.discord.group_dm(sari)
    return sari.at(channel), channel


@pytest.mark.parametrize("where", ["server", "conversation"])
async def test_practice_where_kiu_is_not_is_asked_for_in_a_direct_message(scenario: Scenario, where: str) -> None:
    sari, channel = installed(scenario, where)
    answer = await sari.slash("practice", game="qiuqiu")
    assert answer.ephemeral
    assert "in a direct message" in answer.text
    assert [message for message in channel.messages.values() if message.only_for is None] == []
    assert "practice table is open" in (await sari.slash("practice", game="qiuqiu", in_private=True)).text


@pytest.mark.parametrize("where", ["server", "conversation"])
async def test_help_and_rules_where_kiu_is_not(scenario: Scenario, where: str) -> None:
    sari, channel = installed(scenario, where)
    for path in ("help", "fairness"):
        answer = await sari.slash(path)
        assert answer.ephemeral
        assert len(answer.messages) <= 5, "more followups are not allowed there"
    assert (await sari.slash("rules", game="qiuqiu")).ephemeral
    if channel.guild is not None:
        assert not scenario.app.members.of_group(f"discord:{channel.guild.id}"), "nobody is given chips there"
