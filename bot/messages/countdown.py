"""A period that chats show as a running clock or as the moment of its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

TIME_LEFT = "\ue000"
"""The placeholder of the time left, absent from names and people's texts."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The period for :data:`TIME_LEFT`; comparisons ignore its end, so that an unchanged message is not sent again."""

    seconds: int

    text: str
    """The text for a chat without clocks: ``45 s``."""

    ends: datetime | None = field(default=None, compare=False)
    """The end in UTC, once known."""
