"""The unit of systemd: checked by systemd's own tools, and held against what Kiu says of itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from bot.hosting import exit_codes
from bot.running import LAST_SECONDS
from tests.deploy.installed import ROOT

UNIT = ROOT / "deploy" / "kiu@.service"
MOST_EXPOSURE = 1.3
"""What systemd makes of the unit, from 0 (safe) to 10 (unsafe)."""

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")


def values(key: str) -> list[str]:
    """Everything that the unit sets a key to."""
    lines = (line.partition("=") for line in UNIT.read_text(encoding="utf-8").splitlines())
    return [value for name, _, value in lines if name == key]


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """The unit for one bot, with a program that is there."""
    text = UNIT.read_text(encoding="utf-8").replace("/opt/kiu/bin/kiu", "/bin/true")
    one = tmp_path / "kiu@home.service"
    for path in (one, tmp_path / UNIT.name):
        path.write_text(text, encoding="utf-8")
    return one


def analyzed(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    return subprocess.run([ANALYZE, "--no-pager", *arguments], capture_output=True, text=True, check=False, timeout=60)


@needs_systemd
def test_systemd_finds_nothing_wrong(instance: Path) -> None:
    found = analyzed("verify", instance)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@needs_systemd
def test_little_of_the_machine_is_open_to_it(instance: Path) -> None:
    found = analyzed("security", "--offline=true", f"--threshold={MOST_EXPOSURE * 10:.0f}", instance)
    assert found.returncode == 0, found.stdout


def test_what_another_start_would_not_mend_is_not_started_again() -> None:
    (codes,) = values("RestartPreventExitStatus")
    assert {int(code) for code in codes.split()} == {
        exit_codes.EXIT_CANNOT_START,
        exit_codes.EXIT_ANOTHER_INSTANCE,
        exit_codes.EXIT_TOKEN_REFUSED,
    }


def test_systemd_waits_longer_than_stopping_may_take() -> None:
    assert int(values("TimeoutStopSec")[0]) > LAST_SECONDS
