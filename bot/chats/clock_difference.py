"""The difference between the clocks of this machine and a platform, by the dates of its answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from email.utils import parsedate_to_datetime

from bot.chats.findings import Finding, fault, good

WRONG_SECONDS = 3.0

HALF_A_DATE = 0.5
"""Dates are rounded down to the second."""


class ClockDifference:
    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._ahead: list[float] = []
        """Seconds by which this machine was ahead at each answer, and the time that the answer took."""

    def answered(self, date: str) -> None:
        try:
            told = parsedate_to_datetime(date)
        except ValueError:
            return
        self._ahead.append(self._now().timestamp() - told.timestamp() - HALF_A_DATE)

    def findings(self, platform: str) -> list[Finding]:
        """Return a finding by the fastest answer; none if no answer had a date."""
        if not self._ahead:
            return []
        ahead = min(self._ahead)
        if abs(ahead) < WRONG_SECONDS:
            return [good(f"This machine's clock agrees with that of {platform}.")]
        side = "ahead of" if ahead > 0 else "behind"
        said = f"This machine's clock is {_spoken(abs(ahead))} {side} that of {platform}"
        remedy = "Let this machine set its clock by the network, for instance with: timedatectl set-ntp true."
        return [fault(f"{said}, so dates and deadlines are wrong.", remedy)]


def _spoken(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{seconds:.0f} seconds"
