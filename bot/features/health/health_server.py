"""The web server for health, readiness and metrics.

It listens only if a port is set, without authentication or secrets: the address decides who reads it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from bot.chats.not_served import PortTaken
from bot.chats.web_server import AllowedHosts, WebServer, is_loopback
from bot.environment.metrics import CONTENT_TYPE, Metrics
from bot.features.health.answers import Answered, Health

LAG_SECONDS: Final = 0.5
"""Between two measurements."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class HealthServer:
    """Answers ``/healthz``, ``/readyz`` and ``/metrics``."""

    def __init__(self, host: str, port: int, health: Health, metrics: Metrics) -> None:
        self._host = host
        self._port = port
        self._allowed_hosts = AllowedHosts(host)
        self._health = health
        self._metrics = metrics
        self._server: WebServer | None = None

    async def start(self) -> str:
        """Listen, and return the address; raise ``PortTaken``."""
        app = web.Application(middlewares=[self._requested], client_max_size=1024)
        app.router.add_get("/healthz", self._show_health)
        app.router.add_get("/readyz", self._show_readiness)
        app.router.add_get("/metrics", self._show_metrics)
        self._server = WebServer(app, shutdown_timeout=1.0, auto_decompress=False)
        try:
            host, port = await self._server.start(self._host, self._port)
        except OSError as error:
            where = f"{self._host}:{self._port}"
            raise PortTaken(f"The health server cannot listen on {where}: {error.strerror}.") from None
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def stop(self) -> None:
        await self._health.stop()
        if self._server is not None:
            await self._server.stop()

    @web.middleware
    async def _requested(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if is_loopback(self._host) and not self._allowed_hosts.allows(request.headers.get("Host", "")):
            # A page elsewhere whose name was made to point at this machine.
            response: web.StreamResponse = web.Response(status=421, text="Kiu is not known under that name.\n")
        else:
            response = await handler(request)
        response.headers.update(_HEADERS)
        return response

    async def _show_health(self, _: web.Request) -> web.Response:
        return _response(await self._health.live())

    async def _show_readiness(self, _: web.Request) -> web.Response:
        return _response(await self._health.ready())

    async def _show_metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _response(answered: Answered) -> web.Response:
    return web.Response(status=200 if answered.is_well else 503, text=f"{answered.words}\n")


async def measure_loop_lag(metrics: Metrics, seconds: float = LAG_SECONDS) -> None:
    """Record the lateness of the event loop until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + seconds
        await asyncio.sleep(seconds)
        metrics.loop_lag.observe(max(loop.time() - due, 0.0))
