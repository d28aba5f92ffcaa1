"""What ``python -m bot`` says of itself."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bot import __version__

ROOT = Path(__file__).parents[2]


def test_the_version_is_told_from_a_clone_as_well_as_where_it_is_installed() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bot", "--version"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == f"Kiu {__version__}\n"


HEAVY = ("asyncio", "aiohttp", "fluent", "pydantic", "sqlalchemy", "structlog")
"""Libraries of which each takes longer to import than the program may take to tell its version."""


def test_the_version_is_told_with_no_more_than_the_command_line() -> None:
    code = (
        "import sys\ntry:\n    from bot.__main__ import main\n    main(['--version'])\n"
        "finally:\n    print(*sorted(sys.modules), file=sys.stderr)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    imported = told.stderr.split()
    assert {each for each in imported if each.partition(".")[0] == "bot"} == {
        *("bot", "bot.__main__", "bot.hosting", "bot.hosting.exit_codes", "bot.hosting.program")
    }
    assert not {each.partition(".")[0] for each in imported} & set(HEAVY)


@pytest.mark.parametrize("module", ["matplotlib", "confusable_homoglyphs", "uharfbuzz", "multiprocessing"])
def test_a_start_imports_nothing_that_it_may_never_need(module: str) -> None:
    assert module not in _imported_at_start()


@cache
def _imported_at_start() -> frozenset[str]:
    """The modules that are there when Kiu can serve both platforms."""
    code = "import sys, bot.__main__, bot.running, bot.chats.discord_chat, bot.chats.telegram_chat\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    return frozenset(done.stdout.split())
