"""The refusals of the bot: like those of the engine, a reason that the wording turns into a sentence."""

from __future__ import annotations

from engine.refusal import Refused


class Refusal(Refused):
    """A command that cannot be carried out; nothing has changed."""
