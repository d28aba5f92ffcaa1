"""Statistics of a player in a game, counted hand by hand.

A statistic is a line in :meth:`Tally.add`. With a higher :data:`VERSION` all tallies are counted anew from the stored
hands, except what only the player could see.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.facts import SeatFacts

VERSION: Final = 1

HANDS, WON, NET, SHOWDOWN, SHOWDOWN_WON, STREAK = "hands", "won", "net", "showdown", "showdown-won", "streak"
"""Counts of hands: all, won, net chips, showdowns, showdowns won, present wins in a row."""

MOVE, BY_CLOCK, TYPE = "move:", "clock:", "type:"
"""Prefixes of a move, a move by the clock, and a seen type of hand."""

OWN: Final = "own-"
"""Prefix of what only the player knows."""

POT, BEST, RAREST = "pot", "best", "rarest"
"""Maxima besides the streak: chips from the middle, worth and rarity of a seen hand."""


class Maximum(NamedTuple):
    value: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    counts: Counter[str] = field(default_factory=Counter)
    best: dict[str, Maximum] = field(default_factory=dict)

    @classmethod
    def from_json(cls, text: str) -> Tally:
        counts, best = json.loads(text)
        return cls(Counter(counts), {what: Maximum(*each) for what, each in best.items()})

    def to_json(self) -> str:
        return json.dumps([self.counts, self.best], separators=(",", ":"))

    def part(self, *, own: bool) -> Tally:
        """Return what only the player knows, or what everybody may know."""
        counts = Counter({what: times for what, times in self.counts.items() if what.startswith(OWN) is own})
        return Tally(counts, {what: each for what, each in self.best.items() if what.startswith(OWN) is own})

    def add(self, hand: int, net: int, seat: SeatFacts) -> None:
        """Count a hand; a net of zero neither continues a streak nor ends it."""
        counts, won = self.counts, net > 0
        shown = {SHOWDOWN: int(seat.showdown), SHOWDOWN_WON: int(seat.showdown and won)}
        counts.update({HANDS: 1, NET: net, WON: int(won), **shown})
        for prefix, moves in ((MOVE, seat.moves), (BY_CLOCK, seat.by_clock), (OWN + MOVE, seat.hidden_moves)):
            counts.update({prefix + verb: times for verb, times in moves.items()})
        if net:
            counts[STREAK] = counts[STREAK] + 1 if won else 0
        self._reach(POT, Maximum(seat.taken, hand))
        self._reach(STREAK, Maximum(counts[STREAK], hand))
        if (made := seat.made) is not None:
            own = "" if made.shown else OWN
            counts[f"{own}{TYPE}{made.hand_type}"] += 1
            self._reach(own + BEST, Maximum(made.worth, hand))
            self._reach(own + RAREST, Maximum(made.rarity, hand))

    def join(self, other: Tally) -> None:
        self.counts.update(other.counts)
        for what, each in other.best.items():
            self._reach(what, each)

    def _reach(self, what: str, reached: Maximum) -> None:
        if reached.value > self.best.get(what, Maximum()).value:
            self.best[what] = reached
