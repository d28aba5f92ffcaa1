"""The changelog: what is not yet released becomes the section of a version."""

from __future__ import annotations

import re
from datetime import date

from packaging.version import Version

from tools.releasing.errors import CannotRelease

_UNRELEASED = "## Unreleased\n"
_SECTION = re.compile(r"^## (?P<title>.+)\n(?P<body>(?:(?!## ).*\n?)*)", re.MULTILINE)


def with_release(text: str, version: Version, day: date) -> str:
    """The changelog with what was not yet released as the section of a version.

    Raises:
        CannotRelease: nothing is noted since the last version, or the version is not above it.
    """
    newest = newest_version(text)
    if newest is not None and version <= newest:
        raise CannotRelease(f"{version} is not above {newest}, the newest version in CHANGELOG.md.")
    if not section(text, "Unreleased"):
        raise CannotRelease("Nothing stands below Unreleased in CHANGELOG.md, so there is nothing to release.")
    return text.replace(_UNRELEASED, f"{_UNRELEASED}\n## {version} - {day:%Y-%m-%d}\n", 1)


def section(text: str, title: str) -> str:
    """What stands below a heading, which may be followed by its day; empty if there is no such heading."""
    for found in _SECTION.finditer(text):
        if found["title"].split(" - ")[0] == title:
            return found["body"].strip()
    return ""


def newest_version(text: str) -> Version | None:
    """The version that was released last; ``None`` before the first one."""
    titles = [found["title"].split(" - ")[0] for found in _SECTION.finditer(text)]
    return max((Version(each) for each in titles if each != "Unreleased"), default=None)
