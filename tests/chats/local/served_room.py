"""The real room and its server, with a fake dispatcher, a store in memory and a WebSocket client."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp
from PIL import Image

from bot.app import App, open_app
from bot.chats.frames import PRIVATE_PICTURES_KEPT
from bot.chats.local_chat import CommandHelp, Limits, LocalRoom, RoomServer
from bot.chats.visitors import Entrance
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.ledger.errors import LedgerError
from bot.ledger.writes import GuestSaved, PostSaved
from bot.messages import Button, Chat, Command, File, Message, Picture, Reply
from tests.bot.fast_database import fast_database
from tests.bot.scenario import url_of
from tests.patience import LONGEST_WAIT

COMMANDS = (
    CommandHelp("open", "/open GAME [preset]", "Open a table in this channel."),
    CommandHelp("raise", "/raise N", "Raise to N chips."),
    CommandHelp("hand", "/hand", "Show me my hand."),
    CommandHelp("chips", "/chips", "How many chips I have."),
)
WELCOME = Message(
    title="Welcome",
    lines=("Kiu deals QiuQiu in this chat.",),
    buttons=((Button("Open a QiuQiu table", "open qiuqiu", style="primary"),),),
)


def picture(colour: str, alt: str = "a picture") -> Picture:
    """A small real PNG that can be told from others by its colour."""
    file = BytesIO()
    Image.new("RGB", (40, 24), colour).save(file, "PNG")
    return Picture(file.getvalue(), alt)


@dataclass
class MemoryStore:
    """A store that survives the room but not the test."""

    registered: list[GuestSaved] = field(default_factory=list)
    rows: dict[tuple[str, int], PostSaved] = field(default_factory=dict)
    trouble: LedgerError | None = None
    """What keeps anything from being stored."""

    async def commit(self, record: tuple[PostSaved | GuestSaved, ...]) -> None:
        await asyncio.sleep(0)
        if self.trouble is not None:
            raise self.trouble
        for row in record:
            if isinstance(row, GuestSaved):
                self.registered.append(row)
            else:
                self.rows[row.place, row.number] = row

    async def read(self, query: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await getattr(self, query.__name__)(*args, **kwargs)

    async def guest(self, token_hash: str) -> GuestSaved | None:
        return next((each for each in self.registered if each.token_hash == token_hash), None)

    async def first_guest(self) -> str:
        return min((each.player for each in self.registered), key=lambda player: (len(player), player), default="")

    async def guests(self) -> list[GuestSaved]:
        return list(self.registered)

    async def posts(self, place: str, limit: int) -> list[PostSaved]:
        return [row for (where, _), row in sorted(self.rows.items()) if where == place][-limit:]


@dataclass
class FakeDispatcher:
    """Replies with the command it was given, carries out each key once, and can be made to wait or to fail."""

    commands: list[Command] = field(default_factory=list)
    done: dict[str, Reply] = field(default_factory=dict)
    gate: asyncio.Event | None = None
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    hands: dict[str, Message] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    """The file in the reply to a command, by its text."""

    pages: dict[str, Message] = field(default_factory=dict)
    """The page of a menu that a command is answered with, by its text."""

    questions: dict[str, Message] = field(default_factory=dict)
    """What asks whether a command is meant, by its text."""

    react: Callable[[Command], Awaitable[None]] | None = None

    async def handle(self, command: Command) -> Reply:
        if command.text == "hand" and not command.key:
            hand = self.hands.get(command.who.name)
            return Reply(hand) if hand else Reply(Message(lines=("You have no hand.",)), refused=True)
        self.asked.set()
        if self.gate is not None:
            await self.gate.wait()
        if command.key in self.done:
            return self.done[command.key]
        self.commands.append(command)
        if command.text == "explode":
            raise RuntimeError("planted")
        if self.react is not None:
            await self.react(command)
        if command.text in self.pages:
            return Reply(self.pages[command.text].as_page, menu=True)
        if command.text in self.questions:
            return Reply(self.questions[command.text], confirms=True)
        message = Message(lines=(f"{command.who.name}: {command.text}",), file=self.files.get(command.text))
        reply = Reply(message, refused=command.text == "nonsense")
        self.done[command.key] = reply
        return reply


class SocketClient:
    """A WebSocket client of the room, and the frames it received."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._address = address
        self.seen: list[dict[str, Any]] = []
        self.pictures: list[dict[str, Any]] = []
        """The private pictures that were sent, each when it was new."""

    async def open(self, origin: str | None = None) -> Self:
        headers = {"Origin": origin or self._address.rstrip("/")}
        self.socket = await self._session.ws_connect(self._address + "ws", headers=headers)
        return self

    async def hello(self, token: str, name: str = "", **more: str) -> dict[str, Any]:
        """Say who this is, and return the room or the refusal."""
        await self.say(type="hello", token=token, name=name, **more)
        return await self.next("room", "refused")

    async def say(self, **frame: Any) -> None:
        await self.socket.send_str(json.dumps(frame))

    async def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next frame of one of these kinds; others stay in ``seen``."""
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                frame: dict[str, Any] = await self.socket.receive_json()
                self._look_up(frame)
                self.seen.append(frame)
                if frame["type"] in kinds:
                    return frame

    def _look_up(self, frame: dict[str, Any]) -> None:
        """A private picture that was sent before comes by its hash alone, and is taken from what is kept."""
        picture = (frame.get("message") or {}).get("picture") or {}
        if picture.get("src"):
            self.pictures.append(picture)
        elif "hash" in picture:
            kept = self.pictures[-PRIVATE_PICTURES_KEPT:]
            picture["src"] = next(each["src"] for each in kept if each["hash"] == picture["hash"])

    async def settle(self) -> list[dict[str, Any]]:
        """Return all that came until the room has answered a line of ours."""
        key = f"settle:{secrets.token_hex(4)}"
        await self.say(type="say", id=key, text="/")
        while (await self.next("refused")).get("id") != key:
            pass
        return [each for each in self.seen if each.get("id") != key]

    async def ended(self) -> int | None:
        """Wait until the room has ended the connection, and return why."""
        async with asyncio.timeout(LONGEST_WAIT):
            while not self.socket.closed:
                message = await self.socket.receive()
                if message.type is aiohttp.WSMsgType.TEXT:
                    self.seen.append(message.json())
        await self.socket.close()
        return self.socket.close_code

    async def close(self) -> None:
        await self.socket.close()

    def drop(self) -> None:
        """Release the connection, which aiohttp's client keeps when it was closed without a closing frame."""
        self.socket._response.close()


