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
from packaging.utils import canonicalize_name

from bot.chats.findings import Kind
from bot.hosting import python_packages
from bot.hosting.python_packages import CLONE, Needs

HERE = metadata.version("packaging")


def found(python: str = "3.11.2", packages: Sequence[str] = (), pinned: Sequence[str] = ()) -> list[tuple[Kind, str]]:
    """What is said where Kiu needs this."""
    wanted, tested = (list(python_packages._for_this_machine(each)) for each in (packages, pinned))
    needs = Needs(">=3.11", wanted, tested, "Mend.")
    findings = list(python_packages._findings(needs, python))
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


def test_packages_that_kiu_was_not_tested_with_do_no_harm() -> None:
    assert found(packages=["packaging"], pinned=["packaging==1.0"])[1:] == [
        (Kind.NOTE, f"Packages have other versions than Kiu was tested with: packaging is {HERE} instead of ==1.0.")
    ]
    assert found(packages=["packaging"], pinned=[f"packaging=={HERE}"])[1:] == [
        (Kind.GOOD, "All 1 packages have the versions that Kiu was tested with.")
    ]
    assert found(packages=["packaging"])[1:] == [(Kind.GOOD, "All packages have versions that Kiu works with.")]


def test_of_many_packages_the_first_are_named() -> None:
    told = found(packages=[f"no-such-package-{number}" for number in range(8)])[1][1]
    assert told.endswith("no-such-package-5 is missing and 2 more.")


def test_a_clone_needs_what_its_project_says_and_the_versions_of_its_lock() -> None:
    project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = python_packages._needs(CLONE)

    assert (needs.python, len(needs.packages)) == (project["requires-python"], len(project["dependencies"]))
    lock = (CLONE / "requirements.txt").read_text(encoding="utf-8")
    pinned = {canonicalize_name(line.partition("==")[0]) for line in lock.splitlines() if "==" in line}
    names = [canonicalize_name(each.name) for each in needs.pinned]
    assert len(set(names)) == len(names)
    assert {"aiohttp", "sqlalchemy"} <= set(names) <= pinned


def test_where_it_was_installed_it_needs_what_the_package_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kiu = Message()
    kiu["Requires-Python"] = ">=3.11"
    monkeypatch.setattr(metadata, "metadata", {"kiu": kiu}.__getitem__)
    monkeypatch.setattr(metadata, "requires", {"kiu": ["aiohttp>=3", 'pytest; extra == "test"']}.__getitem__)
    needs = python_packages._needs(tmp_path)

    assert needs.python == ">=3.11"
    assert list(python_packages._unmet(needs.packages)) == [], "what tests need is not needed"
    assert needs.pinned == ()


def test_an_old_python_says_so_itself() -> None:
    assert python_packages._needs(CLONE).python == ">=3.11", "bot/__init__.py names it too"
    code = "import sys; sys.version_info = (3, 10, 9); import bot.__main__"
    told = subprocess.run([sys.executable, "-c", code], cwd=CLONE, capture_output=True, text=True, timeout=60)

    assert told.returncode == 1
    assert told.stderr.startswith("Kiu needs Python 3.11 or newer, and this is ")
    assert len(told.stderr.splitlines()) == 1
