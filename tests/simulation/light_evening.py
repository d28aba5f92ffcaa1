"""Kiu on a light chat, in virtual time and on a quick database."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app import App, open_app
from bot.dispatch.admission import FloodLimits
from tests.bot.fast_database import fast_database
from tests.chats.virtual_time import VirtualClock
from tests.seeded_entropy import SeededEntropy
from tools.simulation.light_world import LightWorld


@asynccontextmanager
async def kiu_on(world: LightWorld) -> AsyncIterator[App]:
    """A life of Kiu that serves a light chat, and ends cleanly."""
    with tempfile.TemporaryDirectory() as folder, fast_database():
        chat = world.new_chat()
        async with open_app(
            f"sqlite+aiosqlite:///{folder}/kiu.sqlite3",
            chats={world.platform: chat},
            clock=VirtualClock(),
            entropy=SeededEntropy("light"),
            flood_limits=FloodLimits(),
        ) as app:
            await chat.start(app)
            await app.resume(world.platform)
            serving = asyncio.create_task(chat.serve())
            try:
                yield app
            finally:
                await chat.stop()
                serving.cancel()
