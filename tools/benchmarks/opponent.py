"""How well the computer player plays: 10,000 hands against each of two simple players, from every seat.

Run it from the project's folder: ``python -m tools.benchmarks.opponent [hands]``.
"""

from __future__ import annotations

import sys
import time

from engine.qiuqiu import opponent
from engine.qiuqiu.rules import PRESETS
from tests.engine.qiuqiu.match import Player, caller, match, random_player

VILLAINS: dict[str, Player] = {"random": random_player, "caller": caller}


def main(hands: int) -> None:
    """Print one line for each preset, opponent and number of players."""
    print(f"{'preset':<12} {'against':<8} {'seats':>5} {'hands':>7} {'chips/100':>10} {'error':>7} {'errors':>7}")
    for preset, rules in PRESETS.items():
        for name, villain in VILLAINS.items():
            for seats in (2, 6):
                start = time.process_time()
                won = match(opponent.choose, villain, seats=seats, deals=-(-hands // seats), rules=rules, seed=1)
                took = time.process_time() - start
                print(
                    f"{preset:<12} {name:<8} {seats:>5} {won.hands:>7} {won.per_hundred:>+10.0f} {won.error:>7.0f}"
                    f" {won.per_hundred / won.error:>7.1f}  ({took:.1f} s)"
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
