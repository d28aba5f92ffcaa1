"""Servers that Kiu joins and leaves, their admins, their menus and their languages."""

from __future__ import annotations

from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.scenario import Scenario
from tests.chats.discord.served_process import group_of


async def test_a_welcome_when_kiu_joins_a_server(scenario: Scenario) -> None:
    new = scenario.discord.guild("New")
    new.has_bot = False
    sari = scenario.member("Sari", guild=new)
    await scenario.restart()
    scenario.discord.add_bot(new)
    await sari.sees("Welcome to Kiu")
    assert sari.inbox == [], "nobody is written to privately"
    assert sari.find("English")
    assert sari.find("Bahasa Indonesia")
    await sari.press("Open QiuQiu")
    await sari.is_offered("Join")


async def test_the_welcome_goes_where_there_is_room_for_it(scenario: Scenario) -> None:
    closed, new = scenario.discord.guild("Closed"), scenario.discord.guild("New")
    new.has_bot = closed.has_bot = False
    chat = scenario.discord.channel(new, "chat")
    new.channels[0].denied = closed.channels[0].denied = Permission.SEND_MESSAGES
    sari = scenario.member("Sari", guild=new, where=chat)
    await scenario.restart()
    scenario.discord.add_bot(closed)
    scenario.discord.add_bot(new)
    await sari.sees("Welcome to Kiu")
    assert scenario.discord.calls.invalid() == [], "nothing was tried where it is not allowed"


async def test_no_second_welcome_after_an_outage(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    scenario.discord.outage(scenario.guild)
    scenario.discord.outage(scenario.guild, over=True)
    await scenario.act("Check")
    await scenario.app.settled()
    assert not sari.reads("Welcome to Kiu")
    assert not scenario.app.groups.of(group_of(scenario.guild)).away


async def test_a_table_waits_while_kiu_is_sent_away(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    asked = scenario.asked()
    scenario.discord.remove_bot(scenario.guild)
    await scenario.until_away()
    before = len(scenario.discord.calls)
    await scenario.wait(600)
    assert len(scenario.discord.calls) == before, "nothing is sent there"
    assert scenario.asked() is asked, "no clock runs"
    await scenario.restart()
    scenario.discord.add_bot(scenario.guild)
    await scenario.until_away(away=False)
    await scenario.act("Check")
    assert [await scenario.total_chips(member) for member in (sari, budi)] == [2000, 2000]


async def test_servers_left_while_nobody_listened_are_noticed(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    await scenario.kill()
    scenario.guild.has_bot = False
    await scenario.begin()
    await scenario.until_away()


async def test_only_admins_change_house_rules(scenario: Scenario) -> None:
    sari, ani = scenario.member("Sari"), scenario.member("Ani", admin=True)
    commands = {command["name"]: command for command in scenario.discord.world.commands}
    assert int(commands["admin"]["default_member_permissions"]) == Permission.MANAGE_GUILD
    refused = await sari.slash("admin house-set", rule="hui", value="on", hidden=True)
    assert refused.ephemeral
    assert refused.text == "Only an admin can do that. Ask one here."
    summary = await ani.slash("admin house-set", rule="hui", value="on")
    assert "hui" in summary.text
    assert not sari.reads("changed the house rules")
    await ani.press("Apply", summary.messages)
    await sari.sees("Ani changed the house rules")
    assert "hui" in (await sari.slash("house show")).text
    assert (await sari.slash("admin house-apply", hidden=True)).text == refused.text


async def test_a_private_chat_makes_nobody_an_admin(scenario: Scenario) -> None:
    sari = scenario.member("Sari", admin=True)
    answer = await sari.slash("admin house-set", rule="hui", value="on", in_private=True, hidden=True)
    assert "Only an admin" in answer.text


async def test_the_bank_is_read_by_everybody(scenario: Scenario) -> None:
    sari, ani = scenario.member("Sari"), scenario.member("Ani", admin=True)
    await sari.slash("money chips")
    found = await ani.autocomplete("admin bank-grant", "player", "Sa")
    assert found == ["Sari"]
    await ani.slash("admin bank-grant", player=sari.player, amount=100, reason="for the tournament")
    await sari.sees("Ani gave Sari 100 chips. Reason: for the tournament")
    assert await scenario.total_chips(sari) == 2100


async def test_suggestions_while_typing(scenario: Scenario) -> None:
    sari, ani = scenario.member("Sari"), scenario.member("Ani", admin=True)
    presets = await sari.autocomplete("table open", "preset", "", game="qiuqiu")
    assert any("sumatra" in preset for preset in presets)
    rules = await ani.autocomplete("admin house-set", "rule", "max")
    assert any("max_bet" in rule for rule in rules)
    assert await ani.autocomplete("admin house-set", "value", "", rule="hui") != []
    assert await sari.autocomplete("help", "command", "jo") != []


async def test_help_and_chips_in_a_dm_channel(scenario: Scenario) -> None:
    sari = scenario.member("Sari")
    assert "/table open" in (await sari.slash("help", in_private=True)).text
    assert (await sari.slash("money chips", in_private=True)).text
    assert (await sari.slash("rules", game="qiuqiu", in_private=True)).text


async def test_each_reads_his_own_language_and_the_server_its_own(scenario: Scenario) -> None:
    ani = scenario.member("Ani", admin=True)
    made = scenario.member("Made", locale="id")
    await ani.slash("admin house-language", language="id")
    await ani.slash("language", language="en")
    await ani.slash("table open", game="qiuqiu")
    await made.is_offered("Gabung")
    assert (await ani.slash("house show")).text != (await made.slash("house show")).text
    table = next(command for command in scenario.discord.world.commands if command["name"] == "table")
    opened = next(option for option in table["options"] if option["name"] == "open")
    assert set(opened["description_localizations"]) >= {"id", "en-US", "en-GB"}
    assert opened["description_localizations"]["id"] != opened["description_localizations"]["en-US"]


async def test_names_that_want_to_be_more_than_names(scenario: Scenario) -> None:
    sari = scenario.member("Sari")
    rogue = scenario.member(f"@everyone <@{sari.user.id}> **b** [x](https://example.org)\u202e")
    await rogue.slash("table open", game="qiuqiu")
    await sari.is_offered("Join")
    await sari.press("Join")
    await scenario.app.settled()
    assert sari.pings == []
    text = sari.live_message.text
    assert "\u202e" not in text
    assert "**b**" not in text
    assert f" <@{sari.user.id}>" not in text


async def test_nothing_but_servers_is_listened_to(scenario: Scenario) -> None:
    assert [hello["intents"] for hello in scenario.discord.gateway.identified] == [1]
