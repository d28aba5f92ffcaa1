"""Free space on a disk."""

from __future__ import annotations

import shutil
from pathlib import Path

MEGABYTE = 1_000_000

LEAST_FREE = 200 * MEGABYTE
"""Least bytes for a start, and beside a new backup."""


def free_space(folder: Path) -> int | None:
    usage = shutil.disk_usage(folder)
    return usage.free if usage.total else None


def size(count: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if round(count) < 1000:
            return f"{count:.0f} {unit}" if unit == "bytes" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
