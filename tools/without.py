"""Run the tests of Kiu without some features: ``python -m tools.without bank,mint --workers 3 tests/bot``.

Their folders, their tests and their lines go from a copy, in which the lists of commands and of promises are written
anew. What is left has to pass, but for tests that asked for what went (``tests/removed_features.py``).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from bot.commands import declared
from tools.simulation.seeds import of_the_code

ROOT = Path(__file__).parents[1]

MAKES_COPIES = "test_removing.py"

NOT_COPIED = shutil.ignore_patterns(
    *(".git", ".venv", ".*_cache", ".hypothesis", "build", "data", "dist"), MAKES_COPIES
)

REMOVED = "TESTS_WITHOUT"
"""The variable that says in a copy which features went, and what was called by which names in them."""


def by_code(*choices: Sequence[Any]) -> tuple[Any, ...]:
    """Choose one of each, as belongs to the code as it stands: others after every change."""
    return tuple(some[seed % len(some)] for some, seed in zip(choices, of_the_code(), strict=False))


def names_of(feature: str) -> Iterator[str]:
    """Name the commands of a feature as they are called anywhere, those of its host, and its texts."""
    for name in ("commands", "command_line"):
        if not find_spec(module := f"bot.features.{feature}.{name}"):
            continue
        there = list(vars(import_module(module)).values())
        kinds = [each for each in there if isinstance(each, type) and each.__module__ == module]
        for each in (*there, *(method for kind in kinds for method in vars(kind).values())):
            if isinstance(each, click.Command) and each.name:
                yield each.name
            elif getattr(each, "__module__", "") == module and (spec := declared(each)) is not None:
                yield from {spec.name, spec.name.replace(" ", "_"), spec.discord} - {""}
    texts = ROOT / "bot" / "features" / feature / "en.ftl"
    if texts.exists():
        yield from re.findall(r"^([a-z][\w-]*) =", texts.read_text("utf-8"), re.MULTILINE)


def remove(features: Sequence[str], folder: Path) -> None:
    """Copy Kiu into a new folder, and remove features from it."""
    shutil.copytree(ROOT, folder, ignore=NOT_COPIED)
    listed = folder / "bot" / "features" / "__init__.py"
    lists = (folder / "tests" / "slow_tests.txt", folder / "tests" / "docs" / "promises.toml")
    for feature in features:
        shutil.rmtree(folder / "bot" / "features" / feature)
        shutil.rmtree(folder / "tests" / "features" / feature, ignore_errors=True)
        text, found = re.subn(rf'^    "{feature}",\n', "", listed.read_text("utf-8"), flags=re.MULTILINE)
        if found != 1:
            raise SystemExit(f"{feature} is not listed once in {listed}")
        listed.write_text(text, "utf-8")
        for file in lists:
            lines = file.read_text("utf-8").splitlines(keepends=True)
            gone = f"features/{feature}/", MAKES_COPIES
            file.write_text("".join(line for line in lines if not any(each in line for each in gone)), "utf-8")


def run(features: Sequence[str], folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, with the Kiu that is there."""
    removed = json.dumps({feature: list(names_of(feature)) for feature in features})
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", REMOVED: removed}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)


def passes_without(features: Sequence[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy without some features."""
    with TemporaryDirectory(prefix="kiu-without-") as name:
        folder = Path(name) / "kiu"
        remove(features, folder)
        run(features, folder, "-m", "tests.docs.reference", "reliability.md", "commands.md")
        return run(features, folder, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *arguments)


if __name__ == "__main__":
    done = passes_without(sys.argv[1].split(","), *sys.argv[2:])
    print(done.stdout, done.stderr, sep="\n")
    sys.exit(done.returncode)
