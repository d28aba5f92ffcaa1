"""Time that passes in a test: everything that falls due on the way happens when it is due."""

from __future__ import annotations

from bot.app import App
from bot.environment.clock import ManualClock


async def let_pass(app: App, clock: ManualClock, seconds: float) -> None:
    """Move the clock on, from one moment at which something is due to the next, and let each be carried out."""
    until = clock.now() + seconds
    while (due := clock.next_due()) is not None and due <= until:
        clock.move_to(due)
        await app.wait_until_idle()
    clock.move_to(until)
    await app.wait_until_idle()
