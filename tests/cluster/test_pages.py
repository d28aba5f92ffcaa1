"""The local room of three programs: one table, whose page opens at each and outlives its owner."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from bot.chats.local_chat.room import LOCAL_GROUP
from bot.groups import Groups, GroupSettings
from bot.ledger import Ledger
from bot.messages import Place
from tests.child_processes import child_process
from tests.manual_clock import ManualClock
from tests.patience import LONGEST_WAIT
from tools.postgresql import Server

ROOT = Path(__file__).parents[2]

_keys = count()


class Program:
    def __init__(self, process: Process, address: str, database: str) -> None:
        self.process, self.address, self.database = process, address, database


@pytest.fixture
async def programs(postgresql: Server, tmp_path: Path) -> AsyncIterator[list[Program]]:
    async with AsyncExitStack() as stack:
        url, started = postgresql.new_database(), []
        for name in ("ann", "ben", "cleo"):
            kept = {each: value for each, value in os.environ.items() if not each.startswith("KIU_")}
            own = {"KIU_DATABASE": url, "KIU_DATA": str(tmp_path / name), "KIU_PORT": "0", "KIU_PROCESS": name}
            process = await stack.enter_async_context(
                child_process(sys.executable, "-m", "bot", cwd=ROOT, env=kept | own, stderr=None)  # type: ignore[arg-type]
            )
            assert process.stdout is not None
            while not (line := (await process.stdout.readline()).decode()).startswith("Kiu is ready. Open "):
                assert line, "the program ended"
            started.append(Program(process, line.split()[-1].rstrip("/"), url))
        yield started


class Guest:
    """A tab of the room that comes again, as the page does."""

    def __init__(self, session: ClientSession, program: Program, name: str) -> None:
        self._session, self.program, self.name = session, program, name
        self._token = secrets.token_hex(16)
        self._socket: ClientWebSocketResponse
        self.room: dict[str, Any] = {}

    async def come(self) -> None:
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                try:
                    self._socket = await self._session.ws_connect(
                        f"{self.program.address}/ws", headers={"Origin": self.program.address}
                    )
                    await self._socket.send_json({"type": "hello", "token": self._token, "name": self.name})
                    self.room = await self._frame("room")
                    return
                except (ClientError, ConnectionError):
                    await asyncio.sleep(0.1)

    async def _frame(self, kind: str, key: str | None = None) -> dict[str, Any]:
        while True:
            message = await self._socket.receive()
            if message.type is not WSMsgType.TEXT:
                raise ConnectionError
            frame: dict[str, Any] = json.loads(message.data)
            if frame["type"] == kind and key in (None, frame.get("id")):
                return frame

    async def types(self, line: str) -> dict[str, Any]:
        key = f"key-{next(_keys)}"
        await self._socket.send_json({"type": "say", "id": key, "text": line})
        return await self._frame("reply", key)

    def sees(self) -> str:
        return json.dumps(self.room["posts"][-1])


async def join_a_circle(database: str) -> None:
    """Let another process serve the tables of the room."""
    async with await Ledger.open(database, now=ManualClock().utc) as ledger:
        joined = {LOCAL_GROUP: GroupSettings(circle="circle:1")}
        joined["circle:1"] = GroupSettings(places=(Place(LOCAL_GROUP, "main"),))
        await Groups(ledger).change_together(lambda: joined, (), ledger.commit)


async def test_a_page_is_at_home_in_every_process_and_outlives_its_owner(programs: list[Program]) -> None:
    async with ClientSession() as session:
        sari, budi, dewi = (
            Guest(session, each, name) for each, name in zip(programs, ("Sari", "Budi", "Dewi"), strict=True)
        )
        for guest in (sari, budi, dewi):
            await guest.come()
        await join_a_circle(programs[0].database)
        for guest in (sari, budi, dewi):
            with pytest.raises(ConnectionError):
                await guest._frame("none")
            await guest.come()
        for guest, line in ((sari, "/open qiuqiu"), (budi, "/join"), (dewi, "/join"), (sari, "/start")):
            assert not (await guest.types(line))["refused"]
        await dewi.come()
        before = dewi.sees()
        assert all(guest.name in before for guest in (sari, budi, dewi))
        # One of them serves the room; whichever is killed, the pages at the others are at the same hand again.
        programs[0].process.send_signal(signal.SIGKILL)
        for guest in (budi, dewi):
            await guest.come()
            assert all(each.name in guest.sees() for each in (sari, budi, dewi))
        assert not (await dewi.types("/chips"))["refused"]
