"""Texts and names that are made to deceive or to break something, over the real HTTP of the double."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs

from bot.chats.telegram_chat import Webhook
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.chats import Json, Member, Post, commands_in
from tests.chats.telegram.scenario import Scenario, group_of

HALF = "\ud83d"
REFUSED = "half a character"


@pytest.fixture
def budi(telegram: Telegram) -> Person:
    return telegram.person("Budi")


@pytest.fixture(params=["polling", "webhook"])
async def served(request: pytest.FixtureRequest, telegram: Telegram, tmp_path: Path) -> AsyncIterator[Scenario]:
    """A Kiu that gets its updates in one way or the other; nothing but the welcome of its own may be logged."""
    hook = Webhook("https://example.org/telegram", "secret", "127.0.0.1", 0) if request.param == "webhook" else None
    async with Scenario(telegram, tmp_path, webhook=hook) as scenario:
        telegram.webhook_address = scenario.chat.webhook_address
        if hook is not None:
            telegram.deliver_by_webhook()
        with capture_logs() as logged:
            yield scenario
        assert [entry for entry in logged if entry["log_level"] in ("error", "critical")] == []
        await scenario.sound()


def message(person: Person, chat: Chat, line: str, **more: Any) -> Json:
    """A message as Telegram tells of it, whose text need not be one."""
    post = Post(chat, next(chat.numbers), person.user, line.replace(HALF, "x"), commands_in(line.replace(HALF, "x")))
    return post.json | {"text": line} | more


async def told(telegram: Telegram, served: Scenario, chat: Chat, body: Json) -> str:
    """Bring a message to the bot; return what it is answered with, or nothing."""
    before = len(chat.by_bots())
    await telegram.handled(telegram.updates.add("message", body))
    await served.app.wait_until_idle()
    await asyncio.sleep(0.05)
    return "\n".join(post.text for post in chat.by_bots()[before:])


@pytest.mark.parametrize(
    "line", [f"/chips {HALF}", f"/open qiuqiu{HALF}", f"/bank_grant Sari 5 {HALF}", f"/help {HALF}"]
)
async def test_half_a_character_in_a_command_is_refused_with_a_sentence(
    telegram: Telegram, served: Scenario, group: Chat, sari: Person, line: str
) -> None:
    sari.private.started = True
    for chat in (group, sari.private):
        assert REFUSED in await told(telegram, served, chat, message(sari, chat, line))
    assert not served.is_open(group)
    assert served.app.members.of_group(group_of(group)) == []
    assert await served.all_chips(group) == 0


async def test_half_a_character_in_a_name_is_refused_with_a_sentence(
    telegram: Telegram, served: Scenario, group: Chat, sari: Person
) -> None:
    body = message(sari, group, "/open qiuqiu")
    body["from"] = sari.user.json | {"last_name": HALF}
    assert REFUSED in await told(telegram, served, group, body)
    assert not served.is_open(group)
    await sari.types("/open qiuqiu", in_=group)
    assert served.is_open(group), "with another name they play"


async def test_what_people_say_to_each_other_is_not_answered(
    telegram: Telegram, served: Scenario, group: Chat, sari: Person
) -> None:
    telegram.bot_member_of(group).status = "administrator"
    for line in (f"hello {HALF}", f"/{HALF}", f"/chips@another_bot {HALF}", HALF):
        assert await told(telegram, served, group, message(sari, group, line)) == "", line


async def test_half_a_character_in_a_press_is_refused_in_an_alert(
    telegram: Telegram, served: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    button = await sari.sees_button("Join", in_=group)
    before = served.state(group)
    for data in (f"{before.id}::join{HALF}", f"{before.id}:{HALF}:join", HALF, f"{before.id}::=bet {HALF}"):
        press = telegram.press(budi.user, button.post, data)
        await telegram.handled(press.update)
        said = await budi.hears(press)
        assert (said.alert, REFUSED in said.text) == (True, True), ascii(data)
    assert served.state(group) == before


async def test_half_a_character_in_an_answer_is_refused(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    person = scenario.asked(group)
    question = (await person.sees_button("Bet", in_=group)).post
    before = scenario.state(group)
    reply = {name: value for name, value in question.json.items() if name != "reply_to_message"}
    body = message(person, group, f"20{HALF}", reply_to_message=reply)
    assert REFUSED in await told(telegram, scenario, group, body)
    assert scenario.state(group) == before


async def test_somebody_with_half_a_character_in_their_name_is_gone_when_they_are_gone(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    post = Post(group, next(group.numbers), sari.user)
    gone = budi.user.json | {"first_name": HALF}
    await telegram.handled(telegram.updates.add("message", post.json | {"left_chat_member": gone}))
    assert not scenario.sits(budi, group)


@pytest.mark.parametrize("secret", [b"\xff", b"secret\xff", b"\xed\xa0\xbd", "sécret".encode(), b"", b"\x80" * 5000])
async def test_a_secret_that_is_no_text_is_refused_by_the_webhook_with_a_sentence(
    telegram: Telegram, tmp_path: Path, secret: bytes
) -> None:
    hook = Webhook("https://example.org/telegram", "secret", "127.0.0.1", 0)
    with capture_logs() as logged:
        async with Scenario(telegram, tmp_path, webhook=hook) as scenario:
            telegram.webhook_address = scenario.chat.webhook_address
            address = urlsplit(telegram.webhook_address)
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
            body = b'{"update_id": 1}'
            writer.write(
                b"POST /telegram HTTP/1.1\r\nHost: kiu\r\nConnection: close\r\nContent-Type: application/json\r\n"
                b"X-Telegram-Bot-Api-Secret-Token: %b\r\nContent-Length: %d\r\n\r\n%b" % (secret, len(body), body)
            )
            await writer.drain()
            answer = await reader.read()
            writer.close()
    assert answer.startswith(b"HTTP/1.1 403 "), answer
    assert b"Only Telegram may bring updates" in answer
    told = [entry["event"] for entry in logged if entry["log_level"] != "info"]
    assert told == ["request to the webhook without the secret"]


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Sari\u2800", "S\u0430ri", "\u3164Sari", "SARI", "Ｓａｒｉ"])
async def test_two_at_a_table_are_told_apart_wherever_it_is_shown(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, name: str
) -> None:
    other = telegram.person(name)
    group.members[other.user.id] = Member(other.user)
    await sari.starts()
    await other.starts()
    await sari.types("/open qiuqiu", in_=group)
    await other.presses("Join", in_=group)
    await other.types("/shuffle rain", in_=group)
    first, second = (chair.name for chair in scenario.state(group).seated)
    assert first == "Sari"
    assert second.endswith(" (2)")
    await sari.presses("Start", in_=group)
    await scenario.finish_hand(group)
    assert f"1. Sari · 2. {second}" in group.ever()
    said = (group.ever() + sari.private.ever() + other.private.ever()).replace(second, "").replace("Sari", "")
    assert name not in said
    assert second.removesuffix(" (2)") not in said
