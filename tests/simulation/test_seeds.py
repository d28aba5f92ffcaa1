"""Which worlds are run: fresh ones each time, or those that belong to the code as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tools.simulation.fresh_worlds import FreshWorlds, run_many
from tools.simulation.seeds import SEEDS, drawn, of_the_code


def first(seeds: Iterator[int]) -> list[int]:
    return list(islice(seeds, 5))


def test_seeds_that_are_drawn_are_others_each_time() -> None:
    assert first(drawn()) != first(drawn())


def test_the_seeds_of_the_code_are_the_same_until_it_changes(tmp_path: Path) -> None:
    for folder in ("bot", "engine", "tests"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file.py").write_text("one = 1\n")
    before = first(of_the_code(tmp_path))
    assert len({seed for seed in before if 0 <= seed < SEEDS}) == 5
    (tmp_path / "tests" / "file.py").write_text("one = 2\n")
    (tmp_path / "bot" / "file.pyc").write_text("one = 2\n")
    assert first(of_the_code(tmp_path)) == before, "nothing of it runs in a world"
    (tmp_path / "engine" / "file.py").write_text("one = 2\n")
    changed = first(of_the_code(tmp_path))
    (tmp_path / "engine" / "file.py").rename(tmp_path / "engine" / "other.py")
    assert len({*before, *changed, *first(of_the_code(tmp_path))}) == 15


def test_worlds_are_run_until_there_is_no_further_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run: list[int] = []

    def violation(_: FreshWorlds, seed: int) -> str:
        run.append(seed)
        return "Broken: chips" if seed == 3 else ""

    monkeypatch.setattr(FreshWorlds, "run", violation)
    broken = run_many(FreshWorlds(0.2, 4, tmp_path, runs=0), iter([1, 2, 3, 4]), until=None, workers=2)
    assert sorted(run) == [1, 2, 3, 4]
    assert broken == 1
    assert capsys.readouterr().out == "Broken: chips\n4 worlds, 1 of them broken.\n"
