"""The process is killed in the middle, for real, again and again: nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.running import LAST_SECONDS
from tests.bot.databases import on_server, url_of
from tests.bot.killing import IN_MID_HAND
from tests.child_processes import child_process, completed
from tests.patience import LONGEST_WAIT

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("kills", "seed", "game"),
    [
        (12, "first", "qiuqiu"),
        pytest.param(60, "second", "qiuqiu", marks=pytest.mark.soak),
        pytest.param(30, "third", "koo-kiew", marks=pytest.mark.soak),
    ],
)
async def test_killed_again_and_again_nothing_acknowledged_or_shown_is_lost(
    tmp_path: Path, kills: int, seed: str, game: str
) -> None:
    """Each run checks what all the runs before it were told; on PostgreSQL there are half as many."""
    kills //= 1 + on_server()
    url = url_of(tmp_path / "kiu.sqlite3")
    killing = await completed(sys.executable, "-m", "tests.bot.killing", url, str(kills), seed, game, cwd=ROOT)
    assert killing.returncode == 0, killing.stderr
    report = json.loads(killing.stdout)
    assert report["failures"] == 0, killing.stderr
    stood = kills // IN_MID_HAND
    assert report["kills"] == kills
    assert report["resumed"] >= stood
    assert (report["windows"] >= stood) == (game == "koo-kiew")


# --- the whole program, with the room open ---------------------------------------------------------------------


class Program:
    """The program as a host starts it, and a browser that talks to it."""

    def __init__(self, process: Process, address: str, session: aiohttp.ClientSession) -> None:
        self.process = process
        self.address = address
        self._session = session

    async def browser(self, token: str, name: str) -> aiohttp.ClientWebSocketResponse:
        """Open the room as somebody."""
        socket = await self._session.ws_connect(self.address + "ws", headers={"Origin": self.address.rstrip("/")})
        await socket.send_json({"type": "hello", "token": token, "name": name})
        assert (await frame(socket, "room"))["you"]["name"] == name
        return socket


async def frame(socket: aiohttp.ClientWebSocketResponse, *kinds: str, id_: str = "") -> dict[str, Any]:
    """The next frame of one of these kinds."""
    async with asyncio.timeout(LONGEST_WAIT):
        while True:
            got: dict[str, Any] = await socket.receive_json()
            if got["type"] in kinds and (not id_ or got.get("id") == id_):
                return got


async def say(socket: aiohttp.ClientWebSocketResponse, text: str, key: str) -> dict[str, Any]:
    """Type a line, and return the answer."""
    await socket.send_json({"type": "say", "id": key, "text": text})
    return await frame(socket, "reply", "refused", id_=key)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Program]:
    """The program on a free port."""
    settings = {"KIU_DATA": str(folder), "KIU_PORT": "0", "KIU_LOG_LEVEL": "warning"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIU_")} | settings
    async with child_process(sys.executable, "-m", "bot", cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        async with asyncio.timeout(LONGEST_WAIT):
            line = (await process.stdout.readline()).decode()
        address = line.split()[-1] if line else ""
        assert address.startswith("http://127.0.0.1:"), line
        async with aiohttp.ClientSession() as session:
            yield Program(process, address if address.endswith("/") else address + "/", session)


async def hand_and_question(socket: aiohttp.ClientWebSocketResponse, key: str) -> tuple[object, object]:
    """What somebody sees of the hand: privately, and in public without the seconds left."""
    mine = await say(socket, "/hand", key + "h")
    public = await say(socket, "/status", key + "s")
    return mine["message"]["lines"], public["message"]["lines"]


async def test_the_program_killed_in_mid_hand_goes_on_where_it_was(tmp_path: Path) -> None:
    sari, budi = secrets.token_hex(16), secrets.token_hex(16)
    async with running(tmp_path) as program:
        one, two = await program.browser(sari, "Sari"), await program.browser(budi, "Budi")
        assert (await say(one, "/open qiuqiu", "1"))["type"] == "reply"
        await say(two, "/join", "1")
        await say(one, "/start", "2")
        for key, socket in (("3", one), ("3", two)):
            await say(socket, "/bet 20", key)
        before = [await hand_and_question(socket, "x") for socket in (one, two)]
        program.process.kill()
        await program.process.wait()
    async with running(tmp_path) as program:
        one, two = await program.browser(sari, "Sari"), await program.browser(budi, "Budi")
        assert [await hand_and_question(socket, "y") for socket in (one, two)] == before
        again = await say(one, "/open qiuqiu", "1")
        assert not again["refused"], "the same line sent again has been done already"
        replies = [await say(socket, "/call", "4") for socket in (one, two)]
        assert [reply["refused"] for reply in replies].count(False) == 1
        for socket in (one, two):
            await socket.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)])
async def test_asked_to_stop_in_mid_hand_the_program_ends_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with running(tmp_path) as program:
        one = await program.browser(secrets.token_hex(16), "Sari")
        await say(one, "/open qiuqiu", "1")
        for key in range(3):
            await say(one, "/add computer", f"a{key}")
        await say(one, "/start", "2")
        program.process.send_signal(number)
        # A program that takes longer than this ends itself, with another code.
        assert LAST_SECONDS <= 5
        assert await program.process.wait() == 0
        _, errors = await program.process.communicate()
        assert [line for line in errors.decode().splitlines() if "to mend" not in line] == []
        await one.close()
    async with running(tmp_path) as program:
        program.process.terminate()
        assert await program.process.wait() == 0


async def test_a_second_program_on_the_same_folder_says_so_and_ends(tmp_path: Path) -> None:
    async with running(tmp_path):
        settings = {"KIU_DATA": str(tmp_path), "KIU_PORT": "0"}
        second = await completed(sys.executable, "-m", "bot", cwd=ROOT, env={**os.environ, **settings})
        assert second.returncode == 3
        # What is to be mended on the machine of the tests is said as well.
        assert len([line for line in second.stderr.splitlines() if "to mend" not in line]) == 1
