"""Whether Python and the installed packages are those that Kiu needs, and those that it was tested with."""

from __future__ import annotations

import platform
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import bot
from bot.chats.findings import Finding, fault, good, note
from bot.hosting.report import Section

CLONE = Path(bot.__file__).parents[1]
"""Where pyproject.toml is if Kiu runs from a clone; where it is installed, this holds other packages too."""

NAMED = 6
"""How many packages one sentence names."""


class Needs(NamedTuple):
    """What Kiu needs of Python and of packages."""

    python: str
    """The versions of Python, as in ``>=3.11``."""

    packages: Sequence[Requirement]
    """The versions of packages that Kiu works with, on this machine."""

    pinned: Sequence[Requirement]
    """The one version of each package that Kiu was tested with; empty where Kiu is installed without this list."""

    remedy: str
    """How packages are installed as Kiu needs them."""


def python_section() -> Section:
    """Whether Python and the packages are as Kiu needs them."""
    return Section("Python and packages", list(_findings(_needs(CLONE), platform.python_version())))


def _findings(needs: Needs, python: str) -> Iterator[Finding]:
    if python in SpecifierSet(needs.python, prereleases=True):
        yield good(f"Kiu {bot.__version__} runs with Python {python}, {sys.executable}.")
    else:
        yield fault(
            f"Kiu needs Python {needs.python} and runs with {python}.", "Install a newer Python, and Kiu with it anew."
        )
    missing = list(_unmet(needs.packages))
    if missing:
        yield fault(f"Packages are not as Kiu needs them: {_listed(missing)}.", needs.remedy)
        return
    other = list(_unmet(needs.pinned))
    if other:
        yield note(f"Packages have other versions than Kiu was tested with: {_listed(other)}.", needs.remedy)
    elif needs.pinned:
        yield good(f"All {len(needs.pinned)} packages have the versions that Kiu was tested with.")
    else:
        yield good("All packages have versions that Kiu works with.")


def _needs(clone: Path) -> Needs:
    """What Kiu needs, from the clone that it runs from, or from what was installed."""
    if (clone / "pyproject.toml").is_file():
        project = tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        remedy = "Stop Kiu and start it with make run, which installs what is listed in requirements.txt."
        return Needs(
            project["requires-python"],
            list(_for_this_machine(project["dependencies"])),
            list(_for_this_machine(_pins((clone / "requirements.txt").read_text(encoding="utf-8")))),
            remedy,
        )
    kiu = metadata.metadata("kiu")
    return Needs(
        kiu["Requires-Python"],
        list(_for_this_machine(metadata.requires("kiu") or ())),
        (),
        "Install Kiu anew, with the command that installed it and --force-reinstall behind it.",
    )


def _pins(lock: str) -> Sequence[str]:
    """The versions in the text of a requirements file, whose lines with hashes are left out."""
    return re.findall(r"^[A-Za-z0-9][^#\\\n]*==[^\\\n]*", lock, re.MULTILINE)


def _for_this_machine(requirements: Iterable[str]) -> Iterator[Requirement]:
    """Those that are for this system and Python, and belong to no extra such as that of the tests."""
    for each in map(Requirement, requirements):
        if each.marker is None or each.marker.evaluate({"extra": ""}):
            yield each


def _unmet(wanted: Sequence[Requirement]) -> Iterator[str]:
    """Each package that is missing or has another version, in a few words."""
    for each in wanted:
        try:
            version = metadata.version(each.name)
        except metadata.PackageNotFoundError:
            yield f"{each.name} is missing"
            continue
        if not each.specifier.contains(version, prereleases=True):
            yield f"{each.name} is {version} instead of {each.specifier}"


def _listed(things: Sequence[str]) -> str:
    more = len(things) - NAMED
    return ", ".join(things[:NAMED]) + (f" and {more} more" if more > 0 else "")
