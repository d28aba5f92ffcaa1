"""Measuring how late the event loop is: whatever blocks it keeps everybody waiting, on every platform."""

from __future__ import annotations

import asyncio

from bot.environment.metrics import Metrics

EVERY_SECONDS = 0.5
"""Seconds from one measurement to the next."""


async def measure_loop_lag(metrics: Metrics, seconds: float = EVERY_SECONDS) -> None:
    """Note again and again how much later than asked the event loop comes back, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + seconds
        await asyncio.sleep(seconds)
        metrics.lagged(max(loop.time() - due, 0.0))
