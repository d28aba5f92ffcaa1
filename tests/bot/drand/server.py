"""A double of a drand server over real HTTP, which can be late, wrong or silent."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.bot.drand.signing import SigningChain


class DrandServer:
    """Publishes each round of a chain when it is due, as drand's own servers do.

    Args:
        signing: the chain.
        now: the time in seconds since 1970.
    """

    def __init__(self, signing: SigningChain, now: Callable[[], float]) -> None:
        self.signing = signing
        self.asked: list[str] = []
        """The paths that were asked for."""

        self.late = 0.0
        """After how many seconds a round is published once it is due."""

        self.silent = False
        """Whether it takes calls and never answers."""

        self.lies: dict[str, Any] = {}
        """What its answers say instead of the truth, by field."""

        self.body: bytes | None = None
        """What it answers instead of JSON."""

        self._now = now
        self._let_go = asyncio.Event()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get("/{chain}/info", self._info)
        app.router.add_get("/{chain}/public/{round}", self._public)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._let_go.set()
        assert self._runner is not None
        await self._runner.cleanup()

    @property
    def rounds_asked(self) -> list[int]:
        """The numbers of the rounds that were asked for."""
        return [int(path.rpartition("/")[2]) for path in self.asked if "/public/" in path]

    async def _info(self, request: web.Request) -> web.Response:
        chain = self.signing.chain
        return await self._answer(
            request,
            {
                "public_key": chain.public_key.hex(),
                "period": chain.period,
                "genesis_time": chain.genesis,
                "hash": chain.hash.hex(),
                "groupHash": chain.group_hash.hex(),
                "schemeID": chain.scheme.value,
                "metadata": {"beaconID": chain.beacon},
            },
        )

    async def _public(self, request: web.Request) -> web.Response:
        number, scheme = int(request.match_info["round"]), self.signing.scheme
        if self._now() < self.signing.chain.due(number) + self.late:
            self.asked.append(request.path)
            return web.Response(status=425, text="too early")
        published = self.signing.published(number)
        signature, previous = published[: scheme.signature_bytes], published[scheme.signature_bytes :]
        answer = {
            "round": number,
            "randomness": hashlib.sha256(signature).hexdigest(),
            "signature": signature.hex(),
            **({"previous_signature": previous.hex()} if previous else {}),
        }
        return await self._answer(request, answer)

    async def _answer(self, request: web.Request, answer: dict[str, Any]) -> web.Response:
        self.asked.append(request.path)
        if self.silent:
            await self._let_go.wait()
        if request.match_info["chain"] != self.signing.chain.hash.hex():
            return web.Response(status=404)
        if self.body is not None:
            return web.Response(body=self.body)
        lies = {name: value for name, value in self.lies.items() if name in answer}
        return web.json_response({**answer, **lies})
