"""The Bot API on a port of the loopback: it reads calls, checks and counts them, and can lose connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from aiohttp import BodyPartReader, web

from tests.chats.telegram.double import validation
from tests.chats.telegram.double.bot_api import COUNTED, SENDING, BotApi, is_ephemeral
from tests.chats.telegram.double.chats import Json, Upload
from tests.chats.telegram.double.contract import the_contract
from tests.chats.telegram.double.failures import Failure, bad_request

if TYPE_CHECKING:
    from tests.chats.telegram.double.telegram import Telegram

Outcome: TypeAlias = tuple[int, Json]
"""The status and the body of an answer."""

CarryOut: TypeAlias = Callable[[], Coroutine[Any, Any, Outcome]]
"""Carries a call out."""

_NUMBERS = {
    "chat_id",
    "limit",
    "max_connections",
    "message_id",
    "message_thread_id",
    "offset",
    "receiver_user_id",
    "ephemeral_message_id",
    "timeout",
    "user_id",
}
_YES_OR_NO = {"disable_notification", "drop_pending_updates", "has_spoiler", "protect_content", "show_alert"}
_OBJECTS = {
    "allowed_updates",
    "caption_entities",
    "commands",
    "entities",
    "ephemeral_message_parameters",
    "link_preview_options",
    "media",
    "menu_button",
    "message_ids",
    "reply_markup",
    "reply_parameters",
    "scope",
}


@dataclass(frozen=True, slots=True)
class Call:
    """A call that the bot made."""

    method: str
    fields: Json = field(repr=False)
    at: float
    """Real seconds, by the clock of the loop."""

    failure: str = ""
    """The error that the Bot API answered."""

    counts: bool = False
    """Whether the limits of a chat count it."""

    @property
    def chat(self) -> int:
        """The chat it concerned, or 0."""
        return int(self.fields.get("chat_id", 0))


class Server:
    """The HTTP side of the Bot API."""

    def __init__(self, telegram: Telegram, api: BotApi) -> None:
        self._telegram = telegram
        self._api = api
        self._contract = the_contract()
        self._open: list[web.Request] = []
        self._breaking: list[tuple[str, bool]] = []
        self._gates: dict[str, asyncio.Event] = {}
        self.calls: list[Call] = []
        self.keeps_calls = True
        """Whether the calls are kept here; in a long evening only the listeners hear of them."""

        self.listeners: list[Callable[[Call], None]] = []
        """Told of every call once it has its answer."""

        self.latency: Callable[[str], float] | None = None
        """How many seconds a call takes, drawn anew for each; none if nothing is set."""

        self.bring: Callable[[str, Json, CarryOut], Awaitable[Outcome | None]] | None = None
        """Has every call carried out and brings back its outcome, or loses one of both; ``None`` cuts it off."""

        self.is_away = False
        """Whether every connection fails."""

        self.address = ""

    async def start(self) -> None:
        app = web.Application(client_max_size=50 * 1024 * 1024)
        app.router.add_post("/bot{token}/{method}", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"

    def stop_validating(self) -> None:
        """Take every call for what the contract wants, in an evening too long to validate each."""
        self._contract = None

    async def stop(self) -> None:
        await self._runner.cleanup()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let every connection fail meanwhile, those that are open too."""
        self.is_away = True
        for request in self._open:
            _cut(request)
        try:
            yield
        finally:
            self.is_away = False

    def cut(self, method: str, *, after: bool) -> None:
        """Cut the connection of the next call of a method, before or after it has its effect."""
        self._breaking.append((method, after))

    @contextmanager
    def held(self, method: str) -> Iterator[None]:
        """Keep calls of a method waiting meanwhile, as if they were long on their way."""
        self._gates[method] = asyncio.Event()
        try:
            yield
        finally:
            self._gates.pop(method).set()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if method in self._gates:
            await self._gates[method].wait()
        if self.is_away:
            return _cut(request)
        fields, files = await _read(request)
        for after in [after for name, after in self._breaking if name == method][:1]:
            self._breaking.remove((method, after))
            if after:
                await self._outcome(request.match_info["token"], method, fields, files)
            return _cut(request)
        self._open.append(request)
        try:
            carry_out = partial(self._outcome, request.match_info["token"], method, fields, files)
            outcome = await (carry_out() if self.bring is None else self.bring(method, fields, carry_out))
        finally:
            self._open.remove(request)
        if outcome is None:
            return _cut(request)
        code, body = outcome
        return web.json_response(body, status=code)

    async def _outcome(self, token: str, method: str, fields: Json, files: dict[str, Upload]) -> Outcome:
        failure, at = "", asyncio.get_running_loop().time()
        try:
            result = await self._carry_out(token, method, fields, files)
        except Failure as refusal:
            failure = refusal.description
            return refusal.code, refusal.json
        except Exception as error:
            self._telegram.faults.append(f"the double itself failed at {method}: {error!r}")
            raise
        else:
            return 200, {"ok": True, "result": result}
        finally:
            call = Call(method, fields, at, failure, self._counts(method, fields))
            if self.keeps_calls:
                self.calls.append(call)
            for listener in self.listeners:
                listener(call)
            self._telegram.notify()

    async def _carry_out(self, token: str, method: str, fields: Json, files: dict[str, Upload]) -> Any:
        if token != self._telegram.token:
            raise Failure(401, "Unauthorized")
        if method not in self._api.methods:
            raise Failure(404, "Not Found: method not found")
        self._check(method, fields, files)
        if self._counts(method, fields) and (chat := self._telegram.chats.get(fields["chat_id"])) is not None:
            self._telegram.flood_control.take(chat)
        if self.latency is not None and method != "getUpdates":
            # It was counted when it came; what it does is seen when it is answered.
            await asyncio.sleep(self.latency(f"{method} {fields.get('chat_id', fields.get('callback_query_id'))}"))
        result = await self._api.methods[method](fields, files)
        if self._contract is not None:
            self._telegram.faults.extend(self._contract.faults_of_answer(method, result))
        return result

    def _counts(self, method: str, fields: Json) -> bool:
        free = self._telegram.has_ephemeral and not self._telegram.counts_ephemeral
        return method in COUNTED and not (free and is_ephemeral(method, fields))

    def _check(self, method: str, fields: Json, files: dict[str, Upload]) -> None:
        """Note whatever is wrong with a call, and refuse it."""
        known = fields
        if not self._telegram.has_ephemeral and method in SENDING:
            # An older server ignores this parameter, and shows the message to everybody.
            known = {name: value for name, value in fields.items() if name != "ephemeral_message_parameters"}
        faults = list(validation.faults(method, known, files))
        if self._contract is not None:
            faults += self._contract.faults_of_call(method, fields, files)
        if faults:
            self._telegram.faults.extend(f"{method}: {fault}" for fault in faults)
            raise bad_request(faults[0])


def _cut(request: web.Request) -> web.Response:
    """Close the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def _read(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """The parameters of a call and what was uploaded with it."""
    fields: Json = {}
    files: dict[str, Upload] = {}
    if request.content_type != "multipart/form-data":
        return {name: _read_field(name, str(value)) for name, value in (await request.post()).items()}, files
    # Read part by part: request.post() would leave a file open wherever a connection breaks in the middle of an upload.
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        assert part.name is not None
        if part.filename:
            files[part.name] = Upload(part.filename, bytes(await part.read(decode=True)))
        else:
            fields[part.name] = _read_field(part.name, await part.text())
    return fields, files


def _read_field(name: str, value: str) -> Any:
    if name in _OBJECTS or name in _YES_OR_NO:
        return json.loads(value)
    if name in _NUMBERS and value.removeprefix("-").isdigit():
        return int(value)
    return value
