"""Why something cannot be released, in one sentence for whoever tried."""

from __future__ import annotations


class CannotRelease(Exception):
    """The release cannot be made, and nothing has changed."""
