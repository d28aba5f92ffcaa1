"""The table page as an Activity: its people, its launch, and strangers who get nothing of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest
from discord import AutoShardedClient, Permissions
from structlog.testing import capture_logs

from bot.chats.frames import Frame
from tests.chats.discord.activity_page import ActivityPage, Pages, pages_of
from tests.chats.discord.conftest import _checked, _without_pause
from tests.chats.discord.double import api_errors
from tests.chats.discord.double.activities import CLIENT_SECRET, Activities
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.operations import ENTRY_POINT
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import PASSIVE, Scenario
from tests.chats.discord.test_command_sync import SYNC

TOKEN = "POST /oauth2/token"
OPEN = "Open the table"


@pytest.fixture
async def scenario(discord: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    """A process whose table page is an Activity."""
    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", _without_pause)
    # A busy machine may take longer than a page is let wait.
    monkeypatch.setattr("bot.chats.discord_chat.activity.IDENTIFIED_WITHIN", 60.0)
    discord.validate_answers()
    async with _checked(Scenario(discord, tmp_path, page_secret=CLIENT_SECRET)) as one:
        yield one


@pytest.fixture
async def pages(scenario: Scenario) -> AsyncIterator[Pages]:
    async with pages_of(scenario) as one:
        yield one


@pytest.fixture
def activities(discord: Discord) -> Activities:
    return discord.operations.activities


def own_seats(page: ActivityPage) -> list[str]:
    return [each["name"] for each in page.scene["seats"].values() if each["me"]]


def own_button(page: ActivityPage, *labels: str) -> Frame:
    buttons: list[Frame] = [each for row in page.scene["mine"]["buttons"] for each in row]
    return next(each for each in buttons if each["label"].startswith(labels))


async def test_a_page_opens_where_it_was_launched_and_plays(scenario: Scenario, pages: Pages) -> None:
    sari, budi = await scenario.seated("Sari", "Budi")
    asked = scenario.asked()
    page = await pages.open(asked)
    assert page.scene["table"] == scenario.state().id
    assert own_seats(page) == [asked.name]
    button = own_button(page, *PASSIVE)
    answer = await page.press(button["command"], button["turn"])
    assert not answer["refused"], answer
    await scenario.app.wait_until_idle()
    assert scenario.asked().name == ({sari.name, budi.name} - {asked.name}).pop()


async def test_people_of_the_call_are_seen_as_watchers(scenario: Scenario, pages: Pages) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    watcher = scenario.member("Wati")
    page = await pages.open(sari)
    await pages.open(watcher)
    await scenario.wait(1)
    while page.scene.get("watching") != ["Wati"]:
        await page.receive()


async def test_admins_keep_their_rights_on_the_page(scenario: Scenario, pages: Pages) -> None:
    await scenario.seated("Sari", "Budi")
    admin, guest = scenario.member("Ani", admin=True), scenario.member("Wati")
    answers = [await (await pages.open(each)).press("house set hui on") for each in (admin, guest)]
    assert [each["refused"] for each in answers] == [False, True]


async def test_a_former_member_does_nothing_by_an_open_page(scenario: Scenario, pages: Pages, discord: Discord) -> None:
    await scenario.seated("Sari", "Budi")
    wati = scenario.member("Wati")
    page = await pages.open(wati)
    discord.leave(wati)
    await scenario.chat.forget(wati.player)
    assert (await page.press("join", f"{scenario.state().id}:"))["refused"]
    assert wati.player not in {chair.player for chair in scenario.state().seated}


async def test_a_page_waits_until_discord_knows_who_is_in(
    scenario: Scenario, pages: Pages, activities: Activities
) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    activities.enters_late = 1
    assert (await pages.open(sari)).scene


async def test_a_silent_discord_lets_the_page_ask_again(scenario: Scenario, pages: Pages, discord: Discord) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    discord.fail_next(TOKEN, api_errors.ApiError(503, 0, "Service Unavailable"))
    page = await pages.say(pages.hello(sari))
    assert page.socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
    assert not page.received


async def test_the_page_is_where_discords_proxy_asks_for_it(pages: Pages) -> None:
    assert "/table.js" in await (await pages.asked("/?frame_id=1")).text()


# --- strangers -----------------------------------------------------------------------------------------------------


def forged_code(pages: Pages, _: Scenario, wati: Member) -> Frame:
    return pages.hello(wati, discord="AAAABBBBCCCCDDDDEEEEFFFFGGGGHH")


def no_code(pages: Pages, _: Scenario, wati: Member) -> Frame:
    return pages.hello(wati, discord="")


def code_of_the_bot_token(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    return pages.hello(wati, discord=scenario.discord.token)


def not_in_the_instance(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    other = scenario.member("Rudi")
    return pages.hello(wati, scenario.discord.operations.activities.launched(wati.channel, other.user))


def instance_that_is_over(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    activities = scenario.discord.operations.activities
    over = activities.launched(wati.channel, wati.user)
    activities.end(over)
    return pages.hello(wati, over)


def instance_with_a_path(pages: Pages, _: Scenario, wati: Member) -> Frame:
    return pages.hello(wati) | {"instance": "../../users/@me"}


def instance_of_another_channel(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    elsewhere = scenario.discord.channel(scenario.guild, "elsewhere")
    return pages.hello(wati, scenario.discord.operations.activities.launched(elsewhere, wati.user))


def instance_of_another_guild(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    own = scenario.discord.world.add_guild("Own")
    own.members[wati.user.id] = scenario.guild.members[wati.user.id]
    return pages.hello(wati, scenario.discord.operations.activities.launched(own.channels[0], wati.user))


def private_conversation(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    friends = scenario.discord.group_dm(wati)
    return pages.hello(wati, scenario.discord.operations.activities.launched(friends, wati.user))


def not_a_member(pages: Pages, scenario: Scenario, wati: Member) -> Frame:
    hello = pages.hello(wati)
    scenario.discord.leave(wati)
    return hello


def claims_of_the_page(pages: Pages, _: Scenario, wati: Member) -> Frame:
    return pages.hello(wati, discord="") | {"user": str(wati.user.id), "room": "x" * 32}


ATTACKS = (
    *(forged_code, no_code, code_of_the_bot_token, not_in_the_instance, instance_that_is_over, instance_with_a_path),
    *(instance_of_another_channel, instance_of_another_guild, private_conversation, not_a_member, claims_of_the_page),
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
async def test_a_stranger_gets_one_refusal_and_nothing_else(
    scenario: Scenario, pages: Pages, attack: Callable[[Pages, Scenario, Member], Frame]
) -> None:
    await scenario.seated("Sari", "Budi")
    page = await pages.say(attack(pages, scenario, scenario.member("Wati")))
    assert page.received == ['{"type": "refused", "reason": "not-let-in", "id": ""}']
    assert page.refused


async def test_a_code_is_good_for_one_page(scenario: Scenario, pages: Pages) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    hello = pages.hello(sari)
    assert (await pages.say(hello)).scene
    assert (await pages.say(hello)).refused


async def test_a_code_of_somebody_else_brings_their_name(scenario: Scenario, pages: Pages) -> None:
    sari, budi = await scenario.seated("Sari", "Budi")
    page = await pages.say(pages.hello(scenario.member("Wati"), user=str(sari.user.id), name="Sari"))
    assert own_seats(page) == []
    assert {each["name"] for each in page.scene["seats"].values()} == {sari.name, budi.name}


async def test_a_table_of_a_foreign_guild_is_neither_shown_nor_played(scenario: Scenario, pages: Pages) -> None:
    sari, budi = await scenario.seated("Sari", "Budi")
    foreign, own = scenario.state(), scenario.discord.world.add_guild("Own")
    scenario.discord.add_bot(own)
    page = await pages.say(pages.hello(scenario.member("Wati", guild=own), table=foreign.id))
    assert not page.scene
    assert sari.name not in "".join(page.received)
    assert (await page.press("join", f"{foreign.id}:"))["refused"]
    assert budi.name not in "".join(page.received)
    assert len(scenario.state().seated) == 2


async def test_a_table_of_a_hidden_channel_is_not_shown(
    scenario: Scenario, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scenario.seated("Sari", "Budi")
    wati = scenario.member("Wati").at(scenario.discord.channel(scenario.guild, "elsewhere"))
    table = scenario.state().id
    hidden = scenario.chat.gateway.client.get_channel(int(scenario.state().place.channel))
    assert hidden is not None
    assert (await pages.say(pages.hello(wati, table=table))).scene["table"] == table
    monkeypatch.setattr(type(hidden), "permissions_for", lambda *_: Permissions.none())
    assert not (await pages.say(pages.hello(wati, table=table))).scene


async def test_other_documents_open_no_socket(scenario: Scenario, pages: Pages) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    for origin in ("https://evil.example", "https://1.discordsays.com.evil.example", "https://evil.discordsays.com"):
        pages.origin = origin
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await pages.open(sari)


async def test_no_code_token_or_secret_reaches_log_or_page(
    scenario: Scenario,
    pages: Pages,
    discord: Discord,
    activities: Activities,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level("DEBUG")
    sari, _ = await scenario.seated("Sari", "Budi")
    hellos = [pages.hello(sari), forged_code(pages, scenario, sari), pages.hello(sari), pages.hello(sari)]
    with capture_logs() as logged:
        received = [(await pages.say(hellos[0])).received, (await pages.say(hellos[1])).received]
        for call in (TOKEN, "GET /users/@me"):
            discord.fail_next(call, api_errors.ApiError(500, 0, "Internal Server Error"))
            received.append((await pages.say(hellos.pop())).received)
    assert len(logged) == 2
    written = f"{received} {logged} {caplog.text} {capfd.readouterr()} {vars(scenario.chat)}"
    secrets = [CLIENT_SECRET, *(each["discord"] for each in hellos), *activities.tokens]
    assert [each for each in secrets if each in written] == []


# --- in the chat ---------------------------------------------------------------------------------------------------


async def test_the_button_under_the_table_launches_the_page(
    scenario: Scenario, pages: Pages, activities: Activities
) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.gather(sari, budi)
    launched = await budi.press(OPEN)
    assert launched.instance
    assert not launched.messages
    await sari.press("Start")
    await scenario.app.wait_until_idle()
    assert sari.find(OPEN, [sari.live_message]) is not None


async def test_an_entry_point_is_registered_unless_there_is_one(discord: Discord, tmp_path: Path) -> None:
    async with Scenario(discord, tmp_path, first_start=True, page_secret=CLIENT_SECRET) as scenario:
        made = [each for each in discord.world.commands if each["type"] == ENTRY_POINT]
        assert [(each["name"], each["handler"]) for each in made] == [("launch", 2)]
        discord.world.commands[-1]["name"] = "play-kiu"
        scenario.sync_file.write_text("of an earlier version")
        await scenario.restart()
        assert [each["name"] for each in discord.world.commands if each["type"] == ENTRY_POINT] == ["play-kiu"]
        assert len(discord.calls.named(SYNC)) == 2


async def test_commands_are_registered_though_activities_are_off(discord: Discord, tmp_path: Path) -> None:
    discord.fail_next(SYNC, api_errors.ApiError(400, 50035, "Invalid Form Body"))
    async with Scenario(discord, tmp_path, first_start=True, page_secret=CLIENT_SECRET) as scenario:
        assert {each["type"] for each in discord.world.commands} == {1, 2}
        await scenario.restart()
        assert ENTRY_POINT in {each["type"] for each in discord.world.commands}
