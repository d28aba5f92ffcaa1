"""Runs the benchmarks and prints one table in Markdown; nothing is written anywhere."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from importlib import import_module

import structlog

from tools.benchmarks.measuring import Row, profiled

NAMES = (
    "ranking",
    "hands",
    "deals",
    "sealing",
    "log",
    "equity",
    "storing",
    "processes",
    "backups",
    "metrics",
    "tables",
    "answers",
    "old_groups",
    "mailbox",
    "inbox",
    "pictures",
    "wording",
    "starting",
    "start_up",
    "memory",
    "pace",
    "page",
    "table_page",
    "worlds",
)
"""Every benchmark, in the order of the report; each is the module ``bench_NAME`` with a function ``measure``."""


def main() -> None:
    """Measure what was named, or everything."""
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks", description="Kiu measured beside its peers.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run: {', '.join(NAMES)}; all unless named")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead of measuring")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in NAMES:
            parser.error(f"there is no benchmark {name}: choose from {', '.join(NAMES)}")
    names = chosen.names or NAMES
    # Every hand is logged, and the report is to be read alone.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    if chosen.profile:
        for name in names:
            module = import_module(f"tools.benchmarks.bench_{name}")
            if hasattr(module, "work"):
                print(f"\n{name}: {module.work.__doc__}\n\n{profiled(module.work)}", flush=True)
        return
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}.\n")
    print("| what | Kiu | beside it | ratio | aim | met |\n|---|--:|--:|--:|--:|:-:|", flush=True)
    began = time.perf_counter()
    rows = []
    for name in names:
        for row in import_module(f"tools.benchmarks.bench_{name}").measure():
            print(_line(row), flush=True)
            rows.append(row)
    met = sum(row.met is True for row in rows)
    aims = sum(row.met is not None for row in rows)
    print(f"\n{met} of {aims} aims met, in {time.perf_counter() - began:.0f} s.")


def _line(row: Row) -> str:
    met = "" if row.met is None else "yes" if row.met else "**no**"
    return f"| {row.what} | {row.kiu} | {row.beside} | {row.ratio} | {row.aim} | {met} |"


if __name__ == "__main__":
    main()
