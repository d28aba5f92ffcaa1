"""What is checked all the time while Kiu plays in the simulation: one small file for each promise.

The world tells :class:`Checks` everything that can be observed of Kiu, and each check looks after one promise.
"""

from __future__ import annotations

from simulation.checks.check import Check
from simulation.checks.checks import Checks
from simulation.checks.observed import EVERYBODY, Call, Life, Position, Said
from simulation.checks.violation import Violation

__all__ = ["EVERYBODY", "Call", "Check", "Checks", "Life", "Position", "Said", "Violation", "every_check"]


def every_check() -> list[Check]:
    """Every check, ready for a world that begins."""
    return []
