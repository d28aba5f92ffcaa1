from __future__ import annotations


class Refused(Exception):
    """A request that cannot be carried out; nothing has changed.

    ``reason`` is a key of the wording without ``refused-``; ``fields`` are the values in its sentence.
    """

    def __init__(self, reason: str, **fields: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fields = fields
