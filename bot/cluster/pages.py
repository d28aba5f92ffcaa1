"""Pages of groups that other processes serve: their sockets and files go through to the owner."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

import aiohttp
from aiohttp import WSCloseCode, WSMsgType, web

from bot.app import App
from bot.chats.forwarding import Subject
from bot.chats.frames import Frame, text_of
from bot.chats.local_chat.room import LOCAL_GROUP
from bot.chats.web_server import PROXIED
from bot.cluster.routing import Router
from bot.cluster.slots import slot_of

HEARTBEAT_SECONDS: Final = 2.0
"""Seconds until an owner that says nothing is asked for a sign of life; without one the page comes again."""

ANSWER_SECONDS: Final = 5.0

_PASSED_ON: Final = ("Host", "Origin", "Cookie", "User-Agent", "If-None-Match")


class Pages:
    def __init__(self, app: App, router: Router, owner: Callable[[int], str | None]) -> None:
        """``owner`` returns the address of a slot's process; ``None`` if there is none at the moment."""
        self._app = app
        self._router = router
        self._owner = owner
        self._here: WeakKeyDictionary[web.WebSocketResponse, tuple[str, str]] = WeakKeyDictionary()
        """The groups and books of open sockets that this process serves."""

        self._session: aiohttp.ClientSession | None = None

    async def stop(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def give_away(self, slots: frozenset[int] = frozenset()) -> None:
        """Close pages, which come again to the next owner; those of groups that joined or left a circle as well."""
        moved = [each for each, (group, book) in self._here.items() if self._app.groups.book(group) != book]
        given = [each for each, (_, book) in self._here.items() if slot_of(book) in slots]
        closing = [each.close(code=WSCloseCode.GOING_AWAY) for each in {*moved, *given}]
        await asyncio.gather(*closing, return_exceptions=True)

    async def served_elsewhere(self, request: web.Request, socket: web.WebSocketResponse, hello: Frame) -> bool:
        """Let the owner of a page's group serve it to its end; return ``False`` if this process is the owner."""
        subject = await self._subject_of(hello)
        slot = slot_of(book := await self._router.book_of(subject))
        if self._router.serves_slot(slot):
            own = self._app.groups.book(subject.group) == book
            self._here[socket] = (subject.group if own else book, book)
            return False
        address = self._owner(slot)
        if address is None or PROXIED in request.headers:
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            return True
        code: int = WSCloseCode.GOING_AWAY
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with self._client().ws_connect(
                f"http://{address}{request.path}",
                headers=_headers(request),
                heartbeat=HEARTBEAT_SECONDS,
                max_msg_size=0,
                timeout=aiohttp.ClientWSTimeout(ws_close=1.0),
            ) as owner:
                await owner.send_json(hello)
                await until_one_ends(_passed_on(owner, socket.send_str), _passed_on(socket, owner.send_str))
                if owner.close_code is not None and owner.close_code != WSCloseCode.ABNORMAL_CLOSURE:
                    code = owner.close_code
        await socket.close(code=code)
        return True

    async def file(self, request: web.Request, group: str) -> web.Response | None:
        """Return a file that the owner of a group has; ``None`` if that is this process, or nobody."""
        slot = slot_of(await self._router.book_of(Subject(group)))
        address = None if self._router.serves_slot(slot) else self._owner(slot)
        if address is None or PROXIED in request.headers:
            return None
        try:
            async with self._client().get(f"http://{address}{request.path}", headers=_headers(request)) as answer:
                kept = {
                    name: answer.headers[name] for name in ("Content-Type", "Cache-Control") if name in answer.headers
                }
                return web.Response(status=answer.status, body=await answer.read(), headers=kept)
        except (aiohttp.ClientError, OSError, TimeoutError):
            return None

    async def _subject_of(self, hello: Frame) -> Subject:
        """Return what a hello is about, which nobody has checked yet."""
        if "discord" in hello:
            return Subject(f"discord:{text_of(hello, 'guild')}")
        if "telegram" in hello:
            signed = parse_qs(text_of(hello, "telegram"))
            player = f"telegram:{_user_in(signed.get('user', [''])[0])}"
            return Subject(player, player, signed.get("start_param", [""])[0] or text_of(hello, "table"))
        if "guest" in hello:
            return Subject(await self._group_of_mark(text_of(hello, "mark")))
        return Subject(LOCAL_GROUP)

    async def _group_of_mark(self, mark: str) -> str:
        """Return the group whose links for guests have a mark."""
        await self._app.groups.reload()
        for group, settings in self._app.groups.all().items():
            marks = (kept.get("mark") for kept in settings.of_features.values() if isinstance(kept, dict))
            if mark and mark in marks:
                return group
        return LOCAL_GROUP

    def _client(self) -> aiohttp.ClientSession:
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=None, connect=ANSWER_SECONDS, sock_connect=ANSWER_SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout)
        return self._session


def _headers(request: web.Request) -> dict[str, str]:
    return {PROXIED: "1", **{name: request.headers[name] for name in _PASSED_ON if name in request.headers}}


def _user_in(text: str) -> int:
    """Return the id in the JSON of a user, or 0."""
    try:
        return int(json.loads(text)["id"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return 0


async def _passed_on(source: Any, send: Callable[[str], Awaitable[None]]) -> None:
    """Pass on texts until their source is closed."""
    async for message in source:
        if message.type is not WSMsgType.TEXT:
            return
        await send(message.data)


async def until_one_ends(*works: Coroutine[None, None, None]) -> None:
    """Return when the first work ends, and end the others."""
    tasks = [asyncio.ensure_future(each) for each in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
