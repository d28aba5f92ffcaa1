"""Guilds that Kiu joins and leaves, their admins, their commands and their languages."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from bot.ledger import Ledger, NotStored
from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.scenario import Scenario
from tests.chats.discord.served_process import group_of
from tests.removed_features import needs


async def test_a_welcome_in_a_new_guild(scenario: Scenario) -> None:
    needs("languages")
    new = scenario.discord.guild("New")
    new.has_bot = False
    sari = scenario.member("Sari", guild=new)
    await scenario.restart()
    scenario.discord.add_bot(new)
    await sari.sees("Welcome to Kiu")
    assert sari.inbox == [], "nobody gets a direct message"
    assert sari.find("English")
    assert sari.find("Bahasa Indonesia")
    games = await sari.press("Open a table")
    assert games.ephemeral
    await sari.press("Open QiuQiu", games.messages)
    await sari.is_offered("Join")


async def test_the_welcome_is_posted_where_that_is_allowed(scenario: Scenario) -> None:
    closed, new = scenario.discord.guild("Closed"), scenario.discord.guild("New")
    new.has_bot = closed.has_bot = False
    chat = scenario.discord.channel(new, "chat")
    new.channels[0].denied = closed.channels[0].denied = Permission.SEND_MESSAGES
    sari = scenario.member("Sari", guild=new, where=chat)
    await scenario.restart()
    scenario.discord.add_bot(closed)
    scenario.discord.add_bot(new)
    await sari.sees("Welcome to Kiu")
    assert scenario.discord.calls.invalid() == [], "no request was made without permission"


async def test_no_second_welcome_after_an_outage(scenario: Scenario) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    scenario.discord.outage(scenario.guild)
    scenario.discord.outage(scenario.guild, over=True)
    await scenario.act("Check")
    await scenario.app.wait_until_idle()
    assert not sari.reads("Welcome to Kiu")
    assert not scenario.app.groups.of(group_of(scenario.guild)).away


async def test_a_table_is_paused_while_the_bot_is_removed(scenario: Scenario) -> None:
    sari, budi = await scenario.seated("Sari", "Budi")
    asked = scenario.asked()
    scenario.discord.remove_bot(scenario.guild)
    await scenario.until_away()
    before = len(scenario.discord.calls)
    await scenario.wait(600)
    assert len(scenario.discord.calls) == before, "no request is made"
    assert scenario.asked() is asked, "no timer runs"
    await scenario.restart()
    scenario.discord.add_bot(scenario.guild)
    await scenario.until_away(away=False)
    await scenario.act("Check")
    assert [await scenario.total_chips(member) for member in (sari, budi)] == [2000, 2000]


async def test_guilds_left_while_the_process_was_down_are_noticed(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    await scenario.kill()
    scenario.guild.has_bot = False
    await scenario.begin()
    await scenario.until_away()


async def test_a_removal_between_two_sessions_is_noticed(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    scenario.discord.gateway.invalidate(resumable=False)
    scenario.discord.remove_bot(scenario.guild)
    await scenario.until_away()


async def test_a_return_while_the_disk_is_full_is_noted_with_the_next_session(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    scenario.discord.remove_bot(scenario.guild)
    await scenario.until_away()
    sessions, tries = len(scenario.discord.gateway.identified), asyncio.Event()

    async def refused_by_the_disk(*_: object) -> None:
        tries.set()
        raise NotStored("nothing was stored: database or disk is full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ledger, "commit", refused_by_the_disk)
        scenario.discord.add_bot(scenario.guild)
        async with asyncio.timeout(60):
            await tries.wait()
        await scenario.app.wait_until_idle()
    assert scenario.app.groups.of(group_of(scenario.guild)).away

    scenario.discord.gateway.invalidate(resumable=False)
    await scenario.discord.until(
        lambda: len(scenario.discord.gateway.identified) > sessions and scenario.chat.connected, "a new session"
    )
    await scenario.until_away(away=False)
    await scenario.act("Check")


async def test_chips_are_given_to_somebody_who_never_spoke_to_kiu(scenario: Scenario) -> None:
    ani, dewi = scenario.member("Ani", admin=True), scenario.member("Dewi")
    dewi.user.nick = "Dewi \u202eof the north"

    given = await ani.slash("admin bank-grant", player=dewi, amount=100, reason="welcome !")

    await dewi.sees("Ani gave Dewi of the north 100 chips. Reason: welcome")
    assert given.silent, "everybody here reads it, and so does Ani"
    assert await scenario.total_chips(dewi) == 2100
    assert scenario.app.members.name(group_of(scenario.guild), dewi.player) == "Dewi of the north"
    ani.channel.denied = Permission.SEND_MESSAGES
    unseen = await ani.slash("admin bank-grant", player=dewi, amount=100, reason="for luck !")
    assert unseen.ephemeral, "where nothing can be posted, the answer says it"
    assert await scenario.total_chips(dewi) == 2200


async def test_a_bot_that_is_picked_is_refused(scenario: Scenario) -> None:
    needs("bank")
    ani = scenario.member("Ani", admin=True)
    kiu = dataclasses.replace(ani, user=scenario.discord.world.bot)

    for answer in (
        await ani.slash("admin bank-grant", player=kiu, amount=100, reason="for fun !"),
        await ani.slash("table kick", player=kiu),
        await ani.choose_from_menu("Give chips", kiu),
    ):
        assert answer.text == f"{kiu.name} is a bot. Pick a person."
        assert answer.ephemeral


async def test_chips_are_given_from_the_menu_of_a_person(scenario: Scenario) -> None:
    needs("bank")
    sari, ani = scenario.member("Sari"), scenario.member("Ani", admin=True)
    opened = await ani.choose_from_menu("Give chips", sari)
    assert opened.modal is not None
    assert opened.modal["title"] == "Give chips · Sari"

    asked = await ani.fill_all(opened, amount="100", reason="for the tournament")

    assert "Sari: +100 (wallet 2,000 → 2,100)" in asked.text
    await ani.press("Yes, do it", asked.messages)
    await sari.sees("Ani gave Sari 100 chips. Reason: for the tournament")
    assert await scenario.total_chips(sari) == 2100
    wrong = await ani.fill_all(await ani.choose_from_menu("Give chips", sari), amount="many", reason="for fun")
    assert "whole number" in wrong.text
    forced = await sari.choose_from_menu("Give chips", sari, hidden=True)
    assert (await sari.fill_all(forced, amount="100", reason="for me")).text.startswith("Only an admin")
    assert await scenario.total_chips(sari) == 2100


async def test_a_player_is_removed_from_the_table_by_the_menu_of_a_person(scenario: Scenario) -> None:
    needs("removing")
    sari, budi = scenario.members("Sari", "Budi")
    made = scenario.member("Made", locale="id")
    await scenario.gather(sari, budi)

    assert (
        await sari.choose_from_menu("Remove from table", made)
    ).text == "Made is not at this table. Choose somebody who is."
    assert (await made.choose_from_menu("Keluarkan dari meja", budi)).ephemeral
    assert scenario.state().chair_of(budi.player) is not None
    assert (await sari.choose_from_menu("Remove from table", budi)).silent
    await budi.sees("Budi was removed for 10 minutes (500 chips returned).")
    assert scenario.state().chair_of(budi.player) is None


async def test_the_table_is_found_by_a_link_to_its_message(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    address = f"https://discord.com/channels/{sari.guild.id}/{sari.channel.id}/{sari.live_message.id}"

    for answer in (
        await budi.slash("find-table"),
        await sari.slash("find-table", in_private=True),
        await budi.slash("table open", game="qiuqiu"),
    ):
        (message,) = answer.messages
        assert [part["url"] for part in message.parts() if part["type"] == ComponentType.BUTTON] == [address]
        assert answer.ephemeral


async def test_members_and_the_guild_have_languages_of_their_own(scenario: Scenario) -> None:
    ani, made = scenario.member("Ani", admin=True), scenario.member("Made", locale="id")
    await ani.slash("admin house-language", language="id")
    await ani.slash("language", language="en")
    await ani.slash("table open", game="qiuqiu")
    await made.is_offered("Gabung")
    assert (await ani.slash("house show")).text != (await made.slash("house show")).text
    table = next(command for command in scenario.discord.world.commands if command["name"] == "table")
    opened = next(option for option in table["options"] if option["name"] == "open")
    assert set(opened["description_localizations"]) >= {"id", "en-US", "en-GB"}
    assert opened["description_localizations"]["id"] != opened["description_localizations"]["en-US"]


async def test_only_guild_events_and_bans_are_subscribed_to(scenario: Scenario) -> None:
    assert [hello["intents"] for hello in scenario.discord.gateway.identified] == [1 | 1 << 2]
