"""A feature goes with its folder and its line: what is left holds its layers and passes all other tests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from bot.features import FEATURES
from tools.without import by_code, passes_without, remove, run

LAYERS = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"

SHARES = 60
"""How many parts there are of the tests, of which one is run for one feature after each change."""

SOME = sorted(set(by_code(*[FEATURES] * 4)))
"""The features without which Kiu plays after each change; ``make soak`` runs all other tests without each of them."""

OF_WHAT_WENT = """
from bot.commands import BY_LINE, parse


def test_that_asks_for_a_command():
    parse("ban sari 1h")


def test_that_asks_for_code():
    from bot.features.bans.standing import Bans


def test_that_asks_for_nothing():
    assert BY_LINE["sit back"].part


def test_that_asks_for_what_there_never_was():
    parse("sing")
"""


def of_kiu() -> list[str]:
    """Name the files of quick tests that know more than the engine."""
    root = Path(__file__).parents[2]
    knowing = re.compile(r"^ *(from|import) (bot|tests\.(?!cases|engine|vectors)|tools)\b", re.MULTILINE)
    files = sorted((root / "tests").rglob("test_*.py"))
    return [path.relative_to(root).as_posix() for path in files if knowing.search(path.read_text("utf-8"))]


def others(feature: str, files: Iterable[str]) -> list[str]:
    """Return the files that are not those of a feature."""
    return [file for file in files if not file.startswith(f"tests/features/{feature}/")]


def test_without_any_feature_all_other_tests_are_found_and_what_is_broken_is_told(tmp_path: Path) -> None:
    without = tmp_path / "kiu"
    remove(FEATURES, without)
    found = collected(run(FEATURES, without, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"))
    assert found > 3_000

    (without / "tests" / "test_what_went.py").write_text(OF_WHAT_WENT, encoding="utf-8")
    told = run(FEATURES, without, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_what_went.py").stdout
    assert re.findall(r"^FAILED \S+::(\w+)", told, re.MULTILINE) == [
        "test_that_asks_for_nothing",
        "test_that_asks_for_what_there_never_was",
    ], told
    assert re.findall(r"^SKIPPED \[(\d)\] .*: (.*)", told, re.MULTILINE) == [("2", "needs bans")], told


def collected(done: CompletedProcess[str]) -> int:
    assert done.returncode == 0, done.stdout + done.stderr
    (number,) = re.findall(r"^(\d+)(?:/\d+)? tests collected", done.stdout, re.MULTILINE)
    return int(number)


def test_nothing_can_be_skipped_where_the_features_are(tmp_path: Path) -> None:
    whole = tmp_path / "kiu"
    remove((), whole)
    begun = run(("bans",), whole, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_cases.py")
    assert "TESTS_WITHOUT names features that are there" in begun.stdout + begun.stderr
    assert begun.returncode != 0


@pytest.mark.parametrize("feature", SOME)
def test_kiu_plays_on_without_a_feature(feature: str, tmp_path: Path) -> None:
    without = tmp_path / "kiu"
    remove((feature,), without)
    transcript = without / "docs" / "transcripts" / "06-time-and-leaving.script"
    played = run((feature,), without, "-m", "tests.script_chat", str(transcript))
    assert played.stdout == transcript.with_suffix(".txt").read_text(encoding="utf-8"), played.stderr
    layers = run((feature,), without, "-c", LAYERS)
    assert layers.returncode == 0, layers.stdout


@pytest.mark.parametrize(("feature", "share"), [by_code(FEATURES, range(SHARES))])
def test_without_a_feature_a_share_of_the_other_tests_passes(feature: str, share: int) -> None:
    done = passes_without((feature,), *others(feature, of_kiu()[share::SHARES]))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("feature", FEATURES)
def test_without_a_feature_all_other_tests_pass(feature: str) -> None:
    done = passes_without((feature,), *others(feature, of_kiu()))
    assert done.returncode == 0, done.stdout + done.stderr
