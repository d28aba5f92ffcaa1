"""The tutorial as steps: what its code blocks say is written into a copy of the project.

A block names its file after its language. A new file is created, and one that is there already is added to at its
end; a ``diff`` changes lines within one, hunks being separated by a line ``@@``.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorial-game.md"

_BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HUNK_ENDS = re.compile(r"^@@.*\n", re.MULTILINE)
_COPIED = (
    *("bot", "engine", "tests", "docs", "verify", "tools"),
    *("pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile"),
)


class Block(NamedTuple):
    """A block of code in the tutorial."""

    line: int
    """Where it stands in the page."""

    language: str
    path: str
    """The file that it is for."""

    text: str


class StaleStep(ValueError):
    """A step that does not fit the project any more; the text says which, and why."""


def blocks(page: str) -> list[Block]:
    """Every block of a page that is for a file, in order."""
    return [Block(page.count("\n", 0, each.start()) + 1, *each.groups()) for each in _BLOCK.finditer(page)]


def copy_project(folder: Path) -> None:
    """Copy what the steps and their tests need into a folder."""
    for name in _COPIED:
        if (ROOT / name).is_dir():
            # What is compiled already need not be compiled again, but for files that are just being written.
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*", "*.png"))
        else:
            shutil.copy(ROOT / name, folder / name)


def carry_out(block: Block, folder: Path) -> None:
    """Write what a block says into a copy of the project.

    Raises:
        StaleStep: it changes lines that are not there, or are there more than once.
    """
    file = folder / block.path
    if block.language == "diff":
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for hunk in _HUNK_ENDS.split(block.text):
            text = _changed(text, hunk, block)
    elif file.exists():
        blank = "\n\n" if block.language == "python" else "\n"
        text = file.read_text(encoding="utf-8") + blank + block.text
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = block.text
    file.write_text(text, encoding="utf-8")


def _changed(text: str, hunk: str, block: Block) -> str:
    lines = hunk.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    if text.count(before) != 1:
        where = f"{PAGE.name}, line {block.line}"
        raise StaleStep(f"{where}: {block.path} does not have these lines exactly once any more:\n{before}")
    return text.replace(before, after)
