"""Refusals of the bot: reasons that the wording turns into sentences."""

from __future__ import annotations

from engine.refusal import Refused


class Refusal(Refused):
    """A refused command; nothing has changed."""
