"""The one way in which the shell says no: a key of the wording, and the values its sentence names."""

from __future__ import annotations


class Refusal(Exception):
    """A command that cannot be carried out; nothing has changed.

    ``reason`` is a key of the wording without its ``refused-``; ``fields`` are the values its sentence names.
    """

    def __init__(self, reason: str, **fields: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fields = fields
