"""The real room with pages that pledge and reveal chance of their own, each when its person wants it to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.app import App
from bot.chats.local_chat import LOCAL_GROUP, place_of
from bot.environment.clock import Clock, SystemClock
from bot.ledger import queries
from engine.fairness.closing import pledge
from engine.fairness.sealed import Sealed
from engine.table.state import TableState
from tests.bot.scenario import empty_database
from tests.chats.local.served_room import token, whole_room
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import SeededEntropy

Frame = dict[str, Any]


class Page:
    """A page of a person; it reads whatever comes, and answers only when it is told to."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, name: str) -> None:
        self.name = name
        self.player = ""
        self.reveal = secrets.token_bytes(32)
        """The chance of its person."""

        self.frames: list[Frame] = []
        self._socket = socket
        self._came = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            self.frames.append(message.json())
            self._came.set()

    async def close(self) -> None:
        """Go away, as when the person closes the tab."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        # The connection is dropped as a browser does that is ended.
        self._socket._response.close()

    async def gets(self, wanted: Callable[[Frame], bool], since: int = 0) -> Frame:
        """Wait for a frame."""
        async with asyncio.timeout(LONGEST_WAIT):
            while not (found := [frame for frame in self.frames[since:] if wanted(frame)]):
                self._came.clear()
                await self._came.wait()
        return found[0]

    async def sends(self, **frame: Any) -> None:
        await self._socket.send_str(json.dumps(frame))

    async def says(self, text: str) -> Frame:
        """Type a line, and return the answer."""
        key = f"say:{secrets.token_hex(6)}"
        await self.sends(type="say", id=key, text=text)
        return await self.gets(lambda frame: frame["type"] in ("reply", "refused") and frame.get("id") == key)

    async def settles(self) -> None:
        """Wait until the room has taken all that was sent."""
        await self.says("/")

    async def asked(self, kind: str, *, but: str = "") -> str:
        """Wait until the page is asked for a pledge or a reveal, for another deal than one, and return which it is."""
        deal: str = (await self.gets(lambda frame: frame["type"] == kind and frame["deal"] != but))["deal"]
        return deal

    def was_asked(self, kind: str) -> list[str]:
        """The deals for which the page was asked for a pledge or a reveal."""
        return [frame["deal"] for frame in self.frames if frame["type"] == kind]

    async def pledges(self, deal: str = "", reveal: bytes = b"") -> str:
        """Pledge, for the deal that the page is asked for unless another is named."""
        deal = deal or await self.asked("pledge")
        await self.sends(type="pledge", deal=deal, pledge=pledge(reveal or self.reveal).hex())
        return deal

    async def reveals(self, deal: str = "", reveal: bytes = b"") -> None:
        """Reveal, for the deal that the page is asked for unless another is named."""
        deal = deal or await self.asked("reveal")
        await self.sends(type="reveal", deal=deal, reveal=(reveal or self.reveal).hex())

    def saw(self, text: str) -> bool:
        """Whether a text stands in anything that the page was ever sent."""
        return any(text in json.dumps(frame, ensure_ascii=False) for frame in self.frames)


class World:
    """One run of Kiu after another on the same file, and the pages of its people.

    Args:
        folder: where the file is.
        clock: time.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._clock = clock
        self._folder = folder
        self._stack = AsyncExitStack()
        self._tokens: dict[str, str] = {}
        self.app: App
        self.address = ""

    async def begin(self) -> None:
        """Start the process."""
        self._stack = AsyncExitStack()
        self._entropy = SeededEntropy("own chance")
        running = whole_room(self._folder, self._clock, self._entropy, own_chance=True)
        self.app, self.address = await self._stack.enter_async_context(running)
        self._session = await self._stack.enter_async_context(aiohttp.ClientSession())

    @property
    def file(self) -> Path:
        """The database."""
        return self._folder / "kiu.sqlite3"

    async def end(self) -> None:
        """End the process, and all pages."""
        await self._stack.aclose()

    async def die(self) -> None:
        """Lose everything but what lies on the disk at this very moment, and begin again with that."""
        left = self._folder.with_name(f"{self._folder.name}+")
        shutil.copytree(self._folder, left)
        self._folder = left
        await self.end()
        await self.begin()

    async def page(self, name: str, *, pledges: bool = True) -> Page:
        """A page of somebody; the same person if they were there before."""
        socket = await self._session.ws_connect(f"{self.address}ws", headers={"Origin": self.address.rstrip("/")})
        page = Page(socket, name)
        self._stack.push_async_callback(page.close)
        secret = self._tokens.setdefault(name, token())
        await page.sends(type="hello", token=secret, name=name, pledges=pledges)
        page.player = (await page.gets(lambda frame: frame["type"] == "room"))["you"]["id"]
        return page

    @property
    def state(self) -> TableState:
        table = self.app.tables.at(place_of("main"))
        assert table is not None
        return table.state

    @property
    def sealed(self) -> Sealed:
        """What lies sealed for the next hand."""
        assert self.state.sealed is not None
        return self.state.sealed

    async def record_text(self) -> str:
        """The record of the newest hand, as everybody gets it."""
        from bot.features.proofs.hand_proofs import Proofs

        hand = self.state.hand
        assert hand is not None
        return (await Proofs(self.app.ledger, self.app.tables, self._entropy).record(LOCAL_GROUP, hand.id)).text

    async def stored(self) -> dict[str, Any]:
        """What is durable of the table at this moment."""
        (table,) = await self.app.ledger.read(queries.tables_to_resume)
        fields: dict[str, Any] = json.loads(table.state)
        return fields

    async def sits(self, *pages: Page) -> None:
        """Let people sit down to a new table."""
        first, *others = pages
        assert not (await first.says("/open qiuqiu"))["refused"]
        for page in others:
            assert not (await page.says("/join"))["refused"]


@asynccontextmanager
async def world(folder: Path, clock: Clock | None = None) -> AsyncIterator[World]:
    """A world that ends in order."""
    folder = folder / "run"
    folder.mkdir()
    await empty_database(folder)
    running = World(folder, clock or SystemClock())
    await running.begin()
    try:
        yield running
    finally:
        with contextlib.suppress(ConnectionError):
            await running.end()
