"""What became of a mutant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tools.mutating.mutants import Name


class Outcome(Enum):
    """Whether the tests noticed the fault."""

    KILLED = "killed"
    """A test failed, or could not even be run."""
    TIMED_OUT = "timed out"
    """A test took many times as long as it does without the fault, which is noticed too."""
    SURVIVED = "survived"
    """Every test passed that was run."""
    UNTESTED = "untested"
    """No test touches the line."""


@dataclass(frozen=True)
class Result:
    """One mutant and what became of it."""

    name: Name
    line: int
    outcome: Outcome
    tests: int
    """How many tests could have noticed it and were to be run."""

    @property
    def noticed(self) -> bool:
        """Whether the tests noticed the fault."""
        return self.outcome in (Outcome.KILLED, Outcome.TIMED_OUT)
