"""Syncing of files and folders against power cuts."""

from __future__ import annotations

import os
from pathlib import Path


def sync_file(path: Path) -> None:
    """Make a file's content durable."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def sync_folder(folder: Path) -> None:
    """Make a folder's names durable; systems that cannot open folders do so anyway."""
    if os.name == "nt":
        return
    sync_file(folder)
