"""The self-test on Discord: real calls to the double, whose headers and refusals it reports."""

from __future__ import annotations

import re

import pytest
import yarl

from bot.chats.discord_chat.http_calls import PRIVATE_ANSWER, call_name
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.scenario import Scenario


async def run(scenario: Scenario, admin: Member) -> Message:
    """Run a self-test, and return the message that it leaves behind."""
    answer = await admin.slash("admin selftest")
    assert answer.ephemeral
    assert "The self-test has begun." in answer.text
    await scenario.app.wait_until_idle()
    return admin.public[-1]


@pytest.fixture
def admin(scenario: Scenario) -> Member:
    return scenario.member("Sari", admin=True)


async def test_it_leaves_one_message_with_its_report_and_sends_the_file_privately(
    scenario: Scenario, admin: Member
) -> None:
    report = await run(scenario, admin)

    assert admin.public == [report]
    assert report.edits == 8
    assert [each.filename.rpartition(".")[2] for each in report.attachments] == ["png"]
    for line in (
        r"A message: \d+ ms",
        r"6 edits: \d+ ms in the middle, \d+ ms at most",
        r"A picture: \d+ ms",
        r"A private message with a file: \d+ ms",
        r"A private answer: [\d,]+ ms",
        r"An amount: press the button below",
        r"1\d calls, never told to wait; at least [0-4] of 5 were left",
        r"Nothing is missing here\.",
    ):
        assert re.search(line, report.text), line
    assert "die" not in report.text
    (private,) = admin.inbox
    (file,) = private.attachments
    assert file.filename == "self-test.txt"
    assert file.data.count(b"PATCH /channels/") >= 7
    assert PRIVATE_ANSWER.encode() in file.data


async def test_no_call_is_named_with_a_secret_in_it(scenario: Scenario, admin: Member) -> None:
    await run(scenario, admin)

    file = admin.inbox[0].attachments[0].data.decode()
    tokens = {each.token for each in scenario.discord.responses.interactions.values()}
    assert tokens
    assert not [each for each in (*tokens, scenario.discord.token, str(admin.channel.id)) if each in file]


async def test_the_button_on_the_report_asks_for_an_amount(scenario: Scenario, admin: Member) -> None:
    report = await run(scenario, admin)
    edits = report.edits

    opened = await admin.press("Amount")
    assert opened.modal is not None
    answer = await admin.fill(opened, "25")

    assert answer.ephemeral
    assert "25 arrived" in answer.text
    assert (report.edits, admin.public) == (edits, [report])
    refused = await scenario.member("Budi").press("Amount")
    assert refused.modal is None
    assert "admin" in refused.text


async def test_what_the_bot_may_not_do_in_the_channel_is_named(scenario: Scenario, admin: Member) -> None:
    admin.channel.denied = Permission.ATTACH_FILES | Permission.EMBED_LINKS
    scenario.discord.gateway.dispatch(
        "CHANNEL_UPDATE", admin.channel.payload(scenario.discord.world.bot), scenario.guild
    )

    report = await run(scenario, admin)

    assert "A picture: not allowed here" in report.text
    assert "Missing here: Attach Files, Embed Links" in report.text
    assert report.attachments == []


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("POST", "/api/v10/interactions/42/aW50ZXJ/callback", PRIVATE_ANSWER),
        ("POST", "/api/v10/interactions/42/lowercase/callback", PRIVATE_ANSWER),
        ("POST", "/api/v10/webhooks/42/secret", "POST /webhooks/…/…"),
        ("PATCH", "/api/v10/webhooks/42/secret/messages/@original", "PATCH /webhooks/…/…/messages/@original"),
        ("PATCH", "/api/v10/channels/1/messages/2", "PATCH /channels/…/messages/…"),
        ("POST", "/api/v10/users/@me/channels", "POST /users/@me/channels"),
    ],
)
def test_a_call_is_named_by_its_route(method: str, path: str, name: str) -> None:
    assert call_name(method, yarl.URL("https://discord.com" + path)) == name
