from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

import structlog

from bot.environment.task_set import TaskSet
from bot.features.health.answers import Health
from bot.features.health.health_server import HealthServer, measure_loop_lag
from bot.hosting.control_socket import Answer, Fields
from bot.hosting.served_chats import Running

log = structlog.get_logger()


def answering(health: Health) -> Answer:
    """Answer the command ``health``."""

    async def answer(asked: Fields) -> Fields:
        return (await (health.ready() if asked["ready"] else health.live()))._asdict()

    return answer


@asynccontextmanager
async def serving(kiu: Running) -> AsyncIterator[Mapping[str, Answer]]:
    """Answer watchers; raise ``PortTaken``."""
    health = Health(kiu.ledger.answers, kiu.chats.ready, kiu.ledger.can_store, process=kiu.process)
    answers = {"health": answering(health)}
    async with AsyncExitStack() as opened:
        opened.push_async_callback(health.stop)
        if kiu.settings.health_port:
            server = HealthServer(kiu.settings.health_host, kiu.settings.health_port, health, kiu.metrics)
            log.info("health server listens", address=await server.start())
            opened.push_async_callback(server.stop)
            measuring = TaskSet()
            measuring.start(measure_loop_lag(kiu.metrics))
            opened.push_async_callback(measuring.stop)
        yield answers
