"""What ``python -m bot`` says of itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bot import __version__


def test_the_version_is_told_from_a_clone_as_well_as_where_it_is_installed() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bot", "--version"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout == f"Kiu {__version__}\n"
