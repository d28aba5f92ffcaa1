"""The health server of a running Kiu, if its host has set a port for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import structlog

from bot.features.health.health_server import HealthServer, measure_loop_lag
from bot.hosting.control_socket import Answer
from bot.hosting.served_chats import Running

log = structlog.get_logger()


@asynccontextmanager
async def serving(kiu: Running) -> AsyncIterator[Mapping[str, Answer]]:
    """Answer watchers; raise ``PortTaken``."""
    if not kiu.settings.health_port:
        yield {}
        return
    health = HealthServer(
        kiu.settings.health_host,
        kiu.settings.health_port,
        writer_answers=kiu.ledger.answers,
        ready=kiu.chats.ready,
        can_store=kiu.ledger.can_store,
        metrics=kiu.metrics,
    )
    log.info("health server listens", address=await health.start())
    measuring = asyncio.create_task(measure_loop_lag(kiu.metrics), name="loop lag")
    try:
        yield {}
    finally:
        measuring.cancel()
        await asyncio.gather(measuring, return_exceptions=True)
        await health.stop()