def token() -> str:
    return secrets.token_hex(16)


class ServedRoom:
    """A room that is served on a free port of the loopback."""

    def __init__(self, store: MemoryStore | None = None, port: int = 0, **settings: Any) -> None:
        self.store = store or MemoryStore()
        self.dispatcher = FakeDispatcher()
        self.room = LocalRoom(self.store)
        self.server = RoomServer(
            self.room, port=port, commands=lambda _: COMMANDS, welcome=lambda _: WELCOME, **settings
        )

    async def __aenter__(self) -> Self:
        await self.room.open(self.dispatcher)
        self.address = await self.server.start()
        self.session = aiohttp.ClientSession()
        self.clients: list[SocketClient] = []
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self.clients:
            client.drop()
        await self.session.close()
        await self.server.stop()

    async def connect(self) -> SocketClient:
        client = await SocketClient(self.session, self.address).open()
        self.clients.append(client)
        return client

    def player(self, name: str) -> str:
        """Return the id of a guest."""
        return next(each.player for each in self.store.registered if each.name == name)

    async def person(self, name: str, **more: str) -> SocketClient:
        """A new guest in a tab of their own."""
        client = await self.connect()
        assert (await client.hello(token(), name, **more))["type"] == "room"
        return client


@asynccontextmanager
async def served_room(
    store: MemoryStore | None = None, limits: Limits | None = None, **settings: Any
) -> AsyncIterator[ServedRoom]:
    async with ServedRoom(store, limits=limits, **settings) as served:
        yield served


UNHURRIED = Limits(frames_per_second=10_000, frames_at_once=10_000)


@asynccontextmanager
async def whole_room(
    folder: Path,
    clock: Clock,
    entropy: Entropy,
    *,
    own_chance: bool = False,
    welcome: Callable[[str], Message] = lambda _: Message(),
    **options: Any,
) -> AsyncIterator[tuple[App, str]]:
    """Open Kiu on a database, with the local room as its only chat, and return its address."""
    async with AsyncExitStack() as opened:
        chats = dict[str, Chat]()
        with fast_database():
            app = await opened.enter_async_context(
                open_app(url_of(folder), chats=chats, clock=clock, entropy=entropy, **options)
            )
        room = LocalRoom(app.ledger, now=lambda: clock.utc().timestamp())
        # The same picture has the same address in every room.
        room._picture_secret = bytes(32)
        server = RoomServer(room, port=0, limits=UNHURRIED, commands=lambda _: (), welcome=welcome)
        entrance = Entrance({"room": server.visitor, **app.identities})
        server.more.extend(partial(page.add_to, entrance=entrance) for page in app.web_pages)
        await room.open(app.dispatcher, app.own_chance if own_chance else None)
        chats[room.platform] = room
        await app.resume(room.platform)
        address = await server.start()
        opened.push_async_callback(server.stop)
        yield app, address
