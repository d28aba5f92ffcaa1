"""The REST API: every request is recorded, rate limited and validated, and then passed to its operation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from aiohttp import web

from tests.chats.discord.double.api_errors import ApiError, ForcedErrors
from tests.chats.discord.double.calls import Call, Calls
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.contract import Contract
from tests.chats.discord.double.rate_limits import RateLimiter
from tests.chats.discord.double.world import World

PREFIX = "/api/v10"

Answer: TypeAlias = "tuple[int, Any]"
"""A status and a body; ``None`` for no body."""

Outcome: TypeAlias = tuple[int, Any, dict[str, str]]
"""The status, the body and the headers of a response."""

CarryOut: TypeAlias = Callable[[], Coroutine[Any, Any, Outcome]]
"""Carries a request out."""

Handler: TypeAlias = Callable[["Call"], "Awaitable[Answer] | Answer"]


@dataclass(frozen=True, slots=True)
class Route:
    """One operation of the API."""

    method: str
    template: str
    handler: Handler

    without_authorization: bool = False
    """Whether a secret in the path or the body is enough; such calls do not count in the global rate limit."""

    takes_bearer: bool = False
    """Whether people's tokens are good for it too."""

    described: bool = True
    """Whether it is in the contract."""


class Api:
    """What is done with every request before and after its operation."""

    def __init__(
        self, world: World, token: str, calls: Calls, rate_limiter: RateLimiter, contract: Contract | None
    ) -> None:
        self._world = world
        self._token = token
        self._calls = calls
        self._gatekeeper = rate_limiter
        self._contract = contract
        self.faults: list[str] = []
        """What the bot, or the double itself, did against the contract."""

        self.validates_answers = False
        """Whether the double's own answers are validated too, which takes as long again."""

        self.latency: Callable[[str], float] | None = None
        """How many seconds a request takes, drawn anew for each; none if nothing is set."""

        self.bring: Callable[[Call, CarryOut], Awaitable[Outcome | None]] | None = None
        """Has every request carried out and brings back its outcome, or loses one of both; ``None`` cuts it off."""

        self.forced_errors = ForcedErrors()

    def stop_validating(self) -> None:
        """Take every request for what the contract wants, in an evening too long to validate each."""
        self._contract = None

    def add_to(self, application: web.Application, routes: list[Route]) -> None:
        """Serve these operations; a request for any other is a fault."""
        for route in routes:
            # aiohttp takes the first route that matches, so one with a fixed segment stands before one with a variable.
            application.router.add_route(route.method, PREFIX + route.template, self._served(route))
        application.router.add_route("*", "/{anything:.*}", self._unknown)

    def _served(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            body, files = await _read(request)
            call = Call(
                route.method,
                route.template,
                dict(request.match_info),
                dict(request.query),
                body,
                files,
                asyncio.get_running_loop().time(),
            )
            self._calls.add(call)
            carry_out = partial(self._answer, route, call, request.headers.get("Authorization", ""))
            outcome = await (carry_out() if self.bring is None else self.bring(call, carry_out))
            if outcome is None:
                if request.transport is not None:
                    request.transport.abort()
                return web.Response()
            status, answer, headers = outcome
            call.status = status
            self._calls.answered(call)
            self._world.changed()
            return _response(status, answer, headers)

        return serve

    async def _answer(self, route: Route, call: Call, authorization: str) -> Outcome:
        bearer = authorization.removeprefix("Bearer ") if authorization.startswith("Bearer ") else ""
        call.bearer = bearer if route.takes_bearer else ""
        if not (route.without_authorization or call.bearer) and authorization != f"Bot {self._token}":
            return 401, {"message": "401: Unauthorized", "code": 0}, {}
        verdict = self._gatekeeper.acquire(
            call.name,
            call.channel,
            webhook=call.webhook,
            counted_globally=not (route.without_authorization or call.bearer),
        )
        if self.latency is not None:
            # It was counted when it came; what it does is seen when it is answered.
            await asyncio.sleep(self.latency(f"{call.name} {call.path}"))
        if verdict.retry_after is not None:
            limited: Json = {
                "message": "You are being rate limited.",
                "retry_after": round(verdict.retry_after, 3),
                "global": verdict.is_global,
            }
            return 429, limited, verdict.headers
        if self._contract is not None and route.described:
            faults = self._contract.faults_of_request(call.method, call.route, call.path, call.query, call.body)
            if faults:
                return 400, self.fault(call, faults), verdict.headers
        try:
            self.forced_errors.raise_for(call.name)
            result = route.handler(call)
            status, answer = result if isinstance(result, tuple) else await result
        except ApiError as error:
            body: Json = {"message": error.message, "code": error.code}
            if error.status != 429:
                return error.status, body, verdict.headers
            return 429, body | {"retry_after": 60.0, "global": False}, {**verdict.headers, "Via": "1.1 google"}
        if self._contract is not None and route.described and self.validates_answers and status < 400:
            self.faults += self._contract.faults_of_answer(call.method, call.route, status, answer)
        if self.forced_errors.loses_answer(call.name):
            return 503, {"message": "Service Unavailable", "code": 0}, verdict.headers
        return status, answer, verdict.headers

    def fault(self, call: Call, faults: list[str]) -> Json:
        """Note what is wrong with a request, and return the error that Discord would."""
        self.faults += [f"{call.name}: {fault}" for fault in faults]
        return {"message": "Invalid Form Body", "code": 50035, "errors": {"_errors": faults}}

    async def _unknown(self, request: web.Request) -> web.Response:
        self.faults.append(f"{request.method} {request.path} is unknown to the double")
        return _response(404, {"message": "404: Not Found", "code": 0}, {})


async def _read(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    """The body of a request and the files that came with it, by file name."""
    if not request.can_read_body:
        return None, {}
    if request.content_type == "application/json":
        return await request.json(), {}
    if request.content_type == "application/x-www-form-urlencoded":
        return {name: str(value) for name, value in (await request.post()).items()}, {}
    body: Any = None
    files: dict[str, bytes] = {}
    async for part in await request.multipart():
        assert not isinstance(part, web.BaseRequest)
        data = bytes(await part.read(decode=False))  # type: ignore[union-attr]
        if part.name == "payload_json":  # type: ignore[union-attr]
            body = json.loads(data)
        else:
            files[part.filename or ""] = data  # type: ignore[union-attr]
    return body, files


def _response(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """A response; discord.py reads its body as JSON only if the content type has no charset."""
    if body is None:
        return web.Response(status=status, headers=headers)
    return web.Response(status=status, body=json.dumps(body).encode(), content_type="application/json", headers=headers)
