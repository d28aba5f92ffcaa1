"""The one way in which anything is refused: with a reason that the wording turns into a sentence."""

from __future__ import annotations


class Refused(Exception):
    """Something was asked that cannot be done; nothing has changed.

    All code that refuses a request raises this, or an exception derived from it where callers have to tell them apart.

    ``reason`` is a key of the wording without its ``refused-``; ``fields`` are the values that its sentence names.
    """

    def __init__(self, reason: str, **fields: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fields = fields
