"""One command writes everything anew that is generated."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_by(target: str) -> set[str]:
    """The modules that a target of the Makefile runs."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert recipe is not None, target
    return set(re.findall(r"-m ([\w.]+)", recipe[1]))


RUN_BY_TESTS = {"tests.features.backups.killed_steps", "tests.simulation.disk_commands"}
"""Write into the folder of a test alone."""


def writers() -> set[str]:
    """The modules among tests and takers of pictures that can be run and write files of the project."""
    paths = (*(ROOT / "tests").rglob("*.py"), *(ROOT / "tools" / "screenshots").glob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path, text in texts.items()
        if 'if __name__ == "__main__"' in text and re.search(r"\.write_(text|bytes)\(|\.screenshot\(", text)
        and path != Path(__file__)
    }  # fmt: skip


def test_make_docs_and_make_pictures_run_every_module_that_writes_files() -> None:
    assert run_by("docs") == {
        "tests.docs.reference",
        "tests.docs.picture",
        "tests.docs.result_pictures",
        "tests.playthroughs.write",
        "tests.transcripts.write",
    }
    assert run_by("docs") | run_by("pictures") | RUN_BY_TESTS == writers(), "name the module in the Makefile"


def test_every_generated_page_says_how_it_is_written() -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}

    assert {name for name, page in pages.items() if "written from the code by `make docs`" in page} == {
        "commands.md",
        "house-rules.md",
        "koo-kiew-pack.md",
    }
