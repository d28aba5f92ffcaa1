"""The game of the tutorial is installed as a package, and a Kiu that finds it by its entry point plays it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import wording
from engine.games import GAMES, INSTALLED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorial-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "high-domino"


def run(*command: str, folder: Path, path: str) -> str:
    """Run Python in a folder, and return what it prints if it ends well."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=env | {"PYTHONPATH": path, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package."""
    folder = tmp_path_factory.mktemp("installed")
    # Building writes beside the sources.
    sources = shutil.copytree(EXAMPLE, folder / "sources", ignore=shutil.ignore_patterns("__pycache__"))
    target = folder / "packages"
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--target", str(target))
    run("-m", "pip", "install", *options, str(sources), folder=folder, path="")
    return target


def test_the_installed_game_is_played_and_passes_its_tests(installed: Path) -> None:
    options = ("-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"))
    said = run("-m", "pytest", *options, str(EXAMPLE / "test_high_domino.py"), folder=ROOT, path=f"{installed}:{ROOT}")

    assert re.search(r"^\d+ passed", said, re.MULTILINE)


def test_no_package_is_imported_from_the_sources(installed: Path) -> None:
    code = "import kiu_high_domino; from engine.games import GAMES; print(kiu_high_domino.__file__, *GAMES)"

    file, *games = run("-c", code, folder=installed.parent, path=f"{installed}:{ROOT}").split()

    assert Path(file).is_relative_to(installed)
    assert games == [*GAMES, "high-domino"]


def test_without_the_package_there_is_no_such_game() -> None:
    assert (INSTALLED, "high-domino" in GAMES, wording.has("toast-stayed")) == ((), False, False)


@pytest.mark.parametrize("language", wording.languages())
def test_every_language_has_the_sentences_of_the_example(language: str) -> None:
    texts = {
        each: (EXAMPLE / "kiu_high_domino" / f"{each}.ftl").read_text(encoding="utf-8")
        for each in (wording.FALLBACK, language)
    }
    keys = [{match["key"] for match in wording.ENTRY.finditer(text)} for text in texts.values()]

    assert all(keys)
    assert keys[0] == keys[-1]


def test_the_page_leads_through_every_file_of_the_package() -> None:
    linked = set(re.findall(r"\]\(\.\./examples/high-domino/([^)]+)\)", PAGE))
    files = {str(each.relative_to(EXAMPLE)) for each in EXAMPLE.rglob("*") if each.suffix in (".py", ".ftl", ".toml")}

    assert linked == files - {"kiu_high_domino/__init__.py"}


def test_the_steps_are_those_of_contributing() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = contributing.split("## Adding a game\n")[1].split("\n## ")[0]
    steps = re.findall(r"^(\d+\. \*\*.*?\*\*)", section, re.MULTILINE)

    assert len(steps) > 5
    assert [step.replace("*", "") for step in steps] == re.findall(r"^## (\d+\. .*)$", PAGE, re.MULTILINE)
