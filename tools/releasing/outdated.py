"""Which packages of the lock have newer versions, and what takes them in."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools.releasing.errors import CannotRelease
from tools.releasing.lock import pins


class Newer(NamedTuple):
    """There is a newer version of a package."""

    name: str
    locked: Version
    newest: Version
    allowed: bool
    """Whether pyproject.toml lets it in."""

    def __str__(self) -> str:
        how = "make lock ARGS=--upgrade takes it in" if self.allowed else "pyproject.toml keeps it out"
        return f"{self.name} {self.locked}: {self.newest} is there, {how}"


def newer(lock: Path, project: Path) -> Iterator[Newer]:
    """Ask the package index, by pip's own settings, what is newer than the lock.

    Raises:
        CannotRelease: pip could not ask.
    """
    ranges = _ranges(project)
    latest = _latest()
    for pin in pins(lock):
        version = latest.get(pin.name)
        if version is not None and version > pin.version:
            asked = ranges.get(pin.name)
            yield Newer(pin.name, pin.version, version, asked is None or version in asked.specifier)


def _latest() -> dict[str, Version]:
    """The newest version of each installed package that has one newer than what is installed."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "list", "--outdated", "--format", "json")
    asked = subprocess.run(pip, capture_output=True, text=True)  # noqa: S603
    if asked.returncode:
        raise CannotRelease(f"pip could not ask for newer versions:\n{asked.stderr}")
    listed = json.loads(asked.stdout)
    return {canonicalize_name(each["name"]): Version(each["latest_version"]) for each in listed}


def _ranges(project: Path) -> dict[str, Requirement]:
    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    lists = [declared["dependencies"], *declared["optional-dependencies"].values()]
    return {canonicalize_name(each.name): each for each in map(Requirement, chain.from_iterable(lists))}
