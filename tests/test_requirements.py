"""The requirements files fit pyproject.toml, pin by hash, and leave the choice of a package index to the host."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = {
    "requirements.txt": [],
    "requirements-dev.txt": ["test"],
    "tools/benchmarks/requirements.txt": ["test", "benchmarks"],
}

TO_BUILD = "deploy/requirements-build.txt"
"""What the wheel is built with in the image."""


def canonical(name: str) -> str:
    """Spell a package name the one way in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(file: str) -> list[str]:
    """Each pinned package of ``file`` with its hashes."""
    text = re.sub(r"^\s*#.*\n", "", (TOP / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return text.replace("\\\n", " ").splitlines()


@pytest.mark.parametrize("file", EXTRAS)
def test_every_dependency_is_pinned(file: str) -> None:
    wanted = list(PROJECT["dependencies"])
    for extra in EXTRAS[file]:
        wanted += PROJECT["optional-dependencies"][extra]
    names = {canonical(re.split(r"[^\w.-]", each)[0]) for each in wanted}

    assert names <= {canonical(entry.partition("==")[0]) for entry in entries(file)}, "run `make lock`"


def test_what_builds_the_wheel_is_pinned() -> None:
    names = {canonical(re.split(r"[^\w.-]", each)[0]) for each in PYPROJECT["build-system"]["requires"]}

    assert names == {canonical(entry.partition("==")[0]) for entry in entries(TO_BUILD)}, "run `make lock`"


@pytest.mark.parametrize("file", [*EXTRAS, TO_BUILD])
def test_every_package_has_one_version_and_its_hashes(file: str) -> None:
    for entry in entries(file):
        assert re.match(r"[a-z0-9-]+==[\w.]+ ( ?; [^-]+)?(\s*--hash=sha256:[0-9a-f]{64})+\s*$", entry), entry[:80]


@pytest.mark.parametrize("file", [*EXTRAS, TO_BUILD])
def test_no_index_is_named(file: str) -> None:
    text = (TOP / file).read_text(encoding="utf-8")

    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted-host", text)


@pytest.mark.parametrize("file", ["requirements-dev.txt", "tools/benchmarks/requirements.txt"])
def test_tests_run_with_the_versions_that_hosts_install(file: str) -> None:
    assert {pin(entry) for entry in entries("requirements.txt")} <= {pin(entry) for entry in entries(file)}


def pin(entry: str) -> str:
    """The name and version of an entry, with the machines it is for."""
    return entry.partition(" --hash")[0].strip()
