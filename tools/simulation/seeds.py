"""Which worlds are run: those of seeds drawn by chance, or of seeds that belong to the code as it stands."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

SEEDS = 1 << 32
"""A seed is smaller than this."""

ROOT = Path(__file__).parents[2]
PROGRAM = ("bot", "engine", "tools/simulation")
"""The folders with what runs in a world."""


def drawn() -> Iterator[int]:
    """Seeds drawn by chance, without end."""
    while True:
        yield secrets.randbelow(SEEDS)


def of_the_code(root: Path = ROOT) -> Iterator[int]:
    """Seeds that belong to the code as it stands, without end: others after every change, the same on every machine.

    Whoever runs them once more sees what was seen before, and no change is refused for what another has brought.

    Args:
        root: the folder of the project.
    """
    digest = sha256()
    for file in sorted(file for folder in PROGRAM for file in (root / folder).rglob("*.py")):
        content = sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.relative_to(root).as_posix()} {content}\n".encode())
    for number in count():
        seed = sha256(digest.digest() + number.to_bytes(8, "big")).digest()
        yield int.from_bytes(seed[:8], "big") % SEEDS
