"""How many examples a property is tried with: few in each run of the tests, many times as many in ``make soak``."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("TEST_TIMES", "1"))

FEW = 10
"""Where no more than these are asked for each example takes long, and every run tries them all."""


def examples(count: int) -> int:
    """A third of so many examples, or many times as many where there is time."""
    return count * TIMES if TIMES > 1 else max(count // 3, min(count, FEW))
