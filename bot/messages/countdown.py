"""A period that each chat shows in its own way: as a running clock, or as the moment of its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

TIME_LEFT = "\ue000"
"""The character that stands in a line where the time left is to be shown; no name and no text of a person has it."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time that :data:`TIME_LEFT` stands for in a message.

    When it ends is known only when the message is sent, and is no part of what is compared: a message in which nothing
    else is new need not be sent again.
    """

    seconds: int

    text: str
    """The text for a chat without clocks: ``45 s``."""

    ends: datetime | None = field(default=None, compare=False)
    """The end in UTC, once known."""
