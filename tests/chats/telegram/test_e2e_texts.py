"""Texts and names that are made to deceive or to break something, over the real HTTP of the double."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs

from bot.chats.telegram_chat import Webhook
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.chats import Member
from tests.chats.telegram.scenario import Scenario


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
