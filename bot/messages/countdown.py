"""A period that chats show as a running clock or as the moment of its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

TIME_LEFT = "\ue000"
"""The placeholder of the time left, a character that no name and no person's text contains."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The period for :data:`TIME_LEFT` in a message.

    Comparisons ignore its end, which is known only on sending, so that a message with nothing else new is not sent
    again.
    """

    seconds: int

    text: str
    """The text for a chat without clocks: ``45 s``."""

    ends: datetime | None = field(default=None, compare=False)
    """The end in UTC, once known."""
