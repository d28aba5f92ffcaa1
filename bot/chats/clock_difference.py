"""The difference between the clocks of this machine and a platform, by the dates of its answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from bot.chats.findings import Finding, fault, good, note

NOTED_SECONDS = 1.0

WRONG_SECONDS = 3.0

DATE_SECONDS = 1.0
"""The precision of dates, which are rounded down."""


class ClockDifference:
    """Bounds of the difference, narrower with each answer."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._least, self._most = -math.inf, math.inf

    def asked(self) -> float:
        """Return the time of a question, for :meth:`answered`."""
        return self._now().timestamp()

    def answered(self, asked: float, date: str) -> None:
        try:
            told = parsedate_to_datetime(date)
        except ValueError:
            return
        if told.tzinfo is None:
            told = told.replace(tzinfo=UTC)
        # The platform read its clock between question and answer.
        self._least = max(self._least, asked - told.timestamp() - DATE_SECONDS)
        self._most = min(self._most, self._now().timestamp() - told.timestamp())

    def finding(self, platform: str) -> Finding | None:
        """Return a finding, or ``None`` if no answer had a date."""
        if math.isinf(self._least):
            return None
        ahead = (self._least + self._most) / 2
        certain = max(0.0, self._least, -self._most)
        if certain < NOTED_SECONDS:
            return good(f"This machine's clock agrees with that of {platform}.")
        side = "ahead of" if ahead > 0 else "behind"
        said = f"This machine's clock is {_spoken(abs(ahead))} {side} that of {platform}"
        remedy = "Let this machine set its clock by the network, for instance with: timedatectl set-ntp true."
        if certain < WRONG_SECONDS:
            return note(f"{said}.", remedy)
        return fault(f"{said}, so dates and deadlines are wrong.", remedy)


def _spoken(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{seconds:.0f} seconds"
