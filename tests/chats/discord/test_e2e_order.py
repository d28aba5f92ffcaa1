"""What keeps a server pleasant, on Discord: pausing, handing over, removing for a time, bans, channels, stopping."""

from __future__ import annotations

from tests.chats.discord.scenario import Scenario


async def test_a_table_stands_still_is_handed_over_and_stopped_by_presses(scenario: Scenario) -> None:
    sari, budi, ani = scenario.member("Sari"), scenario.member("Budi"), scenario.member("Ani", admin=True)
    await scenario.sit(sari, budi)
    asked = scenario.asked()
    stale = await asked.is_offered("Check")
    menu = await sari.press("Table", sari.public)
    await sari.press("Pause …", menu.messages)
    await sari.press("At once", menu.messages)
    await budi.sees("paused by Sari")
    assert budi.find("Check", budi.public) is None
    if any(part.get("custom_id") == stale.part["custom_id"] for part in stale.message.parts()):
        refused = await asked.press(stale)
        assert "Sari paused the table." in refused.text
    assert "Sari paused the table." in (await asked.slash("play check")).text

    await sari.press("Resume", menu.messages)
    await budi.sees("Sari resumed the table.")
    await scenario.act("Check")
    await sari.press("Hand over …", menu.messages)
    await sari.pick("Budi", menu.messages)
    await budi.sees("Budi is the host now.")
    assert "Only" in (await sari.slash("table pause")).text

    menu = await ani.press("Table", ani.public)
    for label in ("End …", "Stop …"):
        await ani.press(label, menu.messages)
    assert scenario.is_open()
    await ani.press("Give stakes back", menu.messages)
    await scenario.app.wait_until_idle()
    assert not scenario.is_open()
    assert [await scenario.total_chips(each) for each in (sari, budi)] == [2000, 2000]
    await scenario.check_books()


async def test_who_is_removed_or_banned_is_told_until_when_and_a_ban_is_lifted(scenario: Scenario) -> None:
    sari, budi, wati = scenario.members("Sari", "Budi", "Wati")
    ani = scenario.member("Ani", admin=True)
    await sari.slash("table open", game="qiuqiu")
    for member in (budi, wati):
        await member.is_offered("Join")
        await member.press("Join")
    await scenario.app.wait_until_idle()
    await sari.slash("table kick", player=budi, time="20m")
    await budi.receives("You were removed from this table until")
    await wati.sees("Budi was removed for 20 minutes (500 chips returned).")
    assert "until" in (await budi.press("Join")).text

    banned = await ani.slash("mod ban", player=wati, time="2h", reason="Keeps shouting")
    assert not banned.text or "can't play here now" in banned.text
    await wati.receives("You can't play in that group until")
    await sari.sees("Ani banned Wati from the tables for 2 hours. Reason: Keeps shouting")
    assert "Reason: Keeps shouting" in (await wati.slash("table join")).text
    assert "2,000" in (await wati.slash("money chips")).text, "what is theirs they may read"
    page = await ani.choose_from_menu("Ban from tables", sari)
    assert ani.find("1 week", page.messages) is not None, "it takes another press"
    page = await ani.slash("mod bans")
    await ani.press("Lift: Wati", page.messages)
    await sari.sees("Ani lifted the ban of Wati.")
    await wati.slash("table join")
    assert [chair.name for chair in scenario.state().seated] == ["Sari", "Wati"]
    await scenario.check_books()


async def test_tables_are_opened_in_the_channels_that_admins_chose(scenario: Scenario) -> None:
    sari, ani = scenario.member("Sari"), scenario.member("Ani", admin=True)
    page = await ani.slash("mod channels")
    await ani.press("Only here", page.messages)
    name = scenario.guild.channels[0].name
    await sari.sees(f"#{name}")
    elsewhere = scenario.discord.channel(scenario.guild, "lounge")
    refused = await sari.at(elsewhere).slash("table open", game="qiuqiu")
    assert f"Tables are opened in #{name}." in refused.text
    await sari.slash("table open", game="qiuqiu")
    assert scenario.is_open()
