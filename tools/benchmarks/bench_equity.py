"""The exact chance of three tiles against one unknown hand: 265,650 showdowns."""

from __future__ import annotations

from itertools import combinations, cycle
from random import Random

from engine.qiuqiu.equity import Equity, Odds, equity_of
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import SUMATRA
from engine.qiuqiu.tiles import TILES, Tile
from tools.benchmarks.measuring import Row, duration, peer, side_by_side, times


def by_dictionary(tiles: tuple[Tile, ...]) -> Odds:
    """Play out every showdown, one look-up each."""
    table = ranking(SUMATRA).table
    held = sum(tiles)
    unseen = [tile for tile in TILES if not tile & held]
    wins = ties = total = 0
    for drawn in unseen:
        mine = table[held | drawn]
        for theirs in combinations([tile for tile in unseen if tile != drawn], 4):
            strength = table[sum(theirs)]
            wins += strength < mine
            ties += strength == mine
            total += 1
    return Odds(wins, ties, total)


class Vectorised:
    """All showdowns as one comparison of arrays."""

    def __init__(self) -> None:
        self._numpy = peer("numpy")
        table = ranking(SUMATRA).table
        self._table = table
        self._sums = self._numpy.array(list(table), dtype="uint32")
        self._strengths = self._numpy.array(list(table.values()), dtype="uint16")

    def against_one(self, tiles: tuple[Tile, ...]) -> Odds:
        """The odds of three tiles."""
        numpy, held = self._numpy, sum(tiles)
        free = (self._sums & held) == 0
        sums, strengths = self._sums[free], self._strengths[free]
        drawn = numpy.array([tile for tile in TILES if not tile & held], dtype="uint32")
        mine = numpy.array([self._table[held | int(tile)] for tile in drawn], dtype="uint16")
        apart = (sums & drawn[:, None]) == 0
        wins = int(numpy.count_nonzero((strengths < mine[:, None]) & apart))
        ties = int(numpy.count_nonzero((strengths == mine[:, None]) & apart))
        return Odds(wins, ties, int(numpy.count_nonzero(apart)))


def _starts(seed: int) -> list[tuple[Tile, ...]]:
    """All 3,276 starts, in an order of their own."""
    starts: list[tuple[Tile, ...]] = list(combinations(TILES, 3))
    Random(seed).shuffle(starts)
    return starts


def measure() -> list[Row]:
    """Time one start by four ways, after all of them gave the same odds."""
    known, vectorised = equity_of(SUMATRA), Vectorised()
    for tiles in _starts(1)[:3]:
        assert known.against_one(tiles) == vectorised.against_one(tiles) == by_dictionary(tiles)
    table = ranking(SUMATRA)
    fresh = {"equity": Equity(table)}
    turns = {name: cycle(_starts(2)) for name in ("fresh", "numpy", "dictionary")}
    asked = 0

    def never_asked() -> None:
        nonlocal asked
        fresh["equity"].against_one(next(turns["fresh"]))
        asked += 1
        if asked % 3276 == 0:  # Every start has been asked once; begin anew, or the answers would be remembered.
            fresh["equity"] = Equity(table)

    one = _starts(3)[0]
    timings = side_by_side(
        {
            "fresh": never_asked,
            "known": lambda: known.against_one(one),
            "numpy": lambda: vectorised.against_one(next(turns["numpy"])),
            "dictionary": lambda: by_dictionary(next(turns["dictionary"])),
            "lists": lambda: Equity(table),
        },
        rounds=9,
    )
    ratio = timings.ratio("fresh", "dictionary")
    return [
        Row(
            "exact equity of three tiles, never asked before",
            duration(timings["fresh"]),
            f"loop over the dictionary: {duration(timings['dictionary'])}",
            times(ratio),
            f"≥ {times(10)} (5 ms where the loop took 50)",
            ratio >= 10,
        ),
        Row(
            "the same",
            duration(timings["fresh"]),
            f"numpy: {duration(timings['numpy'])}",
            times(timings.ratio("fresh", "numpy")),
        ),
        Row(
            "exact equity of three tiles, asked before",
            duration(timings["known"]),
            f"numpy: {duration(timings['numpy'])}",
            times(timings.ratio("known", "numpy")),
        ),
        Row("making the sorted lists of a rule set, once", duration(timings["lists"]), "–", "–"),
    ]


def work() -> None:
    """A thousand starts never asked before."""
    equity = Equity(ranking(SUMATRA))
    for tiles in _starts(1)[:1000]:
        equity.against_one(tiles)
