"""A feature goes with its folder and its line: the rest holds its layers and plays as before."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.features import FEATURES

ROOT = Path(__file__).parents[2]
TRANSCRIPT = ROOT / "docs" / "transcripts" / "06-time-and-leaving.script"

LAYERS = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"


@pytest.mark.slow
@pytest.mark.parametrize("feature", FEATURES)
def test_kiu_plays_on_without_a_feature(feature: str, tmp_path: Path) -> None:
    without(feature, tmp_path)
    played = run(tmp_path, "-m", "tests.script_chat", str(TRANSCRIPT))
    assert played.stdout == TRANSCRIPT.with_suffix(".txt").read_text(encoding="utf-8"), played.stderr
    layers = run(tmp_path, "-c", LAYERS)
    assert layers.returncode == 0, layers.stdout


def without(feature: str, folder: Path) -> None:
    """Copy Kiu into a folder, but for the folder of a feature and its line in the list."""
    for package in ("bot", "engine", "verify", "tests/bot", "tests/script_chat"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", ".env.example", "tests/manual_clock.py", "tests/seeded_entropy.py"):
        shutil.copy(ROOT / file, folder / file)
    shutil.rmtree(folder / "bot" / "features" / feature)
    listed = folder / "bot" / "features" / "__init__.py"
    text, lines = re.subn(rf'^    "{feature}",\n', "", listed.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert lines == 1
    listed.write_text(text, encoding="utf-8")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with the Kiu that is there."""
    environment: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
