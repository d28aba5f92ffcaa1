"""Mutants of a small project are planted, and the tests of it notice some of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.rows import rows
from tools.mutating.__main__ import folder_of_tests

GAME = """LEAST = 2

def pays(chips):
    if chips < LEAST:
        raise ValueError("too few")
    return chips * 2

def unseen():
    return 'ace'

def more(chips):
    return chips > 3

FOUR_IS_MORE = more(4)
"""
TESTS = """import pytest
from game import FOUR_IS_MORE, LEAST, more, pays

def test_it_pays():
    assert pays(2) == 4

def test_too_few():
    with pytest.raises(ValueError):
        pays(1)

def test_more():
    assert not more(2)

def test_table():
    assert FOUR_IS_MORE
"""
PLANTED = {
    "LEAST = 3": "killed",
    "if chips <= LEAST": "killed",
    "pass": "killed",
    "return chips * 1": "killed",
    "return 'ace?'": "untested",
    "return chips >= 3": "survived",
    "return chips > 4": "killed",  # noticed only by what was made of it when the module was imported
    "FOUR_IS_MORE = more(5)": "survived",
}
CONFTEST = """import gc
from hypothesis import settings
settings.register_profile('ci')

def pytest_collection_finish():
    gc.freeze()  # as this project does, so that no garbage collection looks at what was collected
"""
RUN = f"""PLANTED = {set(PLANTED)!r}
import json, sys
from pathlib import Path
from tools.mutating.mutants import mutants_of
from tools.mutating.running import results

root = Path.cwd()
sys.path.insert(0, str(root))
planted = [each for each in mutants_of(root / "game.py", root) if each.name.after in PLANTED]
found = results(planted, ["test_game.py"], root, 20, True, lambda result: None)
print(json.dumps([[each.name.before, each.name.after, each.outcome.value] for each in found]))
"""


def run(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "game.py").write_text(GAME, encoding="utf-8")
    (folder / "test_game.py").write_text(tests, encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    project = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-c", RUN], cwd=folder, env={"PYTHONPATH": str(project)}, capture_output=True, text=True
    )


def test_each_mutant_is_planted_and_those_that_no_test_notices_are_named(tmp_path: Path) -> None:
    ran = run(tmp_path, TESTS)
    assert ran.returncode == 0, ran.stderr

    assert {after: outcome for _, after, outcome in json.loads(ran.stdout.splitlines()[-1])} == PLANTED


def test_nothing_is_learnt_from_tests_that_fail_by_themselves(tmp_path: Path) -> None:
    ran = run(tmp_path, TESTS.replace("== 4", "== 5"))

    assert ran.returncode != 0
    assert "CannotMeasure" in ran.stderr


@rows(__file__)
def test_the_tests_of_a_file_are_those_in_the_folder_that_follows_it(file: str, folder: str) -> None:
    assert folder_of_tests(file) == folder
