"""How things are timed: side by side, round after round, so that a busy machine slows all of them alike."""

from __future__ import annotations

import cProfile
import gc
import pstats
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TypeAlias

SLICE_SECONDS = 0.02
"""How long one work runs before it is the next one's turn."""

PROJECT = Path(__file__).parents[2]

TOP = 12
"""How many functions of a profile are shown."""


class Row(NamedTuple):
    """One line of the report."""

    what: str
    kiu: str
    """Kiu's figure."""

    beside: str
    """The yardstick and its figure in the same run."""

    ratio: str
    aim: str = ""
    met: bool | None = None
    """Whether the aim is reached; ``None`` where there is none."""


Work: TypeAlias = Callable[[], object]


class Timings:
    """The seconds that one call of each work took, round by round."""

    def __init__(self, seconds: Mapping[str, Sequence[float]]) -> None:
        self._seconds = seconds

    @property
    def names(self) -> list[str]:
        """Every work that was timed, in the order given."""
        return list(self._seconds)

    def __getitem__(self, name: str) -> float:
        """The usual seconds of one call."""
        return median(self._seconds[name])

    def ratio(self, quick: str, slow: str) -> float:
        """How many times as fast ``quick`` is as ``slow``: the median over the rounds, each compared with itself."""
        return median(b / a for a, b in zip(self._seconds[quick], self._seconds[slow], strict=True))


def side_by_side(
    works: Mapping[str, Work], *, rounds: int = 11, clock: Callable[[], float] = time.process_time
) -> Timings:
    """Time works in turns, each long enough to be seen; by the processor time they take unless told otherwise."""
    repeats = {name: _repeats(work, clock) for name, work in works.items()}
    seconds: dict[str, list[float]] = {name: [] for name in works}
    order = list(works)
    for _ in range(rounds):
        gc.collect()
        for name in order:
            work = works[name]
            start = clock()
            for _ in range(repeats[name]):
                work()
            seconds[name].append((clock() - start) / repeats[name])
        order.reverse()
    return Timings(seconds)


def _repeats(work: Work, clock: Callable[[], float]) -> int:
    """How often a work is called in one slice; calling it also fills whatever it keeps."""
    work()
    start = clock()
    work()
    return max(1, round(SLICE_SECONDS / max(clock() - start, 1e-7)))


async def side_by_side_awaited(
    works: Mapping[str, Callable[[], Awaitable[object]]],
    *,
    rounds: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> Timings:
    """Time works that wait, in turns, each called once a round; by the clock on the wall unless told otherwise."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    order = list(works)
    for name in order:
        await works[name]()
    for _ in range(rounds):
        gc.collect()
        for name in order:
            start = clock()
            await works[name]()
            seconds[name].append(clock() - start)
        order.reverse()
    return Timings(seconds)


def share_reached(values: Sequence[float], share: float) -> float:
    """The value that ``share`` (0 to 1) of all values stay within."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def duration(seconds: float) -> str:
    """Seconds as they are read most easily."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds / 1e-9)} ns"


def rate(per_second: float) -> str:
    """How many a second."""
    if per_second >= 1e6:
        return f"{_three_digits(per_second / 1e6)} M/s"
    return f"{_three_digits(per_second)}/s"


def times(ratio: float) -> str:
    """A ratio, as in ``3.4 ×``."""
    return f"{_three_digits(ratio)} ×"


def percent(share: float) -> str:
    """A share of one, as in ``12 %``."""
    return f"{_three_digits(share * 100)} %"


def _three_digits(value: float) -> str:
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def peer(module: str) -> Any:
    """A package that Kiu is measured beside; none of them is needed to play."""
    try:
        return import_module(module)
    except ImportError:
        sys.exit(f"The peer {module} is not installed: run make bench, or install tools/benchmarks/requirements.txt.")


def profiled(work: Work) -> str:
    """Where the processor time of a work goes, dearest functions first."""
    work()  # What is loaded once is no part of the profile.
    profile = cProfile.Profile()
    profile.runcall(work)
    # Pstats has no types for what it gathered, only for printing it.
    gathered: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = sum(own for _, _, own, _, _ in gathered.values())
    dearest = sorted(gathered.items(), key=lambda each: each[1][2], reverse=True)[:TOP]
    lines = ["| function | calls | own time | with what it calls |", "|---|--:|--:|--:|"]
    for (file, _, function), (_, calls, own, together, _) in dearest:
        lines.append(f"| {_place(file, function)} | {calls:,} | {percent(own / whole)} | {percent(together / whole)} |")
    return "\n".join(lines)


def _place(file: str, function: str) -> str:
    """Where a function is written, short enough for a table and without anything of this machine."""
    if file == "~":
        return f"`{function.strip('<>')}`".replace("|", "\\|")
    path = Path(file).with_suffix("")
    if path.is_relative_to(PROJECT):
        parts = path.relative_to(PROJECT).parts
    else:
        starts = [place for place, part in enumerate(path.parts) if part.startswith(("site-packages", "python3"))]
        parts = path.parts[starts[-1] + 1 :] if starts else path.parts[-2:]
    return f"`{'.'.join((*parts, function))}`"
