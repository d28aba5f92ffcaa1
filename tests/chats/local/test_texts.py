"""Names and texts that are made to deceive or to break something, over the room's real sockets."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs

from tests.chats.local.served_room import served_room, token

HALF = "\ud83d"


async def test_a_line_of_chat_that_shows_nothing_is_refused() -> None:
    async with served_room() as served:
        sari = await served.person("Sari")
        await sari.say(type="say", id="a:1", text="\u3164\u2800")
        assert (await sari.next("refused"))["reason"] == "line-empty"


async def test_a_hello_with_half_a_character_is_refused_and_nobody_is_registered() -> None:
    hello = {"type": "hello", "token": token(), "name": "Sari", "password": "open sesame"}
    with capture_logs() as logged:
        async with served_room(password="open sesame") as served:
            for field in ("name", "password", "channel", "language", "token", "other", HALF):
                tab = await served.connect()
                await tab.say(**{**hello, field: f"x{HALF}"})
                assert (await tab.next("refused"))["reason"] == "half-surrogate"
                assert await tab.ended() == 4001
            assert served.store.registered == []
            assert (await (await served.connect()).hello(token(), "Sari", password="open sesame"))["type"] == "room"
    assert logged == []


@pytest.mark.parametrize(("kind", "text"), [("say", "/chips"), ("say", "hello"), ("press", "chips")])
async def test_a_frame_with_half_a_character_is_refused_and_the_tab_goes_on(kind: str, text: str) -> None:
    with capture_logs() as logged:
        async with served_room() as served:
            sari = await served.person("Sari")
            for field in ("text", "turn", "id", "type", "other", HALF):
                await sari.say(**{"type": kind, "id": "a:1", "text": text, field: f"{text}{HALF}"})
                refused = await sari.next("refused")
                assert refused["reason"] == ("bad-frame" if field in ("id", "type") else "half-surrogate")
            assert served.dispatcher.commands == []
            assert served.store.rows == {}
            await sari.say(type="say", id="a:2", text="/chips")
            assert (await sari.next("reply"))["id"] == "a:2"
    assert logged == []


async def test_headers_and_addresses_that_are_no_text_are_refused_with_a_sentence() -> None:
    with capture_logs() as logged:
        async with served_room() as served:
            address = urlsplit(served.address)
            host = address.netloc.encode()
            for head, code in (
                (b"GET / HTTP/1.1\r\nHost: kiu\xff\r\n", b"421"),
                (b"GET /ws HTTP/1.1\r\nHost: %b\r\nOrigin: http://\xff\r\n" % host, b"403"),
                (b"GET /%%ED%%A0%%BD HTTP/1.1\r\nHost: %b\r\n" % host, b"404"),
                (b"GET /picture/%%ED%%A0%%BD HTTP/1.1\r\nHost: %b\r\n" % host, b"404"),
                (b'GET / HTTP/1.1\r\nHost: %b\r\nIf-None-Match: "\xff"\r\n' % host, b"200"),
            ):
                reader, writer = await asyncio.open_connection(address.hostname, address.port)
                writer.write(head + b"Connection: close\r\n\r\n")
                await writer.drain()
                answer = await reader.read()
                writer.close()
                assert answer.split(b" ")[1] == code, (head, answer[:200])
    assert logged == []
