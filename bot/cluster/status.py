"""The state of all processes in words for the host."""

from __future__ import annotations

from collections.abc import Iterable

from bot.cluster.locks import Kind, Process
from bot.cluster.slots import SLOTS

WORK = {Kind.READER: "reads Telegram", Kind.MAINTENANCE: "maintains"}


def described(process: Process) -> str:
    """Return a line: name, version, address, and what it holds."""
    parts = [f"{process.name:12} {process.version}  {process.address:22} {_number(process, Kind.SLOT)} slots"]
    if shards := _number(process, Kind.SHARD):
        parts.append(f"{shards} shards")
    parts += [words for kind, words in WORK.items() if _number(process, kind)]
    parts += ["draining"] * process.draining + ["does not move"] * process.frozen
    return ", ".join(parts)


def unserved(processes: Iterable[Process]) -> list[int]:
    """Return the slots that no process holds."""
    held = {number for each in processes for kind, number in each.holds if kind is Kind.SLOT}
    return sorted(set(range(SLOTS)) - held)


def _number(process: Process, kind: Kind) -> int:
    return sum(of is kind for of, _ in process.holds)
