"""Required versions of Python and packages."""

from __future__ import annotations

import platform
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import bot
from bot.chats.findings import Finding, fault, few, good

CLONE = Path(bot.__file__).parents[1]
"""The folder of pyproject.toml in a clone, otherwise that of all packages."""

NAMED = 6
"""Most packages named in a sentence."""


def python_findings() -> Iterator[Finding]:
    """Compare Python and packages with the clone's or the installation's needs."""
    if (CLONE / "pyproject.toml").is_file():
        project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        remedy = "Stop Kiu and start it with make run, which installs what is listed in requirements.txt."
        return needed(project["requires-python"], project["dependencies"], remedy, platform.python_version())
    remedy = "Install Kiu anew, with the command that installed it and --force-reinstall behind it."
    python = metadata.metadata("kiu")["Requires-Python"]
    return needed(python, metadata.requires("kiu") or (), remedy, platform.python_version())


def needed(wanted: str, packages: Iterable[str], remedy: str, python: str) -> Iterator[Finding]:
    """Compare installed versions with wanted ones."""
    # It takes longer to import than to carry out, and only here.
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet

    if python in SpecifierSet(wanted, prereleases=True):
        yield good(f"Kiu {bot.__version__} runs with Python {python}, {sys.executable}.")
    else:
        yield fault(
            f"Kiu needs Python {wanted} and runs with {python}.", "Install a newer Python, and Kiu with it anew."
        )
    missing = []
    for each in map(Requirement, packages):
        if each.marker is not None and not each.marker.evaluate({"extra": ""}):
            continue
        try:
            version = metadata.version(each.name)
        except metadata.PackageNotFoundError:
            missing.append(f"{each.name} is missing")
            continue
        if not each.specifier.contains(version, prereleases=True):
            missing.append(f"{each.name} is {version} instead of {each.specifier}")
    if missing:
        yield fault(f"Packages are not as Kiu needs them: {few(missing, NAMED)}.", remedy)
    else:
        yield good("All packages have versions that Kiu works with.")
