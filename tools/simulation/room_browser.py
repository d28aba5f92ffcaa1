"""A guest's browser with one tab of the local room: it keeps its line open as the page does, and what it shows."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import aiohttp

from bot.messages import Pressed
from engine.fairness.closing import pledge
from tools.simulation.chats import SeenButton

Frame = dict[str, Any]

ADDRESS = "http://127.0.0.1:8099"

SLOWEST_RETRY = 8.0
FIRST_RETRY = 0.25
MOST_DOUBLINGS = 6
"""How the page waits longer and longer before it connects again, in seconds."""

RELOADED_EVERY = 300.0
"""After how many seconds a guest reloads the page, on average."""

FULL = ("too-many-newcomers", "not-stored")
"""Why a guest is refused who may come a little later."""

POSTS_KEPT = 20
PRIVATE_KEPT = 4
SECRET_BYTES = 16
CHANCE_BYTES = 32


class Browser:
    """The browser of one guest.

    Args:
        session: makes connections.
        name: what the guest would like to be called.
        channel: where they are.
        random: their secret, their chance, and when they reload the page.
        came: told of every frame that has come.
        doubled: whether the next frame is sent twice.
    """

    def __init__(
        self,
        session: aiohttp.ClientSession,
        name: str,
        channel: str,
        random: Random,
        came: Callable[[Browser, Frame], None],
        doubled: Callable[[], bool],
    ) -> None:
        self._session = session
        self._name = name
        self.channel = channel
        self._random = random
        self._came = came
        self._doubled = doubled
        self._loop = asyncio.get_running_loop()
        self._token = random.randbytes(SECRET_BYTES).hex()
        self._pledges = random.random() < 0.5
        self._revealed: dict[str, bytes] = {}
        """The guest's own chance in each deal that they have pledged for."""

        self._sent = 0
        self._waiting: dict[str, tuple[Frame, asyncio.Future[Frame]]] = {}
        """What the room has not answered yet."""

        self._socket: aiohttp.ClientWebSocketResponse | None = None
        """The line, once the room has let the guest in."""

        self.player = ""
        """Their id in the room, once they were let in."""

        self.posts: dict[int, Frame] = {}
        """The latest cards of the channel, by number."""

        self.panes: dict[str, Frame] = {}
        """What each table shows this guest alone."""

        self.private: deque[Frame] = deque(maxlen=PRIVATE_KEPT)
        """Other private messages, the oldest first."""

    async def live(self) -> None:
        """Keep the page open, until cancelled."""
        tries = 0
        while True:
            with suppress(aiohttp.ClientError, OSError):
                async with self._session.ws_connect(f"{ADDRESS}/ws", headers={"Origin": ADDRESS}) as socket:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(self._random.expovariate(1 / RELOADED_EVERY)):
                            await self._follow(socket)
            tries = 0 if self._socket is not None else min(tries + 1, MOST_DOUBLINGS)
            self._socket = None
            await asyncio.sleep(min(SLOWEST_RETRY, FIRST_RETRY * 2**tries) * self._random.uniform(0.7, 1.3))

    async def _follow(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        hello = {"type": "hello", "token": self._token, "name": self._name, "channel": self.channel}
        await socket.send_str(json.dumps({**hello, "language": "en", "pledges": self._pledges}))
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                await self._take(socket, message.json())

    async def _take(self, socket: aiohttp.ClientWebSocketResponse, frame: Frame) -> None:
        match frame["type"]:
            case "room":
                self.player = frame["you"]["id"]
                self.posts.clear()
                self.panes.clear()
                self.private.clear()
                for post in frame["posts"]:
                    self._put(post)
                self._socket = socket
                for waiting, _ in list(self._waiting.values()):
                    await self._say(waiting)
            case "post" | "edit":
                self._put(frame["post"])
            case "private":
                self._keep(frame["message"])
            case "pledge":
                own = self._revealed.setdefault(frame["deal"], self._random.randbytes(CHANCE_BYTES))
                await self._say({"type": "pledge", "deal": frame["deal"], "pledge": pledge(own).hex()})
            case "reveal" if frame["deal"] in self._revealed:
                own = self._revealed[frame["deal"]]
                await self._say({"type": "reveal", "deal": frame["deal"], "reveal": own.hex()})
            case "refused" if not frame.get("id"):
                self._refused(frame)
            case "reply" | "refused" | "said":
                _, answer = self._waiting.pop(frame["id"], ({}, None))
                if answer is not None and not answer.done():
                    answer.set_result(frame)
        self._came(self, frame)

    def _put(self, post: Frame) -> None:
        if post["kind"] == "card":
            self.posts[post["number"]] = post["message"]
            while len(self.posts) > POSTS_KEPT:
                del self.posts[min(self.posts)]

    def _keep(self, message: Frame) -> None:
        pane = message["pane"]
        if not pane:
            self.private.append(message)
        elif message["title"] or message["lines"]:
            self.panes[pane] = message
        else:
            self.panes.pop(pane, None)

    def _refused(self, frame: Frame) -> None:
        """The room does not let the guest in, or not any more."""
        if frame["reason"] == "name-taken":
            self._name = frame["suggestion"]
        elif frame["reason"] not in FULL:
            # They were forgotten, and come as somebody new.
            self._token = self._random.randbytes(SECRET_BYTES).hex()
            self._revealed.clear()

    async def send(self, frame: Frame, patience: float) -> Frame | None:
        """Send a line or a press, again after every break until it is answered; ``None`` if that takes too long."""
        self._sent += 1
        key = f"{self._name.replace(' ', '-')}:{self._sent}"
        numbered = {**frame, "id": key}
        answer: asyncio.Future[Frame] = self._loop.create_future()
        self._waiting[key] = (numbered, answer)
        await self._say(numbered)
        if self._doubled():
            await self._say(numbered)
        try:
            async with asyncio.timeout(patience):
                return await answer
        except TimeoutError:
            self._waiting.pop(key, None)
            return None

    async def _say(self, frame: Frame) -> None:
        if self._socket is not None:
            with suppress(aiohttp.ClientError, ConnectionError):
                await self._socket.send_str(json.dumps(frame))


def text_of(message: Frame) -> str:
    """All that can be read of a message."""
    parts = [message["title"], *message["lines"], message["brief"], message["footer"]]
    if message["picture"] is not None:
        parts.append(message["picture"]["alt"])
    if message["fold"] is not None:
        parts.extend(message["fold"]["lines"])
    return "\n".join(part for part in parts if part)


def buttons_of(message: Frame) -> list[Frame]:
    """Everything that can be pressed in a message, as the room sends it."""
    select = [] if message["select"] is None else message["select"]["options"]
    return [*(each for row in message["buttons"] for each in row), *select]


def seen(button: Frame) -> SeenButton:
    """A button as a guest sees it."""
    pressed = Pressed(button["command"], button["turn"], "ask" in button, button.get("menu", False))
    return SeenButton(button["label"], pressed.data, button)
