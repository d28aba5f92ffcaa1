"""The log is free of errors that nobody expected."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from tools.simulation.checks.check import Check

FULL = "disk is full"
"""What stands in the reason of whatever could not be stored because there was no space; it is tried again later."""


class LogWithoutErrors(Check):
    """Only errors are logged that follow from what the world does.

    Args:
        expected: the events that may be logged as errors now; the world adds to the set what it is about to cause.
    """

    name = "no unexpected errors in the log"

    def __init__(self, expected: Iterable[str] = ()) -> None:
        super().__init__()
        self.expected = set(expected)

    def logged(self, entry: Mapping[str, Any]) -> None:
        level = entry.get("log_level", entry.get("level"))
        full = FULL in str(entry.get("error", ""))
        if level in ("error", "critical") and not full and entry.get("event") not in self.expected:
            raise self.fail(f"an error that nothing explains is in the log: {entry.get('event')}: {_cause(entry)}")


def _cause(entry: Mapping[str, Any]) -> str:
    error = entry.get("exc_info")
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        return f"{type(error).__name__}: {error}"
    return ", ".join(f"{name} {value}" for name, value in entry.items() if name not in ("event", "exc_info"))
