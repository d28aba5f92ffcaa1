"""A host is told at every start if the platform throws the disk away, and the Procfile warns of it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bot.features.doctor.data_folder import PLATFORMS, data_findings, passing_disk_findings

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("variable", PLATFORMS)
def test_a_disk_that_does_not_last_is_told_of(tmp_path: Path, variable: str) -> None:
    (finding,) = passing_disk_findings(tmp_path, {variable: "x"}, root=tmp_path)
    assert PLATFORMS[variable] in finding.text
    assert "KIU_DATA" in finding.remedy


def test_a_volume_lasts_and_so_does_a_machine_of_ones_own(tmp_path: Path) -> None:
    assert list(passing_disk_findings(tmp_path, {"DYNO": "web.1"}, root=Path("/proc"))) == []
    assert list(passing_disk_findings(tmp_path, {"HOME": "/root"}, root=tmp_path)) == []


def test_the_doctor_tells_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any("Heroku" in each.text for each in data_findings(Path("/")))
    monkeypatch.setenv("DYNO", "worker.1")
    assert any("Heroku" in each.text for each in data_findings(Path("/")))


def test_the_procfile_starts_one_worker_and_warns() -> None:
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    started = [re.fullmatch(r"([A-Za-z0-9_-]+):\s*(.+)", line) for line in lines]
    commands = {each[1]: shlex.split(each[2]) for each in started if each}
    assert commands == {"worker": ["python", "-m", "bot"]}
    assert any("throw the disk away" in line for line in lines if line.startswith("#"))
