"""Names and texts that are made to deceive or to break something, over the room's real sockets."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from structlog.testing import capture_logs

from tests.chats.local.served_room import served_room, token

HALF = "\ud83d"


async def test_a_line_of_chat_that_shows_nothing_is_refused() -> None:
    async with served_room() as served:
        sari = await served.person("Sari")
        await sari.say(type="say", id="a:1", text="\u3164\u2800")
        assert (await sari.next("refused"))["reason"] == "line-empty"


async def test_half_a_character_is_left_out() -> None:
    with capture_logs() as logged:
        async with served_room(password="open sesame") as served:
            tab = await served.connect()
            hello = {"name": f"Sari{HALF}", "password": f"open{HALF} sesame", "channel": f"main{HALF}"}
            assert (await tab.hello(token(), **hello))["you"]["name"] == "Sari"
            await tab.say(type="say", id="a:1", text=f"hello{HALF}")
            assert (await tab.next("post"))["post"]["text"] == "hello"
            for kind in ("say", "press"):
                await tab.say(type=kind, id=f"{kind}:1", text=f"/chips{HALF}", turn=HALF, other=HALF)
                await tab.next("reply")
            assert [each.text for each in served.dispatcher.commands] == ["chips", "/chips"]
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
