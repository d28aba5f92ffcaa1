"""Many worlds are run, and the broken ones are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.simulation.fresh_worlds import FreshWorlds, run_many


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
