"""What is listed as equivalent is there, and is shown as such in the report."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tools.mutating import equivalents, reports
from tools.mutating.mutants import Name, mutants_of
from tools.mutating.outcomes import Outcome, Result

ROOT = Path(__file__).parents[2]
PAYS = Name("game.py", "pays", "if chips < 2", "if chips <= 2")


def test_nothing_is_listed_that_is_no_mutant_any_more() -> None:
    reasons = equivalents.listed()
    files = {name.file for name in reasons}

    assert not equivalents.stale(reasons, (each.name for file in files for each in mutants_of(ROOT / file, ROOT)))


def test_the_report_names_survivors_that_are_not_explained(tmp_path: Path) -> None:
    raised = Name("game.py", "pays", "raise Refused('few')", "pass", nth=1)
    found = [
        Result(PAYS, 3, Outcome.SURVIVED, 2),
        Result(raised, 4, Outcome.UNTESTED, 0),
        Result(raised, 9, Outcome.TIMED_OUT, 5),
        *[Result(raised, 9, Outcome.KILLED, 5)] * 8,
    ]

    text = reports.report(found, b"source", 0.5, ["tests"], {PAYS: "Nobody has two chips."})
    reports.path_for("game.py", tmp_path).write_text(text, encoding="utf-8")

    kept = tomllib.loads(text)
    assert {name: kept[name] for name in ("mutants", "killed", "equivalent", "survived", "percent")} == {
        "mutants": 11,
        "killed": 9,
        "equivalent": 1,
        "survived": 1,
        "percent": 90.0,
    }
    assert reports.survivors("game.py", b"source", 0.5, tmp_path) == frozenset({raised})
    assert (reports.kept_tests("game.py", tmp_path), reports.kept_tests("another.py", tmp_path)) == (("tests",), ())
    assert reports.survivors("game.py", b"another source", 0.5, tmp_path) is None
    assert reports.survivors("game.py", b"source", 1.0, tmp_path) is None
    assert reports.survivors("another.py", b"source", 0.5, tmp_path) is None
