"""Sockets that say nothing or too little, addresses that are made up, and guessed passwords."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_network

import aiohttp
import pytest

from bot.chats.local_chat import Limits
from bot.chats.local_chat.room_limits import RateLimit
from bot.chats.web_server import client_address
from bot.environment.logs import OnceAMinute, RepeatedLines
from bot.messages import Message
from tests.chats.fast_time import fast_forward
from tests.chats.local.served_room import ServedRoom, SocketClient, served_room, token
from tests.chats.strangers import ELSEWHERE, Strangers
from tests.patience import LONGEST_WAIT

SLOW_GUESSES = Limits(wrong_passwords_at_once=3, wrong_passwords_per_minute=0.01)

UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
async def strangers() -> AsyncIterator[Strangers]:
    async with Strangers() as made:
        yield made


@asynccontextmanager
async def tab_from(served: ServedRoom, source: str, **headers: str) -> AsyncIterator[SocketClient]:
    """A tab of a browser with another address."""
    connector = aiohttp.TCPConnector(local_addr=(source, 0))
    async with aiohttp.ClientSession(connector=connector, headers=headers) as session:
        client = await SocketClient(session, served.address).open()
        try:
            yield client
        finally:
            client.drop()


# What says nothing, or too little


async def test_a_socket_that_never_says_hello_is_gone_even_if_it_does_not_close(strangers: Strangers) -> None:
    limits = Limits(hello_seconds=0.1, closing_seconds=0.1)
    async with served_room(limits=limits) as served:
        silent = await strangers.connect(served.address)
        silent.send(UPGRADE)
        assert await silent.is_cut_off(within=2)


async def test_a_socket_that_begins_a_frame_and_never_ends_it_is_gone(strangers: Strangers) -> None:
    async with served_room(limits=Limits(hello_seconds=0.1, closing_seconds=0.1)) as served:
        slow = await strangers.connect(served.address)
        slow.send(UPGRADE)
        slow.writer.write(b"\x81\xfe\xff\xff\0\0\0\0{")
        assert await slow.is_cut_off(within=2)


async def test_a_guest_who_does_not_answer_pings_is_gone_and_the_others_see_it(strangers: Strangers) -> None:
    async with served_room(limits=Limits(heartbeat_seconds=0.2, closing_seconds=0.1)) as served:
        budi = await served.person("Budi")
        mute = await strangers.connect(served.address)
        mute.send(UPGRADE)
        await mute.reader.readuntil(b"\r\n\r\n")
        mute.writer.write(_frame(f'{{"type":"hello","token":"{token()}","name":"Sari"}}'))
        while len((await budi.next("people"))["people"]) < 2:
            pass
        while len((await budi.next("people"))["people"]) > 1:
            pass
        assert await mute.is_cut_off(within=2)


async def test_a_guest_who_reads_nothing_is_let_go() -> None:
    """What waits to be sent to them would otherwise be kept for ever."""
    async with Strangers() as strangers, served_room(limits=Limits(heartbeat_seconds=0.3, unsent_frames=20)) as served:
        deaf = await strangers.connect(served.address)
        deaf.send(UPGRADE)
        await deaf.reader.readuntil(b"\r\n\r\n")
        deaf.writer.write(_frame(f'{{"type":"hello","token":"{token()}","name":"Sari"}}'))
        await deaf.reader.read(10)
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
        (place,) = served.room._channels
        for number in range(100):
            await served.room.post(place, Message(title=f"{number}", lines=("x" * 100_000,)))
        async with asyncio.timeout(LONGEST_WAIT):
            while served.room._channels[place].tabs:  # noqa: ASYNC110 - the room tells nobody
                await asyncio.sleep(0.05)


def _frame(text: str) -> bytes:
    """A text frame of a browser, masked with zeros."""
    body = text.encode()
    return bytes([0x81, 0xFE]) + len(body).to_bytes(2, "big") + bytes(4) + body


# Addresses


@pytest.mark.parametrize("lie", ["10.0.0.{}", "10.0.0.{}, 127.0.0.1"])
async def test_nobody_gets_another_address_by_saying_so(lie: str) -> None:
    async with served_room(limits=SLOW_GUESSES, password="right") as served:
        reasons = []
        for number in range(5):
            async with tab_from(served, "127.0.0.1", **{"X-Forwarded-For": lie.format(number)}) as guesser:
                reasons.append((await guesser.hello(token(), "X", password="x"))["reason"])
        assert reasons == ["password-wrong"] * 3 + ["too-many-passwords"] * 2


async def test_behind_a_trusted_proxy_clients_are_told_apart_by_what_it_added() -> None:
    limits = Limits(wrong_passwords_at_once=1, wrong_passwords_per_minute=0.01)
    proxies = [ip_network("127.0.0.1/32")]
    async with served_room(limits=limits, password="right", proxies=proxies) as served:

        async def answer(forwarded: str, password: str) -> str:
            async with tab_from(served, "127.0.0.1", **{"X-Forwarded-For": forwarded}) as tab:
                said = await tab.hello(token(), f"Guest {token()[:5]}", password=password)
                return str(said.get("reason", said["type"]))

        assert await answer("10.0.0.1", "x") == "password-wrong"
        assert await answer("10.0.0.1", "right") == "too-many-passwords"
        assert await answer("10.0.0.9, 10.0.0.1", "right") == "too-many-passwords", "what a client says comes first"
        assert await answer("10.0.0.1, 10.0.0.2", "right") == "room"


def test_addresses_that_one_client_can_have_are_one() -> None:
    def of(peer: str, forwarded: Sequence[str] = ()) -> str:
        return client_address(peer, forwarded, [ip_network("10.0.0.0/8"), ip_network("fd00::/8")])

    assert of("::ffff:192.0.2.1") == of("192.0.2.1")
    assert of("2001:db8::1") == of("2001:db8::ffff:ffff:ffff") != of("2001:db8:0:1::1")
    assert of("fe80::1%eth0") == of("fe80::2%eth1")
    assert of("10.1.1.1", ["192.0.2.7"]) == "192.0.2.7"
    assert of("::ffff:10.1.1.1", ["1.1.1.1, 192.0.2.7", "10.9.9.9"]) == "192.0.2.7"
    assert of("10.1.1.1", ["192.0.2.7, nonsense"]) == "10.1.1.1"
    assert of("192.0.2.1", ["1.1.1.1"]) == "192.0.2.1"
    assert of("10.1.1.1", []) == "10.1.1.1"


# Passwords


async def test_guesses_slow_their_own_address_and_never_a_guest_with_the_right_password() -> None:
    async with served_room(limits=SLOW_GUESSES, password="right") as served:
        secret = token()
        assert (await (await served.connect()).hello(secret, "Sari", password="right"))["type"] == "room"
        reasons = [
            (await (await served.connect()).hello(token(), "X", password=f"guess {number}"))["reason"]
            for number in range(8)
        ]
        assert reasons == ["password-wrong"] * 3 + ["too-many-passwords"] * 5
        guessed = await (await served.connect()).hello(token(), "X", password="right")
        assert guessed["reason"] == "too-many-passwords", "or else guessing would be as fast as ever"
        # Sari has the same address, by the same router.
        for _ in range(3):
            assert (await (await served.connect()).hello(secret, password="right"))["type"] == "room"
        async with tab_from(served, ELSEWHERE) as budi:
            assert (await budi.hello(token(), "Budi", password="right"))["type"] == "room"


async def test_a_guest_who_guesses_slows_down_only_themselves() -> None:
    """The password has been changed, to keep somebody out."""
    async with served_room(limits=SLOW_GUESSES, password="right") as served:
        known, other = token(), token()
        for secret, name in ((known, "Sari"), (other, "Budi")):
            assert (await (await served.connect()).hello(secret, name, password="right"))["type"] == "room"
        reasons = [
            (await (await served.connect()).hello(known, password=f"guess {number}"))["reason"] for number in range(5)
        ]
        assert reasons == ["password-wrong"] * 3 + ["too-many-passwords"] * 2
        assert (await (await served.connect()).hello(other, password="right"))["type"] == "room"
        assert (await (await served.connect()).hello(token(), "Wayan", password="right"))["type"] == "room"


async def test_a_password_with_half_a_character_is_not_even_looked_at() -> None:
    async with served_room(password="right") as served:
        tab = await served.connect()
        await tab.socket.send_str(f'{{"type":"hello","token":"{token()}","name":"X","password":"\\ud800"}}')
        assert (await tab.next("refused"))["reason"] == "half-surrogate"


async def test_only_so_many_guessers_are_kept_in_mind() -> None:
    limit = RateLimit(0.001, 1, kept=3)
    assert limit.has_room("a")
    assert await limit.take("a")
    assert not limit.has_room("a")
    assert not await limit.take("a")
    for each in "bcd":
        assert await limit.take(each)
    assert limit.has_room("a"), "it is forgotten"
    assert not limit.has_room("d")


def test_a_limit_has_room_again_at_its_rate() -> None:
    async def story() -> list[int]:
        limit, taken = RateLimit(2, 3), []
        for pause in (0, 1, 99):
            await asyncio.sleep(pause)
            taken.append([await limit.take() for _ in range(5)].count(True))
        return taken

    assert fast_forward(story()) == [3, 2, 3]


# The log


async def test_requests_that_are_none_make_one_line_a_minute(
    strangers: Strangers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 0.0
    counting = OnceAMinute(RepeatedLines(lambda: at))
    for name in ("aiohttp.server", "aiohttp.websocket"):
        monkeypatch.setattr(logging.getLogger(name), "filters", [counting])
    async with served_room() as served:
        origin = {"Origin": served.address.rstrip("/")}

        async def nonsense(count: int) -> None:
            for _ in range(count):
                wrong = await strangers.connect(served.address)
                wrong.send("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n")
                assert await wrong.is_cut_off(within=1)
                odd = await served.session.ws_connect(served.address + "ws", protocols=["odd"], headers=origin)
                odd._response.close()

        await nonsense(10)
        at = 61.0
        await nonsense(1)
    lines = [each.getMessage() for each in caplog.records if each.name.startswith("aiohttp.")]
    assert len(lines) == 4
    assert sum("(and 9 more since the last such line)" in each for each in lines) == 2


def test_lines_of_different_kinds_do_not_hide_each_other() -> None:
    counting = OnceAMinute(RepeatedLines(lambda: 0.0))
    said = [("a", 1), ("a", 2), ("b", 1)]
    passed = [
        counting.filter(logging.LogRecord("x", logging.ERROR, "", 1, f"{kind} %s", (number,), None))
        for kind, number in said
    ]
    assert passed == [True, False, True]
