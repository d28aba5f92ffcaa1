"""The self-test on Telegram: real calls to the double, with a die, and a private chat that may be closed."""

from __future__ import annotations

import re
from pathlib import Path

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.chats import Post
from tests.chats.telegram.scenario import SECOND, Scenario


async def run(scenario: Scenario, admin: Person, group: Chat, topic: int = 0) -> Post:
    """Run a self-test, and return the message that it leaves behind."""
    await admin.types("/selftest", in_=group, topic=topic)
    await scenario.app.wait_until_idle()
    (left,) = [post for post in group.by_bots() if post.text.startswith("Self-test")]
    return left


async def test_it_leaves_one_message_and_sends_the_file_privately(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    await sari.starts()
    before = len(telegram.calls(chat=group))

    report = await run(scenario, sari, group)

    await telegram.until("the die to be removed", lambda: group.by_bots() == [report] or None)
    for line in (
        r"A message: \d+ ms",
        r"6 edits: \d+ ms in the middle, \d+ ms at most",
        r"A picture: \d+ ms",
        r"A private message with a file: \d+ ms",
        r"A die: \d+ ms",
        r"A private answer: press the button below",
        r"An amount: press the button below",
        r"1\d calls, never told to wait",
    ):
        assert re.search(line, report.text), line
    assert report.photo is not None
    assert len(telegram.calls("sendDice", group)) == 1
    assert len([call for call in telegram.calls(chat=group)[before:] if call.counts]) == 10
    file = next(post.document for post in sari.private.by_bots() if post.document is not None)
    assert file.name == "self-test.txt"
    assert file.content.count(b"editMessageText") == 6
    assert telegram.token.encode() not in file.content


async def test_a_restricted_bot_lacks_everything_and_says_so_privately(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    await sari.starts()
    telegram.bot_member_of(group).status = "restricted"

    await sari.types("/selftest", in_=group)
    await scenario.app.wait_until_idle()

    said = await sari.sees("Self-test", in_=sari.private)
    assert "A message: not allowed here" in said.text
    assert "sending messages, sending photos, sending files, sending dice" in said.text


async def test_an_administrator_on_a_new_server_lacks_nothing(tmp_path: Path) -> None:
    async with Telegram(second=SECOND, has_ephemeral=True) as telegram:
        sari = telegram.person("Sari")
        group = telegram.group("Friday dominoes", sari)
        telegram.bot_member_of(group).status = "administrator"
        async with Scenario(telegram, tmp_path) as scenario:
            report = await run(scenario, sari, group)

        assert "Nothing is missing here." in report.text
