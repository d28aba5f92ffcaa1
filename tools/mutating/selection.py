"""Which tests touch a line, found out by one run of the tests with a measurement of what each of them executes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tools.mutating.mutants import Mutant


@dataclass(frozen=True)
class Touches:
    """What the tests executed, and how long each of them took."""

    seconds: Mapping[str, float]
    """Of the processor, for each test, by its identifier: other work on the machine makes no difference."""
    lines: Mapping[str, Mapping[int, frozenset[str]]]
    """For each file and each line of it, the tests that executed the line."""
    at_import: Mapping[str, frozenset[int]]
    """For each file, the lines that ran while it and the tests were imported."""

    def has_run(self, mutant: Mutant) -> bool:
        """Whether what is changed runs when something is imported, so that the mutant has to be imported."""
        return not mutant.in_function or not self.at_import.get(mutant.name.file, frozenset()).isdisjoint(mutant.lines)

    def of(self, mutant: Mutant) -> frozenset[str]:
        """The tests that can notice a mutant.

        What runs at the import can be noticed by all tests that stand in one file with one that touches the module, and
        by any test if none touches it.
        """
        lines = self.lines.get(mutant.name.file, {})
        if self.has_run(mutant):
            near = {_file(test) for test in _all_of(lines.values())}
            return frozenset(test for test in self.seconds if not near or _file(test) in near)
        return _all_of(lines.get(line, frozenset()) for line in mutant.lines)


@dataclass
class Selection:
    """In which order tests are run: those first that noticed something of the same function, then the quickest."""

    touches: Touches
    longest: float
    """Seconds of tests that are run at most for one mutant."""
    _noticed: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests to run, at least one if any touches the mutant."""
        noticed = self._noticed.get((mutant.name.file, mutant.name.function), Counter())
        seconds = self.touches.seconds
        ordered = sorted(self.touches.of(mutant), key=lambda test: (-noticed[test], seconds[test], test))
        return _as_many_as_fit(ordered, seconds, self.longest)

    def noticed(self, mutant: Mutant, test: str) -> None:
        """Remember which test noticed a mutant."""
        self._noticed.setdefault((mutant.name.file, mutant.name.function), Counter())[test] += 1


def _file(test: str) -> str:
    return test.partition("::")[0]


def _all_of(groups: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*groups)


def _as_many_as_fit(tests: Sequence[str], seconds: Mapping[str, float], longest: float) -> list[str]:
    chosen: list[str] = []
    total = 0.0
    for test in tests:
        total += seconds[test]
        if chosen and total > longest:
            break
        chosen.append(test)
    return chosen
