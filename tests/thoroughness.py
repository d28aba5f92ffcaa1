"""How many examples a property is tried with: few in each run of the tests, many times as many in ``make soak``."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("TEST_TIMES", "1"))


def examples(count: int) -> int:
    """So many examples, or many times as many where there is time."""
    return count * TIMES
