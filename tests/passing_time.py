"""Time that passes in a test: everything that falls due on the way happens when it is due."""

from __future__ import annotations

from datetime import timedelta

from bot.app import App
from tests.manual_clock import ManualClock

DAY = timedelta(days=1).total_seconds()


async def let_pass(app: App, clock: ManualClock, seconds: float) -> None:
    """Move the clock on, from one moment at which something is due to the next, and let each be carried out.

    Of many days, the first and the last pass in this way, and those between at once.
    """
    until = clock.now() + seconds
    if seconds > 2 * DAY:
        await let_pass(app, clock, DAY)
        clock.move_to(until - DAY)
    while (due := clock.next_due()) is not None and due <= until:
        clock.move_to(due)
        await app.wait_until_idle()
    clock.move_to(until)
    await app.wait_until_idle()
