"""Whether Python and the packages are those that Kiu needs, wherever it was installed from."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from email.message import Message
from importlib import metadata
from pathlib import Path

import pytest

from bot.chats.findings import Kind
from bot.hosting import python_packages
from bot.hosting.python_packages import CLONE, needed, python_findings

HERE = metadata.version("packaging")


def found(python: str = "3.11.2", packages: Sequence[str] = ()) -> list[tuple[Kind, str]]:
    """Return what is told where Kiu needs this."""
    findings = list(needed(">=3.11", packages, "Mend.", python))
    assert all(each.remedy for each in findings if each.kind is not Kind.GOOD)
    return [(each.kind, each.text) for each in findings]


def test_an_old_python_is_told() -> None:
    assert found("3.10.9")[0] == (Kind.FAULT, "Kiu needs Python >=3.11 and runs with 3.10.9.")
    assert [kind for kind, _ in found("3.15.0rc1")] == [Kind.GOOD, Kind.GOOD]


def test_packages_that_are_missing_or_of_another_version_are_named() -> None:
    wanted = ["packaging<1", "no-such-package>=2", "packaging>=1", 'no-such-package; python_version < "3"']
    assert found(packages=wanted)[1:] == [
        (
            Kind.FAULT,
            f"Packages are not as Kiu needs them: packaging is {HERE} instead of <1, no-such-package is missing.",
        )
    ]


def test_of_many_packages_the_first_are_named() -> None:
    told = found(packages=[f"no-such-package-{number}" for number in range(8)])[1][1]
    assert told.endswith("no-such-package-5 is missing and 2 more.")


def test_a_clone_has_what_its_project_says() -> None:
    assert [each.kind for each in python_findings()] == [Kind.GOOD, Kind.GOOD]


def test_where_it_was_installed_it_needs_what_the_package_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kiu = Message()
    kiu["Requires-Python"] = "<3"
    monkeypatch.setattr(python_packages, "CLONE", tmp_path)
    monkeypatch.setattr(metadata, "metadata", {"kiu": kiu}.__getitem__)
    monkeypatch.setattr(metadata, "requires", {"kiu": ["aiohttp>=3", 'no-such; extra == "test"']}.__getitem__)

    assert [each.kind for each in python_findings()] == [Kind.FAULT, Kind.GOOD], "what tests need is not needed"


def test_an_old_python_says_so_itself() -> None:
    project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11", "bot/__init__.py names it too"
    code = "import sys; sys.version_info = (3, 10, 9); import bot.__main__"
    told = subprocess.run([sys.executable, "-c", code], cwd=CLONE, capture_output=True, text=True, timeout=60)

    assert told.returncode == 1
    assert told.stderr.startswith("Kiu needs Python 3.11 or newer, and this is ")
    assert len(told.stderr.splitlines()) == 1
