"""The tutorial is followed to the letter in a copy of the project, and the game it makes passes the tests there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.docs.test_generated import run_by
from tests.docs.tutorial import PAGE, ROOT, Block, StaleStep, blocks, carry_out, copy_project

GAME = "high-domino"

TESTS = (
    f"tests/engine/test_laws.py::test_laws_hold_for_every_preset[{GAME}-usual]",
    f"tests/engine/test_laws.py::test_laws_hold_for_every_preset[{GAME}-doubles]",
    "tests/engine/test_laws.py::test_no_game_is_left_out",
    "tests/engine/test_game.py",
    "tests/engine/highdomino",
    "tests/bot/test_high_domino.py",
    "tests/bot/test_handlers.py",
    "tests/bot/wording/test_wording.py::test_every_language_has_every_sentence_with_the_same_values",
    "tests/bot/wording/test_rules_pages.py",
    "tests/playthroughs",
    "tests/test_layers.py",
)
"""The tests of the tutorial itself, and some of those that know every game."""

MORE_TESTS = (
    f"tests/engine/test_laws.py::test_laws_hold_under_random_play[{GAME}]",
    "tests/engine/test_house_rules.py",
    f"tests/bot/test_practice.py::test_practice_begins_at_once_with_computer_players_and_says_what_it_is[{GAME}]",
    "tests/bot/wording/test_wording.py",
    "tests/bot/wording/test_messages.py",
    "tests/bot/wording/test_drawn_words.py",
    "tests/bot/pictures/test_packs.py",
    "tests/chats/discord/test_slash_commands.py",
    "tests/chats/telegram/test_command_names.py",
    "tests/docs/test_reference.py",
    "tests/docs/test_whose_cards.py",
)
"""The others that know every game; what is left would only take longer."""

OTHER_GAMES = "not ({})".format(" or ".join(spelled for name in GAMES for spelled in (name, name.replace("-", ""))))
"""What is about one of the other games alone was tested where it is at home."""


ONE_AFTER_ANOTHER = "import runpy, sys; [runpy.run_module(each, run_name='__main__') for each in sys.argv[1:]]"
"""Runs modules in one process, since all import the whole of Kiu."""


def run(folder: Path, *command: str) -> str:
    """Run a program of the development tools in a folder, and return what it prints, if it says that all is well."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    # Each of the programs would compile all of the copy again, whatever the environment says.
    env |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "tests", [TESTS, pytest.param((*TESTS, *MORE_TESTS), marks=pytest.mark.soak)], ids=["its own", "all"]
)
def test_the_tutorial_leads_to_a_game_that_passes_the_tests(tmp_path: Path, tests: tuple[str, ...]) -> None:
    steps = blocks(PAGE.read_text(encoding="utf-8"))
    copy_project(tmp_path)
    for step in steps:
        carry_out(step, tmp_path)
    bin_folder = Path(sys.executable).parent
    made = sorted({step.path for step in steps if step.path.endswith(".py")})

    run(tmp_path, str(bin_folder / "ruff"), "check", "--no-cache", *made)
    run(tmp_path, str(bin_folder / "ruff"), "format", "--no-cache", "--check", *made)
    run(tmp_path, str(bin_folder / "lint-imports"), "--no-cache")
    run(tmp_path, sys.executable, "-c", ONE_AFTER_ANOTHER, *sorted(run_by("docs") - {"tests.transcripts.write"}))
    said = run(tmp_path, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", OTHER_GAMES, *tests)

    assert re.search(r"\d{2,} passed", said)
    assert "High Domino" in (tmp_path / "docs" / "house-rules.md").read_text(encoding="utf-8")
    assert "Stayed" in (tmp_path / "tests" / "playthroughs" / f"{GAME}-usual.txt").read_text(encoding="utf-8")


def test_the_steps_are_those_of_contributing() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = contributing.split("## Adding a game\n")[1].split("\n## ")[0]
    steps = re.findall(r"^(\d+\. \*\*.*?\*\*)", section, re.MULTILINE)

    assert len(steps) > 5
    assert [step.replace("*", "") for step in steps] == re.findall(
        r"^## (\d+\. .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )


# --- following steps -------------------------------------------------------------------------------------------


def test_blocks_create_files_add_to_them_and_change_their_lines(tmp_path: Path) -> None:
    page = (
        "Text.\n\n```python a/b.py\none = 1\n```\n\n```python a/b.py\ntwo = 2\n```\n\n```sh\nmake test\n```\n\n"
        "```diff a/b.py\n-one = 1\n+one = 'I'\n@@\n two = 2\n+three = 3\n```\n"
    )
    for step in blocks(page):
        carry_out(step, tmp_path)

    assert [step.line for step in blocks(page)] == [3, 7, 15]
    assert (tmp_path / "a" / "b.py").read_text(encoding="utf-8") == "one = 'I'\n\n\ntwo = 2\nthree = 3\n"


@pytest.mark.parametrize("there", ["", "x = 2\n", "x = 1\nx = 1\n"])
def test_a_step_that_does_not_fit_any_more_is_named(tmp_path: Path, there: str) -> None:
    (tmp_path / "b.py").write_text(there)

    with pytest.raises(StaleStep, match=r"line 7: b\.py does not have these lines exactly once"):
        carry_out(Block(7, "diff", "b.py", " x = 1\n+y = 1\n"), tmp_path)
