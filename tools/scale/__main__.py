"""Plays an evening of many groups on paper, measures an action, and says where one PostgreSQL ends."""

from __future__ import annotations

import argparse
import logging
import math
from array import array

import structlog

from tools.benchmarks.measuring import duration
from tools.postgresql import ServerFailed
from tools.scale.cost import Cost, measure
from tools.scale.evening import SECONDS, Load, evening

PROCESSORS, BUSY = 16, 0.6
"""Processors of a usual large server, and the share of them that may be busy at the worst time."""

LOG_BYTES = 100e6
"""Bytes of its write-ahead log that it stores in a second, with room for checkpoints."""

SYNCS = 2_000
"""Waits for its disk in a second."""

SYNC_SECONDS = 0.0005
"""The time of one such wait, in which no other deal or result is stored."""

TELEGRAM_CALLS, TELEGRAM_A_HAND = 30, 20
"""Calls a second that Telegram takes from a token, and calls of a hand."""


def main() -> None:
    """Print two tables in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tools.scale", description="Many groups, on paper.")
    parser.add_argument("--groups", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    load = evening(given.groups, given.seed)
    _tell_evening(load, given.groups, given.seed)
    try:
        cost = measure()
    except ServerFailed as error:
        print(f"\n{error}; so nothing is measured.")
        return
    _tell_limits(load, cost, given.groups)


def _tell_evening(load: Load, groups: int, seed: int) -> None:
    minute = load.busiest_minute()
    print(f"An evening of {groups:,} groups, seed {seed}.\n\n| what | of {groups:,} groups |\n|---|--:|")
    for what, figure in (
        ("groups that play", load.groups),
        ("hands, actions", f"{sum(load.hands):,}, {sum(load.actions):,}"),
        ("open tables, at most", load.tables_at_most()),
        ("actions a second: mean, busiest minute, busiest second", _actions(load, minute)),
        ("presses that store nothing, busiest minute", f"{_in(load.presses, minute):,.0f}/s"),
        ("hands that end, busiest minute", f"{_in(load.hands, minute):.0f}/s"),
        ("the busiest of two, four and eight processes, beside an equal share", _busiest(load, minute)),
    ):
        print(f"| {what} | {figure if isinstance(figure, str) else f'{figure:,}'} |")


def _actions(load: Load, minute: int) -> str:
    mean = sum(load.actions) / SECONDS
    return f"{mean:,.0f}, {_in(load.actions, minute):,.0f}, {max(load.actions):,}"


def _busiest(load: Load, minute: int) -> str:
    return ", ".join(f"{load.busiest_share(processes, minute):.2f} ×" for processes in (2, 4, 8))


def _tell_limits(load: Load, cost: Cost, groups: int) -> None:
    minute = load.busiest_minute()
    actions, hands = _in(load.actions, minute), _in(load.hands, minute)
    print(
        f"\nAn action, measured at {cost.rate:.0f} a second: {cost.statements:.1f} statements,"
        f" {cost.log_bytes / 1000:.1f} kB of write-ahead log, {duration(cost.database_seconds)} of a processor;"
        f" {cost.turns:.2f} transactions that store one at a time, {duration(cost.turn_seconds)}.\n"
    )
    turn = cost.turn_seconds + cost.turns * SYNC_SECONDS
    print("| at the busiest minute | needs | one server has | ends at groups |\n|---|--:|--:|--:|")
    for what, needs, has, form in (
        ("processors of PostgreSQL", actions * cost.database_seconds, PROCESSORS * BUSY, "{:.1f}"),
        ("MB of write-ahead log a second", actions * cost.log_bytes / 1e6, LOG_BYTES / 1e6, "{:.1f}"),
        ("waits for the disk a second", actions * cost.syncs, SYNCS, "{:,.0f}"),
        ("share of the time in which a deal or a result is stored, one at a time", actions * turn, BUSY, "{:.2f}"),
        ("Telegram's calls a second, with one token", hands * TELEGRAM_A_HAND, TELEGRAM_CALLS, "{:,.0f}"),
    ):
        print(f"| {what} | {form.format(needs)} | {form.format(has)} | {_rounded(groups * has / needs):,} |")


def _in(each_second: array[int], minute: int) -> float:
    """Return the mean of a minute."""
    return float(sum(each_second[minute * 60 : (minute + 1) * 60])) / 60


def _rounded(groups: float) -> int:
    unit = 10.0 ** (math.floor(math.log10(groups)) - 1)
    return int(groups // unit * unit)


if __name__ == "__main__":
    main()
